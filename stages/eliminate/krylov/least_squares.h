// The small problem inside GMRES.
#pragma once

#include <Eigen/Jacobi>
#include <vector>

#include "la/matrix.h"

namespace febem::eliminate {

/// min |beta e_1 - H y|, H upper Hessenberg with one more row than columns, column by column: H = Q R by Givens rotations.
class LeastSquares {
 public:
  explicit LeastSquares(double beta) : right_hand_side_{beta} {}

  /// Adds column k (from 0), of k + 2 entries. Returns the residual |beta e_1 - H y|.
  double add(la::Vector column);
  /// The y of all columns; 0 for the last if it depends on those before it.
  la::Vector solution() const;

 private:
  la::Index size() const { return std::ssize(columns_); }
  /// Columns of R without the last if that depends on those before it.
  la::Index rank() const;

  std::vector<la::Vector> columns_;  ///< of R
  std::vector<Eigen::JacobiRotation<la::Complex>> rotations_;
  std::vector<la::Complex> right_hand_side_;  ///< Q^H beta e_1
};

}  // namespace febem::eliminate
