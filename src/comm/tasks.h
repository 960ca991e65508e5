// Tasks that one rank hands out to the others, one at a time and on request, while it works itself.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "comm/transport.h"

namespace febem::comm {

/// The number of a task, as it travels.
using Task = std::int64_t;
inline constexpr Task no_task = -1;

/// The end of the rank that hands out. It keeps a receive started for each rank that may still ask,
/// so that no order of arrival among the ranks is relied on, and waits for no rank before finish().
/// The transport is not owned.
class TaskServer {
 public:
  explicit TaskServer(Transport& transport);
  TaskServer(const TaskServer&) = delete;
  TaskServer& operator=(const TaskServer&) = delete;

  /// Answers the ranks that have asked, in their order: next(rank) is the task of each. One that
  /// gets no_task asks no more.
  template <class Next>
  void serve(Next&& next) {
    for (int rank = 0; rank < transport_.size(); ++rank)
      if (has_asked(rank)) answer(rank, next(rank));
  }
  /// Answers every rank until it has got no_task, one rank after the other: for when this rank has
  /// nothing else to do, and no rank gains by being answered before another.
  template <class Next>
  void finish(Next&& next) {
    for (int rank = 0; rank < transport_.size(); ++rank)
      while (waits_for(rank)) answer(rank, next(rank));
    await_answers();
  }

 private:
  /// What is between this rank and another.
  struct Client {
    std::optional<PendingReceive> request = {};  ///< none once it asks no more
    Task answer = no_task;
    std::optional<Ticket> answered = {};  ///< the send of `answer`
  };

  bool has_asked(int rank);
  /// Waits for the next request of a rank; false if there is none to come.
  bool waits_for(int rank);
  void answer(int rank, Task task);
  void await_answers();
  Client& client(int rank) { return clients_[static_cast<std::size_t>(rank)]; }

  Transport& transport_;
  std::deque<Client>
      clients_;  ///< by rank, this one's unused; a deque: they are sent from where they are
};

/// The end of a rank that asks.
class TaskClient {
 public:
  TaskClient(Transport& transport, int server) : transport_(transport), server_(server) {}
  TaskClient(const TaskClient&) = delete;
  TaskClient& operator=(const TaskClient&) = delete;

  /// Asks for a task, and does not wait. In a dry run the task is `expected`.
  void ask(Task expected = no_task);
  /// Waits for the task that was asked for; after no_task there is nothing to be asked.
  Task take();

 private:
  Transport& transport_;
  int server_;
  Task task_ = no_task;
  Ticket asked_ = 0;
  std::optional<PendingReceive> answer_;
};

}  // namespace febem::comm
