#include "network/emulator.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include "comm/clock_offset.h"
#include "comm/transport.h"
#include "core/error.h"
#include "mpi/environment.h"

namespace febem::network {
namespace {

bool takes_no_time(comm::Purpose purpose) { return purpose >= comm::Purpose::bookkeeping; }

/// A standard send of up to so many bytes completes when it has left, whatever the receiver does: a library below may
/// make it wait for a receiver that only waits for the emulated arrival of another message.
constexpr std::size_t buffered_up_to = std::size_t{64} << 10;
/// A sleeping thread wakes up late by about this much, s.
constexpr double oversleep = 100e-6;
/// A thread that yields continues within this, s, if no other wants the core.
constexpr double yielding = 3e-6;

void sleep(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

double seconds(const Link& link, std::size_t bytes) { return static_cast<double>(bytes) / link.bandwidth; }

comm::Transport& require_real(comm::Transport& below) {
  if (mpi::is_simulated()) throw core::InputError("a network cannot be emulated under a simulator: give the simulator another platform");
  return below;
}

}  // namespace

Emulator::Emulator(comm::Transport& below, NetworkModel model)
    : Decorator(require_real(below)), model_(std::move(model)), offset_(comm::clock_offset(below)), unwinding_(std::uncaught_exceptions()),
      stamps_(below, comm::Purpose::clock), matches_(below, comm::Purpose::matched), asking_(static_cast<std::size_t>(below.size())),
      deposited_(static_cast<std::size_t>(below.size())) {}

Emulator::~Emulator() {
  for (auto& op : operations_) op.collective.reset();   // gives up its receives through this object
  if (std::uncaught_exceptions() > unwinding_) return;  // the other ranks may never ask for the notes
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

// The table of operations

comm::Ticket Emulator::open(Operation operation) {
  if (free_.empty()) {
    operations_.push_back(std::move(operation));
    return operations_.size() - 1;
  }
  const comm::Ticket ticket = free_.back();
  free_.pop_back();
  operations_[ticket] = std::move(operation);
  return ticket;
}

void Emulator::close(comm::Ticket ticket) {
  operations_[ticket] = {};
  free_.push_back(ticket);
}

// Dating

void Emulator::leave_undated(Operation& op) {
  op.moved = false;
  op.dated = true;
  op.done = 0;
}

void Emulator::begin_send(comm::Ticket ticket, double entered) {
  auto& op = operations_[ticket];
  if (takes_no_time(op.purpose)) return leave_undated(op);
  const Link link = link_to(op.peer);
  const bool asks = op.mode == comm::SendMode::synchronous;
  const double asked = entered + link.overhead;
  op.left = out_.take(asked + (asks ? 2 * (link.latency + 2 * link.overhead) : 0), seconds(link, op.bytes));
  op.done = op.left;
  op.number = next_number_++;
  op.moved = false;
  op.dated = !asks;
  if (asks) {
    asking_[static_cast<std::size_t>(op.peer)].push_back(ticket);
    matches_.expect(op.peer);
  }
  auto& deposited = deposited_[static_cast<std::size_t>(op.peer)];
  stamps_.send({asked, op.left, op.number, op.purpose, op.mode, std::exchange(deposited, {})}, op.peer);
}

void Emulator::begin_receive(comm::Ticket ticket) {
  auto& op = operations_[ticket];
  if (takes_no_time(op.purpose)) return leave_undated(op);
  op.posted = now();
  op.moved = op.dated = false;
  const Channel channel{op.peer, op.purpose};
  posted_[channel].push_back(ticket);
  if (early_[channel].empty()) stamps_.expect(op.peer);
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
  const Link link = model_.link(op.peer, rank());
  const auto arrival = [&](double left, double duration) {
    return std::max(in_.take(left - duration + link.latency, duration), left + link.latency);
  };
  const double duration = seconds(link, op.bytes), deposited = seconds(link, stamp.deposited.bytes);
  double left = stamp.left;
  if (stamp.mode == comm::SendMode::synchronous) {
    const double matched = std::max(stamp.asked + link.latency + link.overhead, op.posted);
    left = std::max(left, matched + link.latency + 3 * link.overhead + duration);
  }
  const double announced = deposited > 0 ? arrival(stamp.deposited.left, deposited) : left;
  op.done = std::max(announced, arrival(left, duration));
  op.dated = true;
  if (stamp.mode == comm::SendMode::synchronous) matches_.send({stamp.number, left, op.done + link.overhead}, op.peer);
}

void Emulator::date_send(const Match& match, int destination) {
  auto& asking = asking_[static_cast<std::size_t>(destination)];
  const auto found = std::find_if(asking.begin(), asking.end(), [&](comm::Ticket ticket) { return operations_[ticket].number == match.number; });
  auto& op = operations_[*found];
  asking.erase(found);
  if (match.left > op.left) {
    const double duration = seconds(link_to(destination), op.bytes);
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
  while (!collectives_.empty() && operations_[collectives_.front()].collective->issued()) collectives_.pop_front();
  in_collective_ = false;
}

bool Emulator::finished(comm::Ticket ticket) {
  progress();
  auto& op = operations_[ticket];
  if (op.kind == Operation::Kind::collective) {
    const bool issued = std::find(collectives_.begin(), collectives_.end(), ticket) == collectives_.end();
    return issued && operations_[ticket].collective->done();
  }
  if (!op.moved) op.moved = below().test(op.below);
  return op.moved && op.dated && now() >= op.done;
}

void Emulator::finish(comm::Ticket ticket) {
  const auto& op = operations_[ticket];
  if (op.kind == Operation::Kind::receive && !takes_no_time(op.purpose)) pay_overhead(model_.link(op.peer, rank()), now());
  if (!op.prepared) close(ticket);
}

bool Emulator::idle(const Operation& op, mpi::Pause& pause) const {
  const bool settled = op.moved && op.dated;
  const double left = settled ? op.done - now() : 0;
  if (settled && left < yielding) {
    pass_time_until(op.done);
    return true;
  }
  const bool asked_for = std::any_of(posted_.begin(), posted_.end(), [](const auto& c) { return !c.second.empty(); });
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
  std::erase(posted_[{op.peer, op.purpose}], receive);
  below().cancel(op.below);
  close(receive);
}

// Messages

comm::Ticket Emulator::start_send(comm::Bytes data, int destination, comm::Purpose purpose, comm::SendMode mode) {
  const double entered = now();
  const comm::Ticket ticket = open({.peer = destination, .purpose = purpose, .mode = mode, .bytes = data.size()});
  begin_send(ticket, entered);
  if (mode == comm::SendMode::standard && data.size() <= buffered_up_to) {
    auto& message = leaving_.emplace_back(Leaving{{data.begin(), data.end()}, 0});
    message.below = below().start_send(message.data, destination, purpose, mode);
    operations_[ticket].moved = true;
  } else {
    operations_[ticket].below = below().start_send(data, destination, purpose, mode);
  }
  if (!takes_no_time(purpose)) pay_overhead(link_to(destination), entered);
  return ticket;
}

comm::Ticket Emulator::start_receive(comm::MutableBytes data, int source, comm::Purpose purpose) {
  const comm::Ticket ticket = open({.kind = Operation::Kind::receive, .peer = source, .purpose = purpose, .bytes = data.size()});
  begin_receive(ticket);
  operations_[ticket].below = below().start_receive(data, source, purpose);
  return ticket;
}

void Emulator::send(comm::Bytes data, int destination, comm::Purpose purpose, comm::SendMode mode) {
  wait(start_send(data, destination, purpose, mode));
}

void Emulator::receive(comm::MutableBytes data, int source, comm::Purpose purpose) {
  comm::PendingReceive(*this, start_receive(data, source, purpose)).wait();
}

comm::Ticket Emulator::prepare_send(comm::Bytes data, int destination, comm::Purpose purpose, comm::SendMode mode) {
  Operation op{.prepared = true, .peer = destination, .purpose = purpose, .mode = mode, .bytes = data.size()};
  op.below = below().prepare_send(data, destination, purpose, mode);
  return open(std::move(op));
}

comm::Ticket Emulator::prepare_receive(comm::MutableBytes data, int source, comm::Purpose purpose) {
  Operation op{.kind = Operation::Kind::receive, .prepared = true, .peer = source, .purpose = purpose, .bytes = data.size()};
  op.below = below().prepare_receive(data, source, purpose);
  return open(std::move(op));
}

void Emulator::start(comm::Ticket prepared) {
  const auto& op = operations_[prepared];
  const bool sends = op.kind == Operation::Kind::send;
  const double entered = now();
  if (sends)
    begin_send(prepared, entered);
  else
    begin_receive(prepared);
  below().start(op.below);
  if (sends) pay_overhead(link_to(op.peer), entered);
}

void Emulator::release(comm::Ticket prepared) {
  below().release(operations_[prepared].below);
  close(prepared);
}

comm::Ticket Emulator::start_partitioned_send(comm::Bytes data, int partitions, int destination) {
  const double entered = now();
  const comm::Ticket ticket = open({.peer = destination, .bytes = data.size()});
  begin_send(ticket, entered);
  operations_[ticket].below = below().start_partitioned_send(data, partitions, destination);
  pay_overhead(link_to(destination), entered);
  return ticket;
}

comm::Ticket Emulator::start_partitioned_receive(comm::MutableBytes data, int partitions, int source) {
  const comm::Ticket ticket = open({.kind = Operation::Kind::receive, .peer = source, .bytes = data.size()});
  begin_receive(ticket);
  operations_[ticket].below = below().start_partitioned_receive(data, partitions, source);
  return ticket;
}

void Emulator::deposit(comm::Memory kind, comm::Bytes data, int destination, std::size_t offset) {
  const Link link = link_to(destination);
  const double left = out_.take(now() + link.overhead, seconds(link, data.size()));
  below().deposit(kind, data, destination, offset);
  auto& deposited = deposited_[static_cast<std::size_t>(destination)];
  deposited = {deposited.bytes + data.size(), left};
  pass_time_until(left + 2 * link.latency);
}

// Collectives

comm::Ticket Emulator::begin_collective(std::unique_ptr<TreeCollective> collective) {
  Operation op{.kind = Operation::Kind::collective};
  op.collective = std::move(collective);
  const comm::Ticket ticket = open(std::move(op));
  collectives_.push_back(ticket);
  progress();
  return ticket;
}

comm::Ticket Emulator::start_native_broadcast(comm::BroadcastBuffer data, int root) {
  return begin_collective(std::make_unique<TreeBroadcast>(*this, data, root));
}

comm::Ticket Emulator::start_native_sum(std::span<double> values, int root) {
  return begin_collective(std::make_unique<TreeSum>(*this, values, root));
}

void Emulator::native_broadcast(comm::BroadcastBuffer data, int root) { wait(start_native_broadcast(data, root)); }

void Emulator::native_sum(std::span<double> values, int root) { wait(start_native_sum(values, root)); }

std::string Emulator::unsupported_reason(comm::Capability capability) {
  if (capability == comm::Capability::shared) return "on an emulated network every rank is on a node of its own";
  return below().unsupported_reason(capability);
}

}  // namespace febem::network
