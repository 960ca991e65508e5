#include "network/stack.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "comm/clock_offset.h"
#include "core/error.h"
#include "core/stage.h"
#include "core/text_table.h"

namespace febem::network {
namespace {

using core::Stage;

void check_ranks(const NetworkModel& model, int size) {
  for (const auto& [from, to, link] : model.exceptions)
    if (from >= size || to >= size)
      throw core::InputError("--emulate-link " + std::to_string(from) + "-" + std::to_string(to) +
                             ": the run has ranks 0 to " + std::to_string(size - 1));
}

io::LinkFigures figures_of(const Link& link) {
  return {link.latency, link.overhead, link.bandwidth};
}

}  // namespace

std::string describe(const Link& link) {
  return "latency " + core::with_prefix(link.latency, "s") + ", overhead " +
         core::with_prefix(link.overhead, "s") +
         (std::isfinite(link.bandwidth) ? ", " + core::with_prefix(link.bandwidth, "B/s") : "");
}

std::string describe(const Options& options) {
  std::string text;
  if (options.emulated) {
    text = "emulated network: " + describe(options.emulated->all);
    for (const auto& [from, to, link] : options.emulated->exceptions)
      text += "; " + std::to_string(from) + " to " + std::to_string(to) + ": " + describe(link);
    text += "; native collectives are a binomial tree";
  }
  if (options.receive_buffer)
    text += (text.empty() ? "" : "; ") +
            ("receive buffers of " + std::to_string(*options.receive_buffer) + " bytes");
  if (options.unbuffered) text += (text.empty() ? "" : "; ") + std::string("nothing is buffered");
  return text;
}

bool needs_all_ranks(const Options& options) {
  return !options.trace.empty() || options.outstanding || options.receive_buffer ||
         (options.emulated && !options.emulated->exceptions.empty());
}

Stack::Stack(comm::Transport& bare, const Options& options)
    : bare_(&bare), top_(&bare), description_(describe(options)),
      receive_buffer_(options.receive_buffer), trace_file_(options.trace) {
  if (options.emulated) {
    check_ranks(*options.emulated, bare.size());
    top_ = &emulator_.emplace(*top_, *options.emulated);
  }
  if (options.stall_limit && bare.size() > 1)
    top_ = &watchdog_.emplace(*top_, *options.stall_limit);
  if (options.unbuffered) top_ = &unbuffered_.emplace(*top_);
  // Not in the sections before stage 1 nor while the surface is distributed: those messages are
  // this program's, not the method's.
  if (options.receive_buffer || options.outstanding)
    top_ = &receiver_.emplace(*top_, options.receive_buffer,
        std::vector{name(Stage::merge), name(Stage::reduce), name(Stage::eliminate)});
  const auto events =
      std::max<std::size_t>(options.trace_events / static_cast<std::size_t>(bare.size()), 1);
  if (!trace_file_.empty()) top_ = &trace_.emplace(*top_, comm::clock_offset(bare), events);
}

void Stack::finish() {
  if (watchdog_) watchdog_->finish();
  if (!trace_) return;
  const auto left_out = write_trace(trace_file_, trace_->take(), *bare_);
  if (left_out > 0)
    std::printf("the trace in %s is full: %llu later events are left out (--trace-events)\n",
        trace_file_.c_str(), static_cast<unsigned long long>(left_out));
}

std::vector<HighWater> Stack::take_high_water() {
  return receiver_ ? receiver_->take_high_water() : std::vector<HighWater>{};
}

std::optional<core::Count> Stack::take_most_outstanding(std::string_view section) {
  for (const auto& marks : take_high_water())
    if (marks.section == section)
      return *std::max_element(marks.outstanding.begin(), marks.outstanding.end());
  return std::nullopt;
}

void Stack::emulate(const NetworkModel& model) {
  if (!emulator_) return;
  emulator_->synchronise();
  emulator_->set(model);
  emulator_->synchronise();
}

io::NetworkFigures Stack::figures() const {
  io::NetworkFigures figures;
  figures.receive_buffer_bytes = receive_buffer_;
  if (!emulator_) return figures;
  figures.emulated = true;
  figures.all = figures_of(emulator_->model().all);
  for (const auto& [from, to, link] : emulator_->model().exceptions)
    figures.links.push_back({from, to, figures_of(link)});
  return figures;
}

}  // namespace febem::network
