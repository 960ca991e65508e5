// Memory for one front after the other, as large as the largest so far: fresh memory costs more
// than what is computed with it once.
#pragma once

#include "timing/arithmetic.h"

namespace febem::merge {

class FrontMemory {
 public:
  /// So many zeros; valid until the next call.
  la::Complex* zeros(core::Count entries, timing::Arithmetic& m) {
    const core::Count fresh = entries - entries_.size();
    if (fresh > 0) {
      m.charge(timing::first_touch(fresh));
      entries_ = la::Workspace<la::Complex>();
      entries_ = m.matrix<la::Complex>(entries, 1);
    }
    Eigen::Map<la::Matrix> front(entries_.data(), entries, 1);
    m.set_zero(front);
    return entries_.data();
  }

 private:
  la::Workspace<la::Complex> entries_;
};

}  // namespace febem::merge
