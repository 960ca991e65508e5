#include "network/trace.h"

#include <algorithm>
#include <utility>

#include "mpi/environment.h"

namespace febem::network {
namespace {

/// What a call on a message is called: "send", "start partitioned receive".
std::string name(std::string verb, const comm::Message& message) {
  if (message.partitions > 0) verb += "partitioned ";
  return verb += message.words().name;
}

TraceEvent::Way way(const comm::Message& message) {
  if (message.kind == comm::Message::Kind::send) return TraceEvent::Way::out;
  if (message.kind == comm::Message::Kind::receive) return TraceEvent::Way::in;
  return TraceEvent::Way::none;
}

}  // namespace

/// A span from construction to destruction.
class Trace::Call {
 public:
  Call(Trace& trace, std::string_view name) : trace_(&trace) {
    event_.text = trace.text(name);
    event_.begin = trace.now();
  }
  Call(Trace& trace, std::string_view name, const comm::Message& message) : Call(trace, name) {
    event_.peer = message.peer;
    event_.bytes = message.data.size();
  }
  /// A call on a message that has the number, or is about to get it.
  Call(Trace& trace, std::string_view name, const comm::Message& message, std::uint64_t number)
      : Call(trace, name, message) {
    event_.way = way(message);
    event_.purpose = static_cast<std::int32_t>(message.purpose);
    event_.number = number;
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

Trace::Trace(comm::Transport& below, double offset, std::size_t most)
    : Decorator(below), offset_(offset), most_(most) {
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

void Trace::keep_flow(const comm::Message& message, std::uint64_t number) {
  const double present = now();
  keep({TraceEvent::Kind::flow, way(message), 0, message.peer,
      static_cast<std::int32_t>(message.purpose), number, message.data.size(), present, present});
}

std::uint64_t& Trace::count(const comm::Message& message) {
  return counts_[{message.kind, message.peer, message.purpose}];
}

std::uint64_t Trace::begins(const comm::Message& message) {
  auto& number = count(message);
  if (way(message) == TraceEvent::Way::out) keep_flow(message, number);
  return number++;
}

void Trace::completes(const Record& record) {
  if (way(record.message) == TraceEvent::Way::in) keep_flow(record.message, record.number);
}

// Calls

void Trace::perform(const comm::Message& message) {
  const Call call(*this, name("", message), message, count(message));
  Decorator::perform(message);
}

comm::Ticket Trace::begin(const comm::Message& message) {
  const Call call(*this, name("start ", message), message, count(message));
  return Decorator::begin(message);
}

comm::Ticket Trace::prepare(const comm::Message& message) {
  const Call call(*this, name("prepare ", message), message);
  return Decorator::prepare(message);
}

void Trace::start(comm::Ticket prepared) {
  const auto& message = record(prepared).message;
  const Call call(*this, "start", message, count(message));
  Decorator::start(prepared);
}

void Trace::wait(comm::Ticket ticket) {
  const Call call(*this, "wait", record(ticket).message, record(ticket).number);
  Decorator::wait(ticket);
}

bool Trace::test(comm::Ticket ticket) {
  Call call(*this, "test", record(ticket).message, record(ticket).number);
  const bool done = Decorator::test(ticket);
  if (!done) call.drop();
  return done;
}

}  // namespace febem::network
