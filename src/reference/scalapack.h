// ScaLAPACK's LU: the independent reference for the dense elimination.
#pragma once

#include <vector>

#include "la/matrix.h"

namespace febem::reference {

using core::Complex;
using core::Index;

/// P L U of a square matrix whose columns are dealt to the processes of MPI_COMM_WORLD block-cyclically (a 1 x P grid).
/// Every call is collective; messages are the library's own.
class Scalapack {
 public:
  /// `columns` is n x (this process's columns), in blocks of `block`. Factors at once.
  Scalapack(la::Matrix columns, Index block);
  ~Scalapack();
  Scalapack(const Scalapack&) = delete;
  Scalapack& operator=(const Scalapack&) = delete;

  bool singular() const { return singular_; }
  /// Solves M x = b, or M^T x = b; `b` is whole on process 0, and so is the result.
  la::Vector solve(la::Vector b, bool transposed) const;
  const la::Matrix& factors() const { return factors_; }

 private:
  int grid_ = 0;
  Index block_;
  la::Matrix factors_;
  std::vector<int> pivots_;
  bool singular_ = false;
};

}  // namespace febem::reference
