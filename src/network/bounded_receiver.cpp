#include "network/bounded_receiver.h"

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>

#include "comm/messenger.h"
#include "comm/transport.h"
#include "core/error.h"

namespace febem::network {

BoundedReceiver::BoundedReceiver(comm::Transport& below, std::optional<std::size_t> limit, std::vector<std::string> limited)
    : Decorator(below), limit_(limit), limited_(std::move(limited)), unwinding_(std::uncaught_exceptions()),
      notes_(below, comm::Purpose::bookkeeping), from_(static_cast<std::size_t>(below.size())) {
  if (const auto reason = below.open_counter(); !reason.empty())
    throw core::InputError("bytes in flight cannot be counted here (--receive-buffer, --outstanding): " + reason);
  BoundedReceiver::enter("");
}

BoundedReceiver::~BoundedReceiver() {
  if (std::uncaught_exceptions() == unwinding_) notes_.flush();  // else the other ranks may never ask for them
}

void BoundedReceiver::enter(std::string_view section) {
  const auto found = std::find_if(seen_.begin(), seen_.end(), [&](const Seen& seen) { return seen.section == section; });
  current_ = static_cast<std::size_t>(found - seen_.begin());
  if (found == seen_.end()) seen_.push_back({std::string(section), std::vector<std::int64_t>(static_cast<std::size_t>(size())), 0});
  limits_now_ = limit_ && std::find(limited_.begin(), limited_.end(), section) != limited_.end();
  below().enter(section);
}

// Sending

void BoundedReceiver::sending(const Sending& message) {
  if (message.mode == comm::SendMode::standard) {
    const auto outstanding = below().add_to_counter(message.destination, static_cast<std::int64_t>(message.bytes));
    auto& most = now().outstanding[static_cast<std::size_t>(message.destination)];
    most = std::max(most, outstanding);
    if (limits_now_ && outstanding > static_cast<std::int64_t>(*limit_))
      throw core::RunError("rank " + std::to_string(message.destination) + "'s receive buffer of " + std::to_string(*limit_) +
                           " bytes overflowed: " + std::to_string(outstanding) + " bytes outstanding");
  }
  notes_.send({message.mode}, message.destination);
}

void BoundedReceiver::send(comm::Bytes data, int destination, comm::Purpose purpose, comm::SendMode mode) {
  if (counts(data.size(), purpose)) sending({data.size(), destination, mode});
  below().send(data, destination, purpose, mode);
}

comm::Ticket BoundedReceiver::start_send(comm::Bytes data, int destination, comm::Purpose purpose, comm::SendMode mode) {
  if (counts(data.size(), purpose)) sending({data.size(), destination, mode});
  return below().start_send(data, destination, purpose, mode);
}

comm::Ticket BoundedReceiver::start_partitioned_send(comm::Bytes data, int partitions, int destination) {
  if (counts(data.size(), comm::Purpose::data)) sending({data.size(), destination, comm::SendMode::standard});
  return below().start_partitioned_send(data, partitions, destination);
}

comm::Ticket BoundedReceiver::prepare_send(comm::Bytes data, int destination, comm::Purpose purpose, comm::SendMode mode) {
  const comm::Ticket ticket = below().prepare_send(data, destination, purpose, mode);
  if (counts(data.size(), purpose)) prepared_[ticket] = {data.size(), destination, mode};
  return ticket;
}

// Receiving

BoundedReceiver::Receiving BoundedReceiver::posted(std::size_t bytes, int source, bool prepared) {
  posted_ += static_cast<std::int64_t>(bytes);
  now().posted = std::max(now().posted, posted_);
  notes_.expect(source);
  return {bytes, source, prepared, from_[static_cast<std::size_t>(source)].posted++};
}

comm::SendMode BoundedReceiver::mode_of(const Receiving& message) {
  auto& from = from_[static_cast<std::size_t>(message.source)];
  while (from.modes.find(message.number) == from.modes.end()) {
    if (const auto note = notes_.take(message.source))
      from.modes[from.read++] = note->mode;
    else
      std::this_thread::yield();
  }
  return from.modes.extract(message.number).mapped();
}

void BoundedReceiver::received(comm::Ticket ticket) {
  const auto found = receiving_.find(ticket);
  if (found == receiving_.end()) return;
  const Receiving message = found->second;
  if (!message.prepared) receiving_.erase(found);
  posted_ -= static_cast<std::int64_t>(message.bytes);
  if (mode_of(message) == comm::SendMode::standard) below().add_to_counter(rank(), -static_cast<std::int64_t>(message.bytes));
}

void BoundedReceiver::receive(comm::MutableBytes data, int source, comm::Purpose purpose) {
  comm::PendingReceive(*this, start_receive(data, source, purpose)).wait();
}

comm::Ticket BoundedReceiver::start_receive(comm::MutableBytes data, int source, comm::Purpose purpose) {
  const comm::Ticket ticket = below().start_receive(data, source, purpose);
  if (counts(data.size(), purpose)) receiving_[ticket] = posted(data.size(), source, false);
  return ticket;
}

comm::Ticket BoundedReceiver::start_partitioned_receive(comm::MutableBytes data, int partitions, int source) {
  const comm::Ticket ticket = below().start_partitioned_receive(data, partitions, source);
  if (counts(data.size(), comm::Purpose::data)) receiving_[ticket] = posted(data.size(), source, false);
  return ticket;
}

comm::Ticket BoundedReceiver::prepare_receive(comm::MutableBytes data, int source, comm::Purpose purpose) {
  const comm::Ticket ticket = below().prepare_receive(data, source, purpose);
  if (counts(data.size(), purpose)) receiving_[ticket] = {data.size(), source, true, 0};
  return ticket;
}

void BoundedReceiver::start(comm::Ticket prepared) {
  if (const auto send = prepared_.find(prepared); send != prepared_.end()) sending(send->second);
  if (const auto receive = receiving_.find(prepared); receive != receiving_.end())
    receive->second = posted(receive->second.bytes, receive->second.source, true);
  below().start(prepared);
}

void BoundedReceiver::release(comm::Ticket prepared) {
  prepared_.erase(prepared);
  receiving_.erase(prepared);
  below().release(prepared);
}

void BoundedReceiver::wait(comm::Ticket ticket) {
  below().wait(ticket);
  received(ticket);
}

bool BoundedReceiver::test(comm::Ticket ticket) {
  if (!below().test(ticket)) return false;
  received(ticket);
  return true;
}

void BoundedReceiver::cancel(comm::Ticket receive) noexcept {
  receiving_.erase(receive);
  below().cancel(receive);
}

// High-water marks

std::vector<HighWater> BoundedReceiver::take_high_water() {
  std::vector<HighWater> all;
  const auto ranks = static_cast<std::size_t>(size());
  for (auto& seen : seen_) {
    HighWater marks{seen.section, std::exchange(seen.outstanding, std::vector<std::int64_t>(ranks)), {}};
    auto mine = marks.outstanding;
    mine.push_back(std::exchange(seen.posted, posted_));
    for (const auto& figures : comm::Messenger(below(), comm::make_strategy({})).gather(mine, 0)) {
      for (std::size_t r = 0; r < ranks; ++r) marks.outstanding[r] = std::max(marks.outstanding[r], figures[r]);
      marks.posted.push_back(figures.back());
    }
    if (rank() == 0) all.push_back(std::move(marks));
  }
  return all;
}

}  // namespace febem::network
