// Partial LDL^T of a front: a complex symmetric matrix in which only some rows and columns may be
// eliminated.
//
//   [A11]        c x c, the candidates      A = [L11   ] [D   ] [L11^T L21^T]
//   [A21 A22]    the others                     [L21  I] [   S] [         I ]
//
// Pivots are sought among the candidates, and judged over all rows of the front (ldlt.h).
// Candidates without a good pivot are delayed: they stay in S, before the other rows.
#pragma once

#include <vector>

#include "la/ldlt.h"
#include "timing/arithmetic.h"

namespace febem::merge {

using la::Index;

struct FrontFactor {
  Index pivots = 0;  ///< candidates eliminated
  std::vector<Index>
      order;  ///< row k of L, then of S, was row order[k] of the front: pivots, delayed, others
  la::PanelValues values;  ///< front x pivots
  Index two_by_two = 0;
  double growth = 0;          ///< largest modulus in L21 of any panel
  double smallest_pivot = 1;  ///< see PivotPanel

  /// Takes the figures of one more panel.
  void add_figures(const la::PivotPanel& panel);
};

/// LDL^T of the candidates in `columns`, whose rows are those that are left, the candidates first.
/// Only the lower triangle is read. `scales` are those of the candidates.
la::PivotPanel factor_columns(
    const la::ConstView& columns, const la::RealVector& scales, timing::Arithmetic& m);

/// Eliminates `width` candidates of the first `candidates` at a time. Only the lower triangle of
/// `front` is read; on return its last front.rows() - pivots rows and columns are S, the lower
/// triangle. `scales` of the candidates: what their columns were assembled from. Without others all
/// candidates are eliminated. If entries of the front are NaN or infinite, the factor has NaN, and
/// its growth is NaN.
FrontFactor factor_front(la::View front, Index candidates, const la::RealVector& scales,
    Index width, timing::Arithmetic& m);

}  // namespace febem::merge
