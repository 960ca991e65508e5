#include "app/network_stack.h"

#include <algorithm>
#include <cstdio>

#include "app/trace_file.h"
#include "comm/clock_offset.h"
#include "core/error.h"
#include "core/stage.h"

namespace febem::app {
namespace {

using core::Stage;

void check_ranks(const comm::NetworkModel& model, int size) {
  for (const auto& [from, to, link] : model.exceptions)
    if (from >= size || to >= size)
      throw core::InputError("--emulate-link " + std::to_string(from) + "-" + std::to_string(to) +
                             ": the run has ranks 0 to " + std::to_string(size - 1));
}

io::LinkFigures figures_of(const comm::Link& link) { return {link.latency, link.overhead, link.bandwidth}; }

}  // namespace

NetworkStack::NetworkStack(comm::Transport& bare, const NetworkRequest& request)
    : bare_(&bare), top_(&bare), receive_buffer_(request.receive_buffer), trace_file_(request.trace) {
  if (request.emulated) {
    check_ranks(*request.emulated, bare.size());
    top_ = &emulator_.emplace(*top_, *request.emulated);
  }
  if (request.unbuffered) top_ = &unbuffered_.emplace(*top_);
  // What is handed out before stage 1, the surface of stage 2 with it, is this program's affair and not the solver's.
  if (request.receive_buffer || request.outstanding)
    top_ = &receiver_.emplace(*top_, request.receive_buffer,
                              std::vector{name(Stage::merge), name(Stage::reduce), name(Stage::eliminate)});
  const auto events = std::max<std::size_t>(request.trace_events / static_cast<std::size_t>(bare.size()), 1);
  if (!trace_file_.empty()) top_ = &trace_.emplace(*top_, comm::clock_offset(bare), events);
}

void NetworkStack::finish() {
  if (!trace_) return;
  const auto left_out = write_trace(trace_file_, trace_->take(), *bare_);
  if (left_out > 0)
    std::printf("the trace in %s is full: %llu later events are left out (--trace-events)\n", trace_file_.c_str(),
                static_cast<unsigned long long>(left_out));
}

std::vector<comm::HighWater> NetworkStack::take_high_water() {
  return receiver_ ? receiver_->take_high_water() : std::vector<comm::HighWater>{};
}

std::optional<core::Count> NetworkStack::take_most_outstanding(std::string_view section) {
  for (const auto& marks : take_high_water())
    if (marks.section == section) return *std::max_element(marks.outstanding.begin(), marks.outstanding.end());
  return std::nullopt;
}

void NetworkStack::emulate(const comm::NetworkModel& model) {
  if (!emulator_) return;
  emulator_->synchronise();
  emulator_->set(model);
  emulator_->synchronise();
}

io::NetworkFigures NetworkStack::figures() const {
  io::NetworkFigures figures;
  figures.receive_buffer_bytes = receive_buffer_;
  if (!emulator_) return figures;
  figures.emulated = true;
  figures.all = figures_of(emulator_->model().all);
  for (const auto& [from, to, link] : emulator_->model().exceptions)
    figures.links.push_back({from, to, figures_of(link)});
  return figures;
}

}  // namespace febem::app
