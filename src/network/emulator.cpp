#include "network/emulator.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "comm/clock_offset.h"
#include "comm/transport.h"
#include "core/error.h"
#include "mpi/environment.h"

namespace febem::network {
namespace {

bool takes_no_time(comm::Purpose purpose) { return purpose >= comm::Purpose::bookkeeping; }

/// A standard send of up to so many bytes completes when it has left, whatever the receiver does: a
/// library below may make it wait for a receiver that only waits for the emulated arrival of
/// another message.
constexpr std::size_t buffered_up_to = std::size_t{64} << 10;
/// A sleeping thread wakes up late by about this much, s.
constexpr double oversleep = 100e-6;
/// A thread that yields continues within this, s, if no other wants the core.
constexpr double yielding = 3e-6;

void sleep(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

double seconds(const Link& link, std::size_t bytes) {
  return static_cast<double>(bytes) / link.bandwidth;
}

comm::Transport& require_real(comm::Transport& below) {
  if (mpi::is_simulated())
    throw core::InputError(
        "a network cannot be emulated under a simulator: give the simulator another platform");
  return below;
}

}  // namespace

Emulator::Emulator(comm::Transport& below, NetworkModel model)
    : Decorator(require_real(below)), model_(std::move(model)), offset_(comm::clock_offset(below)),
      stamps_(below, comm::Purpose::clock), matches_(below, comm::Purpose::matched),
      asking_(static_cast<std::size_t>(below.size())),
      deposited_(static_cast<std::size_t>(below.size())) {}

Emulator::~Emulator() {
  for (auto& op : operations_) op.collective.reset();  // gives up its receives through this object
  if (unwinding_) return;  // the other ranks may never ask for the notes
  stamps_.flush();
  matches_.flush();
  for (const auto& message : leaving_) below().wait(message.below);
}

double Emulator::now() const { return mpi::wall_time() + offset_; }

void Emulator::pass_time_until(double moment) const {
  for (double left = moment - now(); left > 0; left = moment - now()) {
    if (left > 2 * oversleep)
      sleep(left - oversleep);
    else if (left > yielding)
      std::this_thread::yield();
  }
}

void Emulator::pay_overhead(const Link& link, double entered) const {
  if (link.overhead > 0) pass_time_until(entered + link.overhead);
}

void Emulator::pay_for_send(const comm::Message& send, double entered) const {
  if (!takes_no_time(send.purpose)) pay_overhead(link_to(send.peer), entered);
}

// Dating

void Emulator::leave_undated(Operation& op) {
  op.moved = false;
  op.dated = true;
  op.done = 0;
}

void Emulator::begin_send(comm::Ticket ticket, double entered) {
  auto& op = operations_[ticket];
  const auto& message = op.message;
  if (takes_no_time(message.purpose)) return leave_undated(op);
  const Link link = link_to(message.peer);
  const bool asks = message.mode == comm::SendMode::synchronous;
  const double asked = entered + link.overhead;
  op.left = out_.take(asked + (asks ? 2 * (link.latency + 2 * link.overhead) : 0),
      seconds(link, message.data.size()));
  op.done = op.left;
  op.number = next_number_++;
  op.moved = false;
  op.dated = !asks;
  if (asks) {
    asking_[static_cast<std::size_t>(message.peer)].push_back(ticket);
    matches_.expect(message.peer);
  }
  auto& deposited = deposited_[static_cast<std::size_t>(message.peer)];
  stamps_.send(
      {asked, op.left, op.number, message.purpose, message.mode, std::exchange(deposited, {})},
      message.peer);
}

void Emulator::begin_receive(comm::Ticket ticket) {
  auto& op = operations_[ticket];
  const auto& message = op.message;
  if (takes_no_time(message.purpose)) return leave_undated(op);
  op.posted = now();
  op.moved = op.dated = false;
  const Channel channel{message.peer, message.purpose};
  posted_[channel].push_back(ticket);
  if (early_[channel].empty()) stamps_.expect(message.peer);
  pair_off(channel);
}

void Emulator::pair_off(const Channel& channel) {
  auto& receives = posted_[channel];
  auto& stamps = early_[channel];
  while (!receives.empty() && !stamps.empty()) {
    date_receive(operations_[receives.front()], stamps.front());
    receives.pop_front();
    stamps.pop_front();
  }
}

void Emulator::date_receive(Operation& op, const Stamp& stamp) {
  const auto& message = op.message;
  const Link link = model_.link(message.peer, rank());
  const auto arrival = [&](double left, double duration) {
    return std::max(in_.take(left - duration + link.latency, duration), left + link.latency);
  };
  const double duration = seconds(link, message.data.size()),
               deposited = seconds(link, stamp.deposited.bytes);
  double left = stamp.left;
  if (stamp.mode == comm::SendMode::synchronous) {
    const double matched = std::max(stamp.asked + link.latency + link.overhead, op.posted);
    left = std::max(left, matched + link.latency + 3 * link.overhead + duration);
  }
  const double announced = deposited > 0 ? arrival(stamp.deposited.left, deposited) : left;
  op.done = std::max(announced, arrival(left, duration));
  op.dated = true;
  if (stamp.mode == comm::SendMode::synchronous)
    matches_.send({stamp.number, left, op.done + link.overhead}, message.peer);
}

void Emulator::date_send(const Match& match, int destination) {
  auto& asking = asking_[static_cast<std::size_t>(destination)];
  const auto found = std::find_if(asking.begin(), asking.end(),
      [&](comm::Ticket ticket) { return operations_[ticket].number == match.number; });
  auto& op = operations_[*found];
  asking.erase(found);
  if (match.left > op.left) {
    const double duration = seconds(link_to(destination), op.message.data.size());
    out_.take(match.left - duration, duration);
  }
  op.done = match.received;
  op.dated = true;
}

// Progress

void Emulator::progress() {
  while (!leaving_.empty() && below().test(leaving_.front().below)) leaving_.pop_front();
  for (int other = 0; other < size(); ++other) {
    while (const auto stamp = stamps_.take(other)) {
      const Channel channel{other, stamp->purpose};
      early_[channel].push_back(*stamp);
      if (posted_[channel].empty()) stamps_.expect(other);
      pair_off(channel);
    }
    while (const auto match = matches_.take(other)) date_send(*match, other);
  }
  progress_collectives();
}

void Emulator::progress_collectives() {
  if (in_collective_) return;  // a collective's own messages call this too
  in_collective_ = true;
  while (!collectives_.empty() && operations_[collectives_.front()].collective->issued())
    collectives_.pop_front();
  in_collective_ = false;
}

bool Emulator::finished(comm::Ticket ticket) {
  progress();
  if (operations_[ticket].collective) {
    const bool issued =
        std::find(collectives_.begin(), collectives_.end(), ticket) == collectives_.end();
    return issued && operations_[ticket].collective->done();
  }
  auto& op = operations_[ticket];
  if (!op.moved) op.moved = below().test(op.below);
  return op.moved && op.dated && now() >= op.done;
}

void Emulator::finish(comm::Ticket ticket) {
  const auto& op = operations_[ticket];
  const auto& message = op.message;
  const bool receives = message.kind == comm::Message::Kind::receive;
  if (receives && !takes_no_time(message.purpose))
    pay_overhead(model_.link(message.peer, rank()), now());
  if (!op.prepared) operations_.close(ticket);
}

bool Emulator::idle(const Operation& op, mpi::Pause& pause) const {
  const bool settled = op.moved && op.dated;
  const double left = settled ? op.done - now() : 0;
  if (settled && left < yielding) {
    pass_time_until(op.done);
    return true;
  }
  const bool asked_for =
      std::any_of(posted_.begin(), posted_.end(), [](const auto& c) { return !c.second.empty(); });
  if (settled && !asked_for && left > 2 * oversleep)
    sleep(left - oversleep);
  else if (!settled)
    pause();
  else
    std::this_thread::yield();
  return false;
}

void Emulator::wait(comm::Ticket ticket) {
  for (mpi::Pause pause; !finished(ticket) && !idle(operations_[ticket], pause);) continue;
  finish(ticket);
}

bool Emulator::test(comm::Ticket ticket) {
  if (!finished(ticket)) return false;
  finish(ticket);
  return true;
}

void Emulator::cancel(comm::Ticket receive) noexcept {
  auto& op = operations_[receive];
  std::erase(posted_[{op.message.peer, op.message.purpose}], receive);
  below().cancel(op.below);
  operations_.close(receive);
}

// Messages

void Emulator::perform(const comm::Message& message) {
  if (message.kind == comm::Message::Kind::put) return put(message);
  if (message.kind == comm::Message::Kind::receive)
    return comm::PendingReceive(*this, message).wait();
  wait(begin(message));
}

comm::Ticket Emulator::begin(const comm::Message& message) {
  if (message.is_collective()) return begin_collective(message);
  const double entered = now();
  const comm::Ticket ticket = operations_.open();
  operations_[ticket].message = message;
  const bool sends = message.kind == comm::Message::Kind::send;
  if (sends)
    begin_send(ticket, entered);
  else
    begin_receive(ticket);
  auto& op = operations_[ticket];
  if (sends && message.partitions == 0 && message.mode == comm::SendMode::standard &&
      message.data.size() <= buffered_up_to) {
    auto& leaving =
        leaving_.emplace_back(Leaving{{message.data.read().begin(), message.data.read().end()}, 0});
    leaving.below = below().begin(comm::Message::send(leaving.data, message.peer, message.purpose));
    op.moved = true;
  } else {
    op.below = below().begin(message);
  }
  if (sends) pay_for_send(message, entered);
  return ticket;
}

comm::Ticket Emulator::prepare(const comm::Message& message) {
  const comm::Ticket ticket = operations_.open();
  operations_[ticket] = {.message = message, .prepared = true, .below = below().prepare(message)};
  return ticket;
}

void Emulator::start(comm::Ticket prepared) {
  const auto& op = operations_[prepared];
  const bool sends = op.message.kind == comm::Message::Kind::send;
  const double entered = now();
  if (sends)
    begin_send(prepared, entered);
  else
    begin_receive(prepared);
  below().start(op.below);
  if (sends) pay_for_send(op.message, entered);
}

void Emulator::release(comm::Ticket prepared) {
  below().release(operations_[prepared].below);
  operations_.close(prepared);
}

void Emulator::put(const comm::Message& message) {
  const Link link = link_to(message.peer);
  const std::size_t bytes = message.data.size();
  const double left = out_.take(now() + link.overhead, seconds(link, bytes));
  below().perform(message);
  auto& deposited = deposited_[static_cast<std::size_t>(message.peer)];
  deposited = {deposited.bytes + bytes, left};
  pass_time_until(left + 2 * link.latency);
}

comm::Ticket Emulator::begin_collective(const comm::Message& message) {
  const comm::Ticket ticket = operations_.open();
  auto& op = operations_[ticket];
  op.message = message;
  if (message.kind == comm::Message::Kind::broadcast)
    op.collective = std::make_unique<TreeBroadcast>(*this, message.data, message.peer);
  else
    op.collective = std::make_unique<TreeSum>(*this, message.values(), message.peer);
  collectives_.push_back(ticket);
  progress();
  return ticket;
}

std::string Emulator::unsupported_reason(comm::Capability capability) {
  if (capability == comm::Capability::shared)
    return "on an emulated network every rank is on a node of its own";
  return below().unsupported_reason(capability);
}

}  // namespace febem::network
