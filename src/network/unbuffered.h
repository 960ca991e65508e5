// A network that buffers nothing: every send waits for its receiver, as with an eager limit of 0.
//
// A program that relies on a library's buffering stops here; on another library, or with longer messages, it would have.
#pragma once

#include "comm/decorator.h"

namespace febem::network {

class Unbuffered final : public comm::Decorator {
 public:
  using comm::Decorator::Decorator;

  void send(comm::Bytes data, int destination, comm::Purpose purpose, comm::SendMode) override {
    below().send(data, destination, purpose, comm::SendMode::synchronous);
  }
  comm::Ticket start_send(comm::Bytes data, int destination, comm::Purpose purpose, comm::SendMode) override {
    return below().start_send(data, destination, purpose, comm::SendMode::synchronous);
  }
  comm::Ticket prepare_send(comm::Bytes data, int destination, comm::Purpose purpose, comm::SendMode) override {
    return below().prepare_send(data, destination, purpose, comm::SendMode::synchronous);
  }
};

}  // namespace febem::network
