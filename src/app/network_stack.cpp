#include "app/network_stack.h"

#include <string>

#include "core/error.h"

namespace febem::app {
namespace {

void check_ranks(const comm::NetworkModel& model, int size) {
  for (const auto& [from, to, link] : model.exceptions)
    if (from >= size || to >= size)
      throw core::InputError("--emulate-link " + std::to_string(from) + "-" + std::to_string(to) +
                             ": the run has ranks 0 to " + std::to_string(size - 1));
}

io::LinkFigures figures_of(const comm::Link& link) { return {link.latency, link.overhead, link.bandwidth}; }

}  // namespace

NetworkStack::NetworkStack(comm::Transport& bare, const NetworkRequest& request) : top_(&bare) {
  if (!request.emulated) return;
  check_ranks(*request.emulated, bare.size());
  top_ = &emulator_.emplace(*top_, *request.emulated);
}

void NetworkStack::emulate(const comm::NetworkModel& model) {
  if (!emulator_) return;
  emulator_->synchronise();
  emulator_->set(model);
  emulator_->synchronise();
}

io::NetworkFigures NetworkStack::figures() const {
  io::NetworkFigures figures;
  if (!emulator_) return figures;
  figures.emulated = true;
  figures.all = figures_of(emulator_->model().all);
  for (const auto& [from, to, link] : emulator_->model().exceptions)
    figures.links.push_back({from, to, figures_of(link)});
  return figures;
}

}  // namespace febem::app
