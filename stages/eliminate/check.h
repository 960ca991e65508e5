// Residual, growth and condition of the solution of stage 4. Not part of the stage: its messages
// count for the section it is called in.
#pragma once

#include <vector>

#include "stages/eliminate/eliminate.h"

namespace febem::eliminate {

/// How good the solutions are.
struct Quality {
  /// |A x - b| / (eps (|A| |x| + |b|) n) of each right-hand side, maximum norms; acceptable up to
  /// 16 (HPL).
  std::vector<double> residuals;
  double pivot_growth = 0;  ///< largest modulus left by elimination / largest modulus of A
  double condition_estimate =
      0;  ///< |A| |A^{-1}|, maximum norms, |A^{-1}| estimated (Higham 1988, LAPACK zlacn2)
};

/// The quality of an elimination of `system`. Collective; the result is the same on every rank, so
/// that all may decide by it.
Quality check(const common::DenseSystem& system, Elimination& elimination,
    const common::StageContext& context);

/// The quality after run_mixed(). The residual is that of the products. Norms, growth and condition
/// are those of the matrix in single precision, and its factor.
Quality check(const common::MixedSystem& system, Elimination& elimination,
    const common::StageContext& context);

}  // namespace febem::eliminate
