// GMRES, preconditioned from the right (Saad and Schultz, GMRES: a generalized minimal residual
// algorithm for solving nonsymmetric linear systems, 1986), in its flexible form, for which the
// preconditioner need not be linear to the last bit (Saad, A flexible inner-outer preconditioned
// GMRES algorithm, 1993). The algebra, the messages and their cost are in ../README.md.
#pragma once

#include <Eigen/Jacobi>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "stages/eliminate/eliminate.h"

namespace febem::eliminate {

using core::Complex;
using la::Index;

/// The right preconditioner M^{-1}, an approximation of A^{-1}.
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  /// Own entries of M^{-1} x from own entries of x. Collective.
  virtual Vector apply(const Vector& own) = 0;
};

/// The small problem inside GMRES:
/// min |beta e_1 - H y|, H upper Hessenberg with one more row than columns, column by column: H = Q
/// R by Givens rotations.
class LeastSquares {
 public:
  explicit LeastSquares(double beta) : right_hand_side_{beta} {}

  /// Adds column k (from 0), of k + 2 entries. Returns the residual |beta e_1 - H y|.
  double add(Vector column);
  /// The y of all columns; 0 for the last if it depends on those before it.
  Vector solution() const;

 private:
  Index size() const { return std::ssize(columns_); }
  /// Columns of R without the last if that depends on those before it.
  Index rank() const;

  std::vector<Vector> columns_;  ///< of R
  std::vector<Eigen::JacobiRotation<Complex>> rotations_;
  std::vector<Complex> right_hand_side_;  ///< Q^H beta e_1
};

/// Solves A x = b with own entries of the vectors. Refers to its arguments. The master decides:
/// what it computes from global sums is broadcast, so that ranks that round differently go on and
/// stop together.
class Gmres {
 public:
  Gmres(common::RowOperator& a, Preconditioner& preconditioner, const IterationLimits& limits,
      const common::StageContext& context)
      : a_(a), preconditioner_(preconditioner), limits_(limits), context_(context) {}

  /// Own entries of x, as good as they became; how that went is in `done`. Collective.
  Vector solve(const Vector& own_b, Iteration& done);

 private:
  /// What the master says of an iteration.
  struct Step {
    double norm = 0;  ///< of what is left of A times the last vector; 0 if that is rounding error
    double residual = 0;  ///< |b - A x| / |b| with the vectors so far
  };

  bool goes_on(const Iteration& done) const;
  void cycle(Iteration& done);
  Step iterate(Index k);
  Step orthogonalise(Vector& w, Index count);
  Step measured(std::span<Complex> sums, Vector column);
  void correct(Index count);
  void sum_everywhere(std::span<Complex> values) const;
  double norm(const Vector& own) const;
  double largest(const Vector& own) const;
  void reserve(Index columns);
  auto basis(Index count) const { return basis_.leftCols(count); }

  common::RowOperator& a_;
  Preconditioner& preconditioner_;
  const IterationLimits& limits_;
  const common::StageContext& context_;
  Vector b_, x_, r_;  ///< own entries, b over its largest entry; r = b - A x
  double b_norm_ = 0, r_norm_ = 0;
  // Own entries, with room for more:
  Matrix basis_;                         ///< v_j, orthonormal
  Matrix directions_;                    ///< z_j = M^{-1} v_j
  std::unique_ptr<LeastSquares> small_;  ///< on the master
};

/// Own entries of A^{-1} b from those of b, and how that went. Collective.
using Iterate = std::function<Vector(
    const Vector& own_b, Iteration& done, const common::StageContext& context)>;

/// A p = b by `iterate` for one column b of `right_hand_side` (own rows) after the other; the
/// solver of the result iterates anew for each right-hand side. Collective.
Elimination run_iteration(const la::RowMap& map, const Iterate& iterate,
    const Matrix& right_hand_side, const common::StageContext& context);

/// A p = b by GMRES with a preconditioner; the result refers to `a`. Collective.
Elimination run_gmres(common::RowOperator& a, std::unique_ptr<Preconditioner> preconditioner,
    const Matrix& right_hand_side, const IterationLimits& limits,
    const common::StageContext& context);

/// By the largest modulus of b: true, with how it went, if b is zero or not finite, so that there
/// is nothing to do or no way to do it.
bool needs_no_iteration(double largest, Iteration& done);

}  // namespace febem::eliminate
