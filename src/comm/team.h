// Transfers among some of the ranks.
#pragma once

#include "comm/decorator.h"
#include "comm/messenger.h"
#include "core/rank_range.h"

namespace febem::comm {

using core::RankRange;

/// The transport of some ranks of the one below, numbered from 0. It has neither synchronise() nor
/// the library's own collectives, which are of all ranks.
class TeamTransport final : public Decorator {
 public:
  TeamTransport(Transport& below, RankRange ranks);

  void perform(const Message& message) override { below().perform(among_all(message)); }
  Ticket begin(const Message& message) override { return below().begin(among_all(message)); }
  Ticket prepare(const Message& message) override { return below().prepare(among_all(message)); }
  void start(Ticket prepared) override { below().start(prepared); }
  void wait(Ticket ticket) override { below().wait(ticket); }
  bool test(Ticket ticket) override { return below().test(ticket); }
  RemoteMemory& memory() override { return memory_; }

 private:
  /// The memory below, by the numbers of this transport.
  class MemoryOfTeam final : public RemoteMemory {
   public:
    MemoryOfTeam(Transport& below, RankRange ranks) : below_(below), ranks_(ranks) {}
    std::string open(Memory kind, std::size_t bytes) override {
      return below_.memory().open(kind, bytes);
    }
    MutableBytes kept_for(Memory kind, int source) override {
      return below_.memory().kept_for(kind, ranks_.rank(source));
    }
    void release(Memory kind) override { below_.memory().release(kind); }
    std::string open_counter() override { return below_.memory().open_counter(); }
    std::int64_t add_to_counter(int rank, std::int64_t change) override {
      return below_.memory().add_to_counter(ranks_.rank(rank), change);
    }

   private:
    Transport& below_;
    RankRange ranks_;
  };

  Message among_all(Message message) const;

  RankRange ranks_;
  MemoryOfTeam memory_;
};

/// Some ranks of a messenger, and a messenger among them by the strategy of the first. The routes
/// `native` and `native-nb` need a communicator for each team: teams take the binomial tree in
/// their place. Not collective.
class Team {
 public:
  Team(const Messenger& all, RankRange ranks);
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  const Messenger& messages() const { return messages_; }
  /// The number in the team of a rank of `all`.
  int number(int rank) const { return ranks_.number(rank); }

 private:
  RankRange ranks_;
  TeamTransport transport_;
  Messenger messages_;
};

}  // namespace febem::comm
