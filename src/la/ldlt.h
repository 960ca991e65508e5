// LDL^T of a panel: some columns of a complex symmetric (not Hermitian) indefinite matrix, with all
// rows.
//
// The panel holds the columns of b candidates for pivots, all f rows of the front:
//   [A11]   b x b, symmetric        A11 = P L11 D L11^T P^T
//   [A21]   (f-b) x b               L21 = A21 P L11^{-T} D^{-1}
// A pivot is good only if no entry of its column of L exceeds 1/u (threshold partial pivoting, u =
// 0.01). Otherwise the front would grow. First LAPACK factors the whole block (rook pivoting inside
// A11), and L21 is checked afterwards. If an entry of L21 is too large, the panel is factored
// again, one pivot at a time. Each pivot, 1 x 1 or 2 x 2, is judged over all rows. Candidates
// without a good pivot are delayed to a later panel (Duff and Reid 1983; a posteriori test as in
// Duff, Hogg and Lopez 2020).
#pragma once

#include <vector>

#include "la/matrix.h"

namespace febem::la {

/// The largest accepted entry of L is 1 / pivot_threshold.
inline constexpr double pivot_threshold = 0.01;
/// A pivot below this fraction of its scale is rounding error. The scale is the size of the entries
/// that its column was assembled from.
inline constexpr double singular_pivot = 1e-14;

/// Columns of L, with D in the places that L leaves free: front x pivots, column major. In the
/// first `pivots` rows L11 (unit lower triangular) stands below the diagonal, and the diagonal of D
/// on it. Entry (k, k+1) is the off-diagonal entry of a 2 x 2 pivot of k and k+1, or zero.
using PanelValues = Workspace<Complex>;

struct PivotPanel {
  /// All candidates, in their order; without values.
  static PivotPanel of_all(Index candidates);

  Index pivots = 0;          ///< candidates eliminated
  std::vector<Index> order;  ///< row k of the factored panel was row order[k] among the candidates
  PanelValues values;        ///< front x candidates, of which the first `pivots` columns count
  Index two_by_two = 0;
  double growth = 0;          ///< largest modulus in L
  double smallest_pivot = 1;  ///< smallest |pivot| / scale
};

/// Factors a panel of (front + 1) x candidates, whose last row holds the scales of the columns.
PivotPanel factor_panel(const ConstView& panel);

/// Approximate real operations of factor_panel(): 8 for each of b^3/6 + (f - b) b^2/2 complex
/// multiply-adds.
Count factor_panel_flops(Index front, Index candidates);

/// X = X D, with D in `values`. X has values.cols() columns, one for each pivot.
void multiply_by_pivots(const ConstView& values, View x);

/// X = X D^{-1}, with the 1 x 1 and 2 x 2 pivots of D in `values`. X has values.cols() columns, one
/// for each pivot.
void divide_by_pivots(const ConstView& values, View x);
/// X = X D^{-1} in single precision, computed in double precision: the product of two pivots may be
/// beyond the range of single precision.
void divide_by_pivots(const ConstView& values, SingleView x);

}  // namespace febem::la
