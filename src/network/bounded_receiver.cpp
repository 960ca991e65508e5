#include "network/bounded_receiver.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "comm/messenger.h"
#include "comm/transport.h"
#include "core/error.h"

namespace febem::network {

BoundedReceiver::BoundedReceiver(
    comm::Transport& below, std::optional<std::size_t> limit, std::vector<std::string> limited)
    : Decorator(below), limit_(limit), limited_(std::move(limited)),
      notes_(below, comm::Purpose::bookkeeping), from_(static_cast<std::size_t>(below.size())) {
  if (const auto reason = below.memory().open_counter(); !reason.empty())
    throw core::InputError(
        "bytes in flight cannot be counted here (--receive-buffer, --outstanding): " + reason);
  BoundedReceiver::enter("");
}

BoundedReceiver::~BoundedReceiver() {
  if (!unwinding_) notes_.flush();  // else the other ranks may never ask for them
}

void BoundedReceiver::enter(std::string_view section) {
  const auto found = std::find_if(
      seen_.begin(), seen_.end(), [&](const Seen& seen) { return seen.section == section; });
  current_ = static_cast<std::size_t>(found - seen_.begin());
  if (found == seen_.end())
    seen_.push_back(
        {std::string(section), std::vector<std::int64_t>(static_cast<std::size_t>(size())), 0});
  limits_now_ = limit_ && std::find(limited_.begin(), limited_.end(), section) != limited_.end();
  below().enter(section);
}

// Messages

void BoundedReceiver::sending(const comm::Message& message) {
  if (!counts(message, comm::Message::Kind::send)) return;
  if (message.mode == comm::SendMode::standard) {
    const auto outstanding = below().memory().add_to_counter(
        message.peer, static_cast<std::int64_t>(message.data.size()));
    auto& most = now().outstanding[static_cast<std::size_t>(message.peer)];
    most = std::max(most, outstanding);
    if (limits_now_ && outstanding > static_cast<std::int64_t>(*limit_))
      throw core::RunError("rank " + std::to_string(message.peer) + "'s receive buffer of " +
                           std::to_string(*limit_) + " bytes overflowed: " +
                           std::to_string(outstanding) + " bytes outstanding");
  }
  notes_.send({message.mode}, message.peer);
}

std::uint64_t BoundedReceiver::posted(const comm::Message& message) {
  if (!counts(message, comm::Message::Kind::receive)) return 0;
  posted_ += static_cast<std::int64_t>(message.data.size());
  now().posted = std::max(now().posted, posted_);
  notes_.expect(message.peer);
  return from_[static_cast<std::size_t>(message.peer)].posted++;
}

comm::SendMode BoundedReceiver::mode_of(const Record& receive) {
  auto& from = from_[static_cast<std::size_t>(receive.message.peer)];
  while (from.modes.find(receive.number) == from.modes.end()) {
    if (const auto note = notes_.take(receive.message.peer))
      from.modes[from.read++] = note->mode;
    else
      std::this_thread::yield();
  }
  return from.modes.extract(receive.number).mapped();
}

void BoundedReceiver::completes(const Record& receive) {
  if (!counts(receive.message, comm::Message::Kind::receive)) return;
  const auto bytes = static_cast<std::int64_t>(receive.message.data.size());
  posted_ -= bytes;
  if (mode_of(receive) == comm::SendMode::standard) below().memory().add_to_counter(rank(), -bytes);
}

std::uint64_t BoundedReceiver::begins(const comm::Message& message) {
  sending(message);
  return posted(message);
}

// High-water marks

std::vector<HighWater> BoundedReceiver::take_high_water() {
  std::vector<HighWater> all;
  const auto ranks = static_cast<std::size_t>(size());
  for (auto& seen : seen_) {
    HighWater marks{
        seen.section, std::exchange(seen.outstanding, std::vector<std::int64_t>(ranks)), {}};
    auto mine = marks.outstanding;
    mine.push_back(std::exchange(seen.posted, posted_));
    for (const auto& figures : comm::Messenger(below(), comm::make_strategy({})).gather(mine, 0)) {
      for (std::size_t r = 0; r < ranks; ++r)
        marks.outstanding[r] = std::max(marks.outstanding[r], figures[r]);
      marks.posted.push_back(figures.back());
    }
    if (rank() == 0) all.push_back(std::move(marks));
  }
  return all;
}

}  // namespace febem::network
