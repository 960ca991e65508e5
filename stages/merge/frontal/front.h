// One rank's partial copy of the front.
#pragma once

#include <vector>

#include "pipeline/factor.h"

namespace febem::merge {

using core::Complex;
using core::Count;
using la::Index;
using pipeline::Dofs;

/// The shared front is the sum over the ranks of their partial copies. Degrees of freedom live in slots; every rank gives
/// the same degree of freedom the same slot. Only the lower triangle (by slot) is kept.
class Front {
 public:
  /// A front for a system of `size` degrees of freedom that grows as it must. `rank` of `ranks` updates every ranks-th
  /// block of columns.
  Front(Index size, int rank, int ranks);

  /// Gives slots to degrees of freedom that enter the front; those already in it keep theirs. Entries of -1 are skipped.
  void enter(const Dofs& dofs);
  /// Adds an element matrix to this rank's copy.
  void add(const Dofs& dofs, const la::Matrix& element);
  /// Degrees of freedom in the front, by slot.
  Dofs active() const;
  Index active_count() const { return active_count_; }

  /// This rank's part of the columns of the first `candidates` of `rows`: rows.size() + 1 rows. The last row holds the
  /// column's scale: the largest modulus in its column of an element matrix, summed over the elements.
  la::Matrix columns(const Dofs& rows, Index candidates) const;

  /// F -= L21 D L21^T on this rank's columns, then the pivots leave the front.
  void eliminate(const pipeline::PanelShape& shape, const pipeline::PanelValues& values);
  /// Real operations of the next eliminate() on this rank.
  Count eliminate_flops(Index pivots) const;

 private:
  static constexpr Index block_width = 32;  ///< columns in a block, blocks being dealt to the ranks in turn

  Index slot(Index dof) const { return slots_[dof]; }
  Complex& entry(Index a, Index b) { return a >= b ? values_(a, b) : values_(b, a); }
  const Complex& entry(Index a, Index b) const { return a >= b ? values_(a, b) : values_(b, a); }
  void grow(Index capacity);
  void leave(Index dof);
  Index used() const { return std::ssize(dofs_); }

  int rank_, ranks_;
  la::Matrix values_;               ///< by slot
  std::vector<double> scales_;      ///< by slot: sum of the largest moduli of its columns of element matrices here
  std::vector<Index> slots_;        ///< by degree of freedom; -1 where it is not in the front
  Dofs dofs_;                       ///< by slot; -1 where the slot is free
  Index active_count_ = 0;
};

}  // namespace febem::merge
