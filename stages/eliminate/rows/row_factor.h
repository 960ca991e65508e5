// The factors of the row-owned elimination, where elimination left them. The algebra is in
// ../README.md.
#pragma once

#include <memory>
#include <vector>

#include "la/blas.h"
#include "stages/eliminate/eliminate.h"

namespace febem::eliminate {

using core::Complex;
using la::Index;

/// Panel `number`: rows [first, end) of A, owned by one rank.
struct RowPanel {
  Index number, first, end;
  int owner;
  Index width() const { return end - first; }
};

RowPanel row_panel(const la::RowMap& map, Index number);

/// A^T = P_1 L_1 P_2 L_2 .. U, a P_k and an L_k for each panel: column j of `values` holds column
/// map.global(rank, j) of U on and above its diagonal position and below it that of L_k (unit lower
/// triangular) as the interchanges of its own panel left it. Those of later panels would go over
/// all of L again. In the precision of T, double or single.
template <class T>
class RowFactor final : public Factored {
 public:
  using Matrix = la::MatrixOf<T>;

  RowFactor(
      la::OwnedRowsOf<T> factors, std::vector<Index> pivots, const common::StageContext& context);

  la::Vector solve(const la::Vector& b) override;
  la::Vector solve_transposed(const la::Vector& b) override;
  double largest_entry() const override;

  /// x from y = U^{-T} b, of which each rank has its rows, a column for each right-hand side:
  /// x = P_1 L_1^{-T} .. P_m L_m^{-T} y, interchanges being symmetric one by one. Collective.
  /// Many right-hand sides are substituted in look-ahead (../README.md).
  Matrix back_substitute(Matrix y) const;

 private:
  Matrix back_substitute_one(const Matrix& own_y) const;
  /// The columns of L_k and U that are the panel's, at its owner.
  auto own_columns(const RowPanel& panel) const {
    return factors_.values.middleCols(factors_.map.local(panel.first), panel.width());
  }

  la::OwnedRowsOf<T> factors_;
  std::vector<Index> pivots_;  ///< the row of A^T interchanged with row k
  comm::Messenger messages_;
  timing::Arithmetic& arithmetic_;  ///< the run's, which outlives this
};

/// The end of an elimination: p from y = U^{-T} b by the rows that this rank has.
Elimination solved(std::unique_ptr<RowFactor<Complex>> factored, const Matrix& own_y);

}  // namespace febem::eliminate
