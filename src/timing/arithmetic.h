// The facade through which stages charge their arithmetic.
#pragma once

#include <utility>

#include "core/metrics.h"

namespace febem::timing {

using core::Count;

class Arithmetic {
 public:
  /// Later charges are added to the flops of `metrics`, which must outlive this.
  void charge_to(core::Metrics& metrics) { metrics_ = &metrics; }

  /// Runs `work()` and charges its `flops`, real operations.
  template <class F>
  void charge(Count flops, F&& work) {
    charge([&] {
      std::forward<F>(work)();
      return flops;
    });
  }
  /// The same where `work()` returns its flops.
  template <class F>
  void charge(F&& work) {
    metrics_->flops += std::forward<F>(work)();
  }

 private:
  core::Metrics* metrics_ = nullptr;
};

}  // namespace febem::timing
