// The factors of the row-owned elimination, where elimination left them. The algebra is in ../README.md.
#pragma once

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

/// A^T = P L U, by columns: column j of `values` holds column map.global(rank, j) of U on and above its diagonal position
/// and of L (unit lower triangular) below.
class RowFactor final : public Factored {
 public:
  RowFactor(la::OwnedRows factors, std::vector<Index> pivots, const execution::StageContext& context);

  Vector solve(const Vector& b) override;
  Vector solve_transposed(const Vector& b) override;
  double largest_entry() const override;

  /// x from y = U^{-T} b, of which each rank has its rows: x = P L^{-T} y.
  Vector back_substitute(const Vector& own_y) const;

 private:
  /// The columns of P^T L U that are the panel's, at its owner.
  auto own_columns(const RowPanel& panel) const {
    return factors_.values.middleCols(factors_.map.local(panel.first), panel.width());
  }

  la::OwnedRows factors_;
  std::vector<Index> pivots_;  ///< the row of A^T interchanged with row k
  comm::Messenger messages_;
  timing::Arithmetic& arithmetic_;  ///< the run's, which outlives this
};

}  // namespace febem::eliminate
