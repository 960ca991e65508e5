// LDL^T of a panel: some columns of a complex symmetric (not Hermitian) indefinite matrix, all rows.
//
// The panel holds the columns of b candidates for pivots, all f rows of the front:
//   [A11]   b x b, symmetric        A11 = P L11 D L11^T P^T
//   [A21]   (f-b) x b               L21 = A21 P L11^{-T} D^{-1}
// A pivot is only good if no entry of its column of L exceeds 1/u (threshold partial pivoting, u = 0.01): otherwise the
// front would grow. First the whole block is factored by LAPACK (rook pivoting inside A11) and judged afterwards; if an
// entry of L21 is too large, the panel is done again one pivot at a time, 1 x 1 or 2 x 2, each judged over all rows, and
// candidates without a good pivot are delayed to a later panel (Duff and Reid 1983; a posteriori test as in Duff, Hogg
// and Lopez 2020).
#pragma once

#include <vector>

#include "la/matrix.h"

namespace febem::la {

using core::Count;

/// Largest entry of L that is let pass is 1 / pivot_threshold.
inline constexpr double pivot_threshold = 0.01;
/// A pivot below this fraction of what its column was assembled from is rounding error.
inline constexpr double singular_pivot = 1e-14;

/// Columns of L with D in the places that L leaves free: front x pivots, column major. Below the diagonal of the first
/// `pivots` rows stands L11 (unit lower triangular), on it the diagonal of D, and above it, at (k, k+1), the off-diagonal
/// entry of a 2 x 2 pivot made of k and k+1 (zero otherwise).
using PanelValues = Matrix;

struct PivotPanel {
  Index pivots = 0;          ///< candidates eliminated
  std::vector<Index> order;  ///< row k of the factored panel was row order[k] among the candidates
  Matrix values;             ///< front x candidates; the first `pivots` columns as PanelValues
  Index two_by_two = 0;
  double growth = 0;          ///< largest modulus in L
  double smallest_pivot = 1;  ///< of |pivot| / scale, where the scale is what the column was assembled from
};

/// `panel` is (front + 1) x candidates, the last row the scales.
PivotPanel factor_panel(const ConstView& panel);

/// Real operations, about: 8 a complex multiply-add, of which there are b^3/6 + (f - b) b^2/2.
Count factor_panel_flops(Index front, Index candidates);

/// X = X D for X of values.cols() columns, one a pivot, by the pivots that `values` holds.
void multiply_by_pivots(const ConstView& values, View x);

/// X = X D^{-1} for X of values.cols() columns, one a pivot, by the 1 x 1 and 2 x 2 pivots that `values` holds.
void divide_by_pivots(const ConstView& values, View x);
/// X = X D^{-1} in single precision, computed in double: the product of two pivots may be beyond the range of single.
void divide_by_pivots(const ConstView& values, SingleView x);

}  // namespace febem::la
