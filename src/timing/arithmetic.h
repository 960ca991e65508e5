// The facade through which stages charge their arithmetic.
#pragma once

#include <utility>

#include "core/metrics.h"

namespace febem::timing {

using core::Count;

class Arithmetic {
 public:
  /// What follows is added to these flops, which must outlive it.
  void charge_to(core::Metrics& metrics) { metrics_ = &metrics; }

  /// Does `work()` and charges its `flops`.
  template <class F>
  void charge(Count flops, F&& work) {
    charge([&] {
      std::forward<F>(work)();
      return flops;
    });
  }
  /// The same where only the work itself knows: `work()` returns its flops.
  template <class F>
  void charge(F&& work) {
    metrics_->flops += std::forward<F>(work)();
  }

 private:
  core::Metrics* metrics_ = nullptr;
};

}  // namespace febem::timing
