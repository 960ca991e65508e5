// The forward and backward sweeps of a panel factor over many right-hand sides: X = X A_s^{-1}, a
// right-hand side a row of X, as in stages/reduce/README.md (A_s is symmetric). X1 holds the
// columns of a panel's pivots, X2 those of the rest of its front.
//
// The degrees of freedom in the front live in a window of columns without holes. Before a panel its
// pivots are moved to the window's end (in the forward sweep; moved back in the backward sweep), so
// that a panel's update is one product
//
//     [ X2 | X1 ]:   X2 -= X1 L21^T        or        X1 -= X2 L21
//
// with the rows of L21 brought to the order of the window: L is rearranged, not the right-hand
// sides.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "la/blas.h"
#include "stages/common/factor.h"
#include "timing/arithmetic.h"

namespace febem::reduce {

using common::PanelShape;
using la::Index;

/// The square on top of a panel: L11 and D.
template <class Values>
auto l11_of(const Values& values) {
  return values.topRows(values.cols());
}

class PanelSweep {
 public:
  /// `x` is (number of right-hand sides) x n_s, each column one degree of freedom. All are kept by
  /// reference.
  PanelSweep(const std::vector<PanelShape>& shapes, la::View x, timing::Arithmetic& arithmetic);

  /// Called between parts of a panel's arithmetic, so that messages in flight make progress; the
  /// arithmetic does not depend on it.
  using Progress = std::function<void()>;

  /// X1 = X1 L11^{-T}, X2 -= X1 L21^T. For k = 0, 1, ... in this order.
  void forward(std::size_t k, const la::ConstView& values, const Progress& progress);
  /// X1 = (X1 D^{-1} - X2 L21) L11^{-1}. For k = ..., 1, 0 in this order, after the forward sweep.
  void backward(std::size_t k, const la::ConstView& values, const Progress& progress);

 private:
  /// How the window changes for one panel.
  struct Placement {
    std::vector<Index>
        entering;  ///< positions among the panel's rows of those that join the window at its end
    std::vector<std::pair<Index, Index>>
        interchanges;          ///< of columns, that bring the pivots to the end
    std::vector<Index> slots;  ///< column of each row of the panel after that
    Index rest = 0;            ///< columns that stay
  };

  void place();
  /// L21 in the order of the window: rest x pivots.
  la::Workspace<core::Complex> rearranged(
      const PanelShape& shape, const Placement& placement, const la::ConstView& values);
  void subtract_product(la::View c, const la::ConstView& a, const la::ConstView& b, la::Op op_b,
      Index rest, const Progress& progress);

  const std::vector<PanelShape>& shapes_;
  la::View x_;
  timing::Arithmetic& m_;
  std::vector<Placement> placements_;
  la::Workspace<core::Complex> window_;
};

}  // namespace febem::reduce
