// A receive that has been started.
#pragma once

#include <utility>

#include "comm/transport.h"

namespace febem::comm {

/// Cancels the receive in its destructor unless it has completed, as when a run fails: its memory may be freed after that.
/// The transport must outlive it.
class PendingReceive {
 public:
  PendingReceive(Transport& transport, Ticket ticket) : transport_(&transport), ticket_(ticket) {}
  PendingReceive(PendingReceive&& other) noexcept
      : transport_(std::exchange(other.transport_, nullptr)), ticket_(other.ticket_) {}
  PendingReceive& operator=(PendingReceive&&) = delete;
  ~PendingReceive() {
    if (transport_ != nullptr) transport_->cancel(ticket_);
  }

  /// Blocks until it has completed; returns at once if test() or wait() saw that before.
  void wait() {
    if (transport_ != nullptr) transport_->wait(ticket_);
    transport_ = nullptr;
  }
  /// Whether it has completed.
  bool test() {
    if (transport_ != nullptr && transport_->test(ticket_)) transport_ = nullptr;
    return transport_ == nullptr;
  }

 private:
  Transport* transport_;  ///< null once it has completed
  Ticket ticket_;
};

}  // namespace febem::comm
