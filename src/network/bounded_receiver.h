// What a network buffers: as much as the receive buffers hold, or nothing.
//
// The bounded receiver counts how many bytes are in flight to each rank, and fails when they are
// more than its receive buffer holds, as they were on the machines of 1999.
//
// Outstanding at a rank are the bytes of standard-mode messages whose send has started and whose
// receive has not completed: what the receiver may have to hold. A synchronous message waits at its
// sender, a deposit has memory of its own, and the library's own collectives are the library's
// affair. The count is exact: the sender adds to a counter that the receiver keeps before its
// message leaves, and the receiver, who is told the mode in a note, subtracts.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "comm/decorator.h"
#include "core/unwinding.h"
#include "network/mailbox.h"

namespace febem::network {

/// The most bytes at one time in one section, since the marks were last taken.
struct HighWater {
  std::string section;
  std::vector<std::int64_t> outstanding;  ///< by rank: in flight to it
  std::vector<std::int64_t>
      posted;  ///< by rank: of its receives that were started and not completed
};

class BoundedReceiver final : public comm::Decorator {
 public:
  /// No limit: only counts. A limit, in bytes, holds in the `limited` sections. Collective. Throws
  /// core::InputError, on every rank, where the transport below has no counters.
  BoundedReceiver(
      comm::Transport& below, std::optional<std::size_t> limit, std::vector<std::string> limited);
  ~BoundedReceiver() override;
  BoundedReceiver(const BoundedReceiver&) = delete;
  BoundedReceiver& operator=(const BoundedReceiver&) = delete;

  /// The high-water marks of every section entered so far, which must be the same on all ranks;
  /// resets them. Collective; the result is on rank 0.
  std::vector<HighWater> take_high_water();

  void enter(std::string_view section) override;

 private:
  struct Note {
    comm::SendMode mode;
  };
  /// The notes from one rank.
  struct Notes {
    std::uint64_t posted = 0, read = 0;
    std::map<std::uint64_t, comm::SendMode> modes;  ///< read before their messages were waited for
  };
  /// High-water marks of this rank in a section.
  struct Seen {
    std::string section;
    std::vector<std::int64_t> outstanding;  ///< at each rank, by this rank's additions, bytes
    std::int64_t posted = 0;
  };

  /// Whether the message is of this kind and carries data.
  static bool counts(const comm::Message& message, comm::Message::Kind kind) {
    return message.kind == kind && message.data.size() > 0 &&
           message.purpose == comm::Purpose::data;
  }
  /// Throws core::RunError on the sender if the message would overflow the receiver's buffer.
  std::uint64_t begins(const comm::Message& message) override;
  void completes(const Record& receive) override;
  void sending(const comm::Message& message);
  /// The number of a receive in the order in which those from its source are posted; 0 of another
  /// message.
  std::uint64_t posted(const comm::Message& message);
  comm::SendMode mode_of(const Record& receive);
  Seen& now() { return seen_[current_]; }

  std::optional<std::size_t> limit_;
  std::vector<std::string> limited_;
  bool limits_now_ = false;
  core::Unwinding unwinding_;
  Mailbox<Note> notes_;
  std::vector<Notes> from_;  ///< by source
  std::int64_t posted_ = 0;  ///< bytes, now
  std::vector<Seen> seen_;
  std::size_t current_ = 0;
};

/// A network that buffers nothing: every send waits for its receiver, as with an eager limit of 0.
/// A program that relies on a library's buffering stops here; on another library, or with longer
/// messages, it would have.
class Unbuffered final : public comm::Decorator {
 public:
  using comm::Decorator::Decorator;

  void perform(const comm::Message& message) override { Decorator::perform(unbuffered(message)); }
  comm::Ticket begin(const comm::Message& message) override {
    return Decorator::begin(unbuffered(message));
  }
  comm::Ticket prepare(const comm::Message& message) override {
    return Decorator::prepare(unbuffered(message));
  }

 private:
  static comm::Message unbuffered(comm::Message message) {
    if (message.kind == comm::Message::Kind::send && message.partitions == 0)
      message.mode = comm::SendMode::synchronous;
    return message;
  }
};

}  // namespace febem::network
