#include "network/watchdog.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "core/text_table.h"
#include "mpi/environment.h"
#include "mpi/machine.h"

namespace febem::network {
namespace {

Standing::Text short_text(std::string_view text) {
  Standing::Text result{};
  std::copy_n(text.begin(), std::min(text.size(), result.size() - 1), result.begin());
  return result;
}

std::string described(int rank, const Standing& standing, bool answered) {
  std::string text = "rank " + std::to_string(rank) + ": ";
  if (!answered) return text + "no answer: it computes, is stopped or gone";
  text += standing.section.data();
  if (standing.transfer.front() != '\0')
    text += std::string(", ") + standing.transfer.data() +
            (standing.bytes > 0 ? " of " + std::to_string(standing.bytes) + " bytes" : "");
  text += std::string(", ") + standing.call.data();
  if (standing.peer >= 0) text += " rank " + std::to_string(standing.peer);
  if (standing.piece > 0) text += ", piece " + std::to_string(standing.piece);
  return text + ", for " + core::number(standing.waited, "%.3g") + " s";
}

}  // namespace

Watchdog::Watchdog(comm::Transport& below, double limit)
    : Decorator(below), limit_(limit), questions_(below, comm::Purpose::question),
      answers_(below, comm::Purpose::standing), owed_(static_cast<std::size_t>(below.size())) {
  for (int other = 0; other < std::min(2, size()); ++other)
    if (other != rank()) questions_.expect(other);
}

/// What has been asked is answered first; then those who ask say that they will not again.
void Watchdog::finish() {
  const auto owing = [&] { return std::find(owed_.begin(), owed_.end(), char{1}) != owed_.end(); };
  const double start = mpi::wall_time();
  mpi::Pause pause;
  const auto pass = [&](const char* until) {
    if (mpi::wall_time() - start > 4 * limit_)
      throw core::RunError("no rank has made progress for " + core::number(4 * limit_, "%.3g") +
                           " s (--stall-limit), at the end of the run: waits " + until);
    pause();
  };
  for (next_round(); owing(); pass("for answers")) {
    collect();
    answer();
  }
  for (int other = 0; asks() && other < size(); ++other)
    if (other != rank()) questions_.send({true}, other);
  while (answer()) pass("for rank 0 or 1 to end");
  questions_.flush();
  answers_.flush();
}

// What this rank does

void Watchdog::enter(std::string_view section) {
  section_ = section;
  below().enter(section);
}

void Watchdog::begin_transfer(std::string_view name, std::size_t bytes) {
  transfer_ = name;
  bytes_ = bytes;
  pieces_.clear();
  below().begin_transfer(name, bytes);
}

void Watchdog::end_transfer() {
  transfer_.clear();
  below().end_transfer();
}

std::uint64_t Watchdog::begins(const comm::Message& message) {
  return message.is_collective() ? 0 : ++pieces_[{message.kind, message.peer}];
}

Standing Watchdog::standing() const {
  Standing now;
  now.completed = completed_;
  now.section = short_text(section_);
  now.transfer = short_text(transfer_);
  now.bytes = bytes_;
  if (!blocked_) return now;
  now.waited = mpi::wall_time() - since_;
  now.call = short_text(blocked_->name);
  now.peer = blocked_->peer;
  now.piece = blocked_->piece;
  return now;
}

template <class IsComplete>
void Watchdog::wait_until(IsComplete&& is_complete, const Call& call) {
  blocked_ = call;
  since_ = mpi::wall_time();
  round_.reset();
  before_.reset();
  answer();
  for (mpi::Pause pause; !is_complete(); pause()) {
    answer();
    if (asks()) supervise();
  }
  blocked_.reset();
  ++completed_;
}

// Questions and answers

/// Answers the questions that are there; whether more may come.
bool Watchdog::answer() {
  bool more = false;
  for (int other = 0; other < std::min(2, size()); ++other) {
    if (const auto question = questions_.take(other); question && !question->last) {
      answers_.send(standing(), other);
      questions_.expect(other);
    }
    more |= questions_.expects(other);
  }
  return more;
}

/// The next step towards a verdict, while this rank stands still.
void Watchdog::supervise() {
  const double now = mpi::wall_time();
  if (now - since_ < patience()) return;
  if (!round_) {
    if (!before_ || now - before_->asked > limit_ / 4) ask();
    return;
  }
  const bool complete = collect();
  if (!complete && now - round_->asked < limit_) return;
  if (!all_stand_still()) {
    if (now - round_->asked <= limit_ / 4) return;
    round_.reset();
    before_.reset();
    return;
  }
  if (same_as_before()) report();
  before_ = std::exchange(round_, std::nullopt);
}

void Watchdog::next_round() {
  round_.emplace();
  round_->asked = mpi::wall_time();
  round_->standings.resize(owed_.size());
  round_->answered.resize(owed_.size());
}

/// Begins a round; who still owes an answer to an earlier one is not asked again.
void Watchdog::ask() {
  next_round();
  for (int other = 0; other < size(); ++other) {
    auto& owes = owed_[static_cast<std::size_t>(other)];
    if (other == rank() || owes != 0) continue;
    questions_.send({false}, other);
    answers_.expect(other);
    owes = 1;
  }
}

/// Takes the answers that are there, and this rank's own; whether all are.
bool Watchdog::collect() {
  for (int other = 0; other < size(); ++other) {
    const auto place = static_cast<std::size_t>(other);
    if (other == rank()) {
      round_->standings[place] = standing();
      round_->answered[place] = 1;
    } else if (const auto answer = answers_.take(other)) {
      round_->standings[place] = *answer;
      round_->answered[place] = 1;
      owed_[place] = 0;
    }
  }
  return std::find(round_->answered.begin(), round_->answered.end(), char{0}) ==
         round_->answered.end();
}

bool Watchdog::all_stand_still() const {
  for (std::size_t rank = 0; rank < owed_.size(); ++rank)
    if (round_->answered[rank] != 0 && round_->standings[rank].waited < limit_) return false;
  return true;
}

bool Watchdog::same_as_before() const {
  if (!before_ || before_->answered != round_->answered) return false;
  const auto same = [](const Standing& a, const Standing& b) { return a.completed == b.completed; };
  return std::equal(
      before_->standings.begin(), before_->standings.end(), round_->standings.begin(), same);
}

void Watchdog::report() const {
  std::string text =
      "no rank has made progress for " + core::number(limit_, "%.3g") + " s (--stall-limit)";
  for (int other = 0; other < size(); ++other) {
    const auto place = static_cast<std::size_t>(other);
    text += (other == 0 ? ": " : "; ") +
            described(other, round_->standings[place], round_->answered[place] != 0);
  }
  throw core::RunError(text);
}

// Calls that block

void Watchdog::perform(const comm::Message& message) {
  if (message.is_one_sided()) return below().perform(message);
  const Call blocked = call({message, begins(message)});
  if (message.kind == comm::Message::Kind::receive) {
    comm::PendingReceive receive(below(), message);
    wait_until([&] { return receive.test(); }, blocked);
  } else {
    const auto ticket = below().begin(message);
    wait_until([&] { return below().test(ticket); }, blocked);
  }
}

void Watchdog::wait(comm::Ticket ticket) {
  wait_until([&] { return below().test(ticket); }, call(record(ticket)));
}

/// The transport's own would block where no question is answered. By dissemination: after the round
/// of distance d a rank knows of the 2 d - 1 before it that they are here (Hensgen, Finkel and
/// Manber, 1988).
void Watchdog::synchronise() {
  for (int distance = 1; distance < size(); distance *= 2) {
    const int to = (rank() + distance) % size(), from = (rank() - distance + size()) % size();
    const auto sent = below().begin(comm::Message::send({}, to, comm::Purpose::meeting));
    comm::PendingReceive received(
        below(), comm::Message::receive({}, from, comm::Purpose::meeting));
    wait_until([&] { return received.test(); }, {"meets all, waits for", from, 0});
    wait_until([&] { return below().test(sent); }, {"meets all, sends to", to, 0});
  }
}

bool Watchdog::test(comm::Ticket ticket) {
  answer();
  return Decorator::test(ticket);
}

}  // namespace febem::network
