// The facade through which stages charge their arithmetic: flops and seconds by section of the run.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/types.h"
#include "mpi/environment.h"

namespace febem::timing {

using core::Count;

/// Arithmetic one rank did in one section.
struct Work {
  std::string section;
  Count flops = 0;     ///< real additions and multiplications; a complex multiply-add is 8
  double seconds = 0;  ///< spent in charge()
};

class Arithmetic {
 public:
  Arithmetic() : sections_{Work{}} {}

  /// What follows is charged to `section`, adding to what is there already.
  void enter(std::string_view section);
  Work work(std::string_view section) const;

  /// Does `work()` and books its time and `flops`.
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
    const double start = mpi::wall_time();
    const Count flops = std::forward<F>(work)();
    sections_[current_].seconds += mpi::wall_time() - start;
    sections_[current_].flops += flops;
  }

 private:
  std::vector<Work> sections_;
  std::size_t current_ = 0;
};

}  // namespace febem::timing
