// A network that buffers nothing: every send waits for its receiver, as with an eager limit of 0.
//
// A program that relies on a library's buffering stops here; on another library, or with longer messages, it would have.
#pragma once

#include "comm/decorator.h"

namespace febem::comm {

class Unbuffered final : public Decorator {
 public:
  using Decorator::Decorator;

  void send(Bytes data, int destination, Purpose purpose, SendMode) override {
    below().send(data, destination, purpose, SendMode::synchronous);
  }
  Ticket start_send(Bytes data, int destination, Purpose purpose, SendMode) override {
    return below().start_send(data, destination, purpose, SendMode::synchronous);
  }
  Ticket prepare_send(Bytes data, int destination, Purpose purpose, SendMode) override {
    return below().prepare_send(data, destination, purpose, SendMode::synchronous);
  }
};

}  // namespace febem::comm
