// One rank's partial copy of the front.
#pragma once

#include <span>
#include <vector>

#include "stages/common/factor.h"
#include "timing/arithmetic.h"

namespace febem::merge {

using analysis::Dofs;
using core::Complex;
using core::Count;
using la::Index;

/// The shared front is the sum over the ranks of their partial copies. Degrees of freedom live in
/// slots; every rank gives the same degree of freedom the same slot. Only the lower triangle (by
/// slot) is kept.
class PartialFront {
 public:
  /// A front for a system of `size` degrees of freedom that grows as it must. `rank` of `ranks`
  /// updates every ranks-th block of columns.
  PartialFront(Index size, int rank, int ranks, timing::Arithmetic& arithmetic);

  /// Gives slots to degrees of freedom that enter the front; those already in it keep theirs.
  /// Entries of -1 are skipped.
  void enter(const Dofs& dofs);
  /// Adds a symmetric element matrix to this rank's copy. An element may list a degree of freedom
  /// more than once.
  void add(const Dofs& dofs, const la::Matrix& element);
  /// Degrees of freedom in the front, by slot.
  Dofs active() const;
  Index active_count() const { return active_count_; }

  /// This rank's part of the columns of the first `columns.cols()` of `rows`; `columns` has
  /// rows.size() + 1 rows. The last holds the column's scale: the largest modulus in its column of
  /// an element matrix, summed over the elements.
  void copy_columns(const Dofs& rows, la::View columns) const;

  /// F -= L21 D L21^T on this rank's columns; those of the pivots, which then leave(), become zero.
  void eliminate(const common::PanelShape& shape, const la::ConstView& values);
  /// The front without these.
  void leave(std::span<const Dofs::value_type> dofs);

 private:
  static constexpr Index block_width =
      32;  ///< columns in a block, blocks being dealt to the ranks in turn

  Index slot(Index dof) const { return slots_[dof]; }
  Complex& entry(Index a, Index b) { return a >= b ? values_(a, b) : values_(b, a); }
  const Complex& entry(Index a, Index b) const { return a >= b ? values_(a, b) : values_(b, a); }
  void make_room();
  void clear(Index slot);
  Index used() const { return std::ssize(dofs_); }

  int rank_, ranks_;
  timing::Arithmetic& m_;
  Index capacity_ = 0;             ///< slots there is room for
  la::Workspace<Complex> values_;  ///< by slot
  std::vector<double>
      scales_;  ///< by slot: sum of the largest moduli of its columns of element matrices here
  std::vector<Index> slots_;  ///< by degree of freedom; -1 where it is not in the front
  Dofs dofs_;                 ///< by slot; -1 where the slot is free
  Index active_count_ = 0;
};

}  // namespace febem::merge
