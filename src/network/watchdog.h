// The watchdog: aborts the run when no rank has made progress for the given time, and says where
// each rank stands.
//
// A rank stands still while one call of the transport blocks. When rank 0 has stood still for the
// limit it asks all others where they stand; each answers from within its own blocking calls and
// tests, and where its arithmetic makes progress. The run has stalled if in two rounds of such
// questions, with no call completed between them, every rank has stood still for the limit or has
// not answered for as long: it hangs elsewhere, is stopped or gone. Rank 1 does the same after four
// times the limit, should rank 0 be the one that is silent. Questions and answers are messages of
// their own, 2 (P - 1) a round and none before the limit.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "comm/decorator.h"
#include "comm/transport.h"
#include "network/mailbox.h"

namespace febem::network {

/// Where a rank stands, for messages: texts are cut to their length.
struct Standing {
  using Text = std::array<char, 24>;
  std::int64_t completed = 0;  ///< blocking calls so far
  double waited = -1;          ///< s in the blocking call at hand; negative: in none
  Text section{};
  Text transfer{};          ///< "broadcast", ...; empty: in none
  std::uint64_t bytes = 0;  ///< of the transfer
  Text call{};              ///< "receive", ...
  int peer = -1;
  std::uint64_t piece =
      0;  ///< of the transfer, with that peer in that direction, from 1; 0: not known
};

class Watchdog final : public comm::Decorator {
 public:
  /// `limit` in seconds, longer than any rank computes between two messages or calls of
  /// note_progress(). Collective.
  Watchdog(comm::Transport& below, double limit);
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// To be called once nothing more is sent, but when the run fails. Collective. Throws
  /// core::RunError where rank 0 or 1 does not call it within four times the limit.
  void finish();

  void note_progress() override { answer(); }
  void enter(std::string_view section) override;
  void begin_transfer(std::string_view name, std::size_t bytes) override;
  void end_transfer() override;
  bool observes_transfers() const override { return true; }

  /// Calls that wait throw core::RunError, on rank 0 or 1, when the run has stalled, with a word on
  /// each rank.
  void perform(const comm::Message& message) override;
  void wait(comm::Ticket ticket) override;
  void synchronise() override;

  bool test(comm::Ticket ticket) override;

 private:
  /// A call that blocks, in the words of the report.
  struct Call {
    const char* name;
    int peer;
    std::uint64_t piece;
  };
  struct Question {
    bool last;  ///< no further one comes: not to be answered
  };
  /// One round of questions, kept by a rank that asks.
  struct Round {
    double asked = 0;
    std::vector<Standing> standings;  ///< by rank; of one that has not answered, as constructed
    std::vector<char> answered;       ///< by rank
  };

  static Call call(const Record& record) {
    return {record.message.words().waits, record.message.peer, record.number};
  }
  /// The number of a message, as Standing::piece has it.
  std::uint64_t begins(const comm::Message& message) override;
  template <class IsComplete>
  void wait_until(IsComplete&& is_complete, const Call& call);
  Standing standing() const;
  bool asks() const { return rank() <= 1; }
  double patience() const { return rank() == 0 ? limit_ : 4 * limit_; }
  bool answer();
  void supervise();
  void next_round();
  void ask();
  bool collect();
  bool all_stand_still() const;
  bool same_as_before() const;
  [[noreturn]] void report() const;

  double limit_;
  Mailbox<Question> questions_;
  Mailbox<Standing> answers_;
  std::vector<char> owed_;  ///< by rank: whether it has a question of this rank's to answer
  std::optional<Round> round_, before_;
  std::string section_ = "start", transfer_;
  std::uint64_t bytes_ = 0;
  std::int64_t completed_ = 0;
  std::map<std::pair<comm::Message::Kind, int>, std::uint64_t>
      pieces_;  ///< of the transfer, by kind and peer
  std::optional<Call> blocked_;
  double since_ = 0;
};

}  // namespace febem::network
