#include "network/trace.h"

#include <algorithm>
#include <utility>

#include "mpi/environment.h"

namespace febem::network {

/// A span from construction to destruction.
class Trace::Call {
 public:
  Call(Trace& trace, const char* name, int peer = -1, std::size_t bytes = 0) : trace_(&trace) {
    event_.text = trace.text(name);
    event_.peer = peer;
    event_.bytes = bytes;
    event_.begin = trace.now();
  }
  ~Call() {
    if (dropped_) return;
    event_.end = trace_->now();
    trace_->keep(event_);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Discards the span: the call did nothing.
  void drop() { dropped_ = true; }

 private:
  Trace* trace_;
  TraceEvent event_{TraceEvent::Kind::call};
  bool dropped_ = false;
};

Trace::Trace(comm::Transport& below, double offset, std::size_t most) : Decorator(below), offset_(offset), most_(most) {
  section_.text = text("start");
  section_.begin = now();
}

void Trace::keep(const TraceEvent& event) {
  auto& kept = event.kind == TraceEvent::Kind::section ? sections_ : others_;
  if (kept == most_) {
    ++log_.left_out;
    return;
  }
  ++kept;
  log_.events.push_back(event);
}

double Trace::now() const { return mpi::wall_time() + offset_; }

std::int32_t Trace::text(std::string_view name) {
  const auto found = std::find(log_.texts.begin(), log_.texts.end(), name);
  if (found == log_.texts.end()) {
    log_.texts.emplace_back(name);
    return static_cast<std::int32_t>(log_.texts.size()) - 1;
  }
  return static_cast<std::int32_t>(found - log_.texts.begin());
}

TraceLog Trace::take() {
  enter("end");
  sections_ = others_ = 0;
  return std::exchange(log_, {});
}

void Trace::enter(std::string_view section) {
  section_.end = now();
  keep(section_);
  section_.text = text(section);
  section_.begin = section_.end;
  below().enter(section);
}

void Trace::begin_transfer(std::string_view name, std::size_t bytes) {
  TraceEvent transfer{TraceEvent::Kind::transfer};
  transfer.text = text(name);
  transfer.bytes = bytes;
  transfer.begin = now();
  transfers_.push_back(transfer);
  below().begin_transfer(name, bytes);
}

void Trace::end_transfer() {
  below().end_transfer();
  transfers_.back().end = now();
  keep(transfers_.back());
  transfers_.pop_back();
}

// Flows

void Trace::keep_flow(TraceEvent::Kind kind, const Channel& channel, std::uint64_t number, std::size_t bytes) {
  const double present = now();
  keep({kind, 0, channel.first, static_cast<std::int32_t>(channel.second), number, bytes, present, present});
}

void Trace::leaves(const Channel& to, std::size_t bytes) { keep_flow(TraceEvent::Kind::flow_out, to, sent_[to]++, bytes); }

Trace::OperationRecord Trace::posted(const Channel& from, std::size_t bytes, bool prepared) {
  return {false, prepared, from, bytes, posted_[from]++};
}

void Trace::arrived(comm::Ticket ticket) {
  const auto found = operations_.find(ticket);
  if (found == operations_.end()) return;
  const OperationRecord message = found->second;
  if (!message.prepared) operations_.erase(found);
  if (message.sends) return;
  keep_flow(TraceEvent::Kind::flow_in, message.channel, message.number, message.bytes);
}

// Calls

void Trace::send(comm::Bytes data, int destination, comm::Purpose purpose, comm::SendMode mode) {
  const Call call(*this, "send", destination, data.size());
  leaves({destination, purpose}, data.size());
  below().send(data, destination, purpose, mode);
}

void Trace::receive(comm::MutableBytes data, int source, comm::Purpose purpose) {
  const Call call(*this, "receive", source, data.size());
  const OperationRecord message = posted({source, purpose}, data.size(), false);
  below().receive(data, source, purpose);
  keep_flow(TraceEvent::Kind::flow_in, message.channel, message.number, message.bytes);
}

comm::Ticket Trace::start_send(comm::Bytes data, int destination, comm::Purpose purpose, comm::SendMode mode) {
  const Call call(*this, "start send", destination, data.size());
  leaves({destination, purpose}, data.size());
  return below().start_send(data, destination, purpose, mode);
}

comm::Ticket Trace::start_receive(comm::MutableBytes data, int source, comm::Purpose purpose) {
  const Call call(*this, "start receive", source, data.size());
  const comm::Ticket ticket = below().start_receive(data, source, purpose);
  operations_[ticket] = posted({source, purpose}, data.size(), false);
  return ticket;
}

void Trace::wait(comm::Ticket ticket) {
  const Call call(*this, "wait");
  below().wait(ticket);
  arrived(ticket);
}

bool Trace::test(comm::Ticket ticket) {
  Call call(*this, "test");
  const bool done = below().test(ticket);
  if (done)
    arrived(ticket);
  else
    call.drop();
  return done;
}

void Trace::cancel(comm::Ticket receive) noexcept {
  operations_.erase(receive);
  below().cancel(receive);
}

comm::Ticket Trace::prepare_send(comm::Bytes data, int destination, comm::Purpose purpose, comm::SendMode mode) {
  const Call call(*this, "prepare send", destination, data.size());
  const comm::Ticket ticket = below().prepare_send(data, destination, purpose, mode);
  operations_[ticket] = {true, true, {destination, purpose}, data.size(), 0};
  return ticket;
}

comm::Ticket Trace::prepare_receive(comm::MutableBytes data, int source, comm::Purpose purpose) {
  const Call call(*this, "prepare receive", source, data.size());
  const comm::Ticket ticket = below().prepare_receive(data, source, purpose);
  operations_[ticket] = {false, true, {source, purpose}, data.size(), 0};
  return ticket;
}

void Trace::start(comm::Ticket prepared) {
  auto& operation = operations_.at(prepared);
  const Call call(*this, "start", operation.channel.first, operation.bytes);
  if (operation.sends)
    leaves(operation.channel, operation.bytes);
  else
    operation = posted(operation.channel, operation.bytes, true);
  below().start(prepared);
}

void Trace::release(comm::Ticket prepared) {
  operations_.erase(prepared);
  below().release(prepared);
}

comm::Ticket Trace::start_partitioned_send(comm::Bytes data, int partitions, int destination) {
  const Call call(*this, "start partitioned send", destination, data.size());
  leaves({destination, comm::Purpose::data}, data.size());
  return below().start_partitioned_send(data, partitions, destination);
}

comm::Ticket Trace::start_partitioned_receive(comm::MutableBytes data, int partitions, int source) {
  const Call call(*this, "start partitioned receive", source, data.size());
  const comm::Ticket ticket = below().start_partitioned_receive(data, partitions, source);
  operations_[ticket] = posted({source, comm::Purpose::data}, data.size(), false);
  return ticket;
}

void Trace::deposit(comm::Memory kind, comm::Bytes data, int destination, std::size_t offset) {
  const Call call(*this, "deposit", destination, data.size());
  below().deposit(kind, data, destination, offset);
}

void Trace::native_broadcast(comm::BroadcastBuffer data, int root) {
  const Call call(*this, "native broadcast", root, data.size());
  below().native_broadcast(data, root);
}

void Trace::native_sum(std::span<double> values, int root) {
  const Call call(*this, "native sum", root, values.size_bytes());
  below().native_sum(values, root);
}

comm::Ticket Trace::start_native_broadcast(comm::BroadcastBuffer data, int root) {
  const Call call(*this, "start native broadcast", root, data.size());
  return below().start_native_broadcast(data, root);
}

comm::Ticket Trace::start_native_sum(std::span<double> values, int root) {
  const Call call(*this, "start native sum", root, values.size_bytes());
  return below().start_native_sum(values, root);
}

}  // namespace febem::network
