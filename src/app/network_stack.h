// The decorators a run was asked to have around its transport.
#pragma once

#include <optional>

#include "app/network_options.h"
#include "comm/decorators/emulator.h"
#include "io/results.h"

namespace febem::app {

/// Bare transport <- emulator, each only if asked for. Does not own the transport.
class NetworkStack {
 public:
  /// Collective. Throws core::InputError, on every rank, if the request cannot be met here.
  NetworkStack(comm::Transport& bare, const NetworkRequest& request);

  comm::Transport& top() { return *top_; }
  /// The emulated network; null if none is.
  const comm::NetworkModel* emulated() const { return emulator_ ? &emulator_->model() : nullptr; }
  /// Emulates another network from here on, if one is emulated at all. Collective, with no message under way.
  void emulate(const comm::NetworkModel& model);
  /// What it adds to the network at hand, for the report.
  io::NetworkFigures figures() const;

 private:
  comm::Transport* top_;
  std::optional<comm::Emulator> emulator_;
};

}  // namespace febem::app
