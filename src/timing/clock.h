// What passes while a rank works: seconds in a scope, time on its core, and how far the work has
// come.
#pragma once

#include <functional>
#include <string_view>

#include "core/metrics.h"
#include "mpi/environment.h"

namespace febem::timing {

class Arithmetic;

/// Adds the seconds from construction to destruction to a counter, which must outlive it.
class Clock {
 public:
  explicit Clock(double& seconds) : seconds_(&seconds), start_(mpi::wall_time()) {}
  ~Clock() { *seconds_ += mpi::wall_time() - start_; }
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

 private:
  double* seconds_;
  double start_;
};

/// Whether what cores do tells anything of the times: not in a modelled run, nor under a simulator.
bool depends_on_cores(const Arithmetic& arithmetic);

/// Observes this thread from construction to destruction. Reads files of the system, for some 0.1
/// ms: keep both ends out of what is timed.
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

/// Tells how far a long piece of work has come. Called now and then with the fraction done, 0 to 1;
/// may be empty.
using Progress = std::function<void(std::string_view section, double fraction)>;

}  // namespace febem::timing
