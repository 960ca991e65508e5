// GMRES, preconditioned from the right by a diagonal (Saad and Schultz, GMRES: a generalized minimal residual algorithm for solving
// nonsymmetric linear systems, 1986). The algebra, the messages and their cost are in ../README.md.
#pragma once

#include <memory>
#include <span>

#include "stages/eliminate/eliminate.h"
#include "stages/eliminate/krylov/least_squares.h"

namespace febem::eliminate {

using core::Complex;
using la::Index;
using la::Matrix;

/// Solves A x = b with own entries of the vectors. Refers to its arguments. The master decides: what it computes from global sums
/// is broadcast, so that ranks that round differently go on and stop together.
class Gmres {
 public:
  Gmres(pipeline::RowOperator& a, const IterationLimits& limits, const execution::StageContext& context);

  /// Own entries of x, as good as they became; how that went is in `done`. Collective.
  Vector solve(const Vector& own_b, Iteration& done);

  /// What solve() sends, all ranks together, if b is not zero.
  static comm::Traffic traffic(const pipeline::RowOperator& a, const Iteration& done, const comm::Messenger& messages);

 private:
  /// What the master says of an iteration.
  struct Step {
    double norm = 0;      ///< of what is left of A times the last vector; 0 if that is rounding error
    double residual = 0;  ///< |b - A x| / |b| with the vectors so far
  };

  bool goes_on(const Iteration& done) const;
  void cycle(Iteration& done);
  Step iterate(Index k);
  Step orthogonalise(Vector& w, Index count);
  Step measured(std::span<Complex> sums, Vector column);
  void correct(Index count);
  Vector preconditioned(const Vector& v) const { return v.cwiseQuotient(diagonal_); }
  void sum_everywhere(std::span<Complex> values) const;
  double norm(const Vector& own) const;
  double largest(const Vector& own) const;
  void reserve(Index columns);
  auto basis(Index count) const { return basis_.leftCols(count); }

  pipeline::RowOperator& a_;
  const IterationLimits& limits_;
  const execution::StageContext& context_;
  Vector diagonal_;       ///< own entries; 1 where it is 0
  Vector b_, x_, r_;      ///< own entries, b over its largest entry; r = b - A x
  double b_norm_ = 0, r_norm_ = 0;
  Matrix basis_;          ///< own entries of the Krylov vectors, orthonormal, with room for more
  std::unique_ptr<LeastSquares> small_;  ///< on the master
};

}  // namespace febem::eliminate
