// Observes how this rank gets on with its core.
#pragma once

#include "core/core_time.h"
#include "timing/arithmetic.h"

namespace febem::timing {

/// Whether what cores do tells anything of the times: not in a modelled run, nor under a simulator.
bool depends_on_cores(const Arithmetic& arithmetic);

/// Observes this thread from construction to destruction. Reads files of the system, for some 0.1 ms: keep both ends out of what is timed.
class CoreWatch {
 public:
  /// Observes nothing unless `wanted`.
  explicit CoreWatch(bool wanted);
  /// Adds what was observed to the charged CoreTime, if there is one.
  ~CoreWatch();
  CoreWatch(const CoreWatch&) = delete;
  CoreWatch& operator=(const CoreWatch&) = delete;

  /// `time` must outlive this.
  void charge_to(core::CoreTime& time) { time_ = &time; }

 private:
  bool wanted_;
  core::CoreTime before_;
  core::CoreTime* time_ = nullptr;
};

}  // namespace febem::timing
