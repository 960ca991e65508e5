// The ownership of the rows of a dense matrix by ranks. Stages 2, 3 and 4 use the same ownership of
// the collocation rows.
#pragma once

#include <algorithm>
#include <vector>

#include "la/matrix.h"

namespace febem::la {

/// Block-cyclic ownership: rows 0 .. rows-1 are dealt to `ranks` ranks in turn, in blocks of
/// `block` consecutive rows. If `block` exceeds the number of rows, one block has all rows.
class RowMap {
 public:
  RowMap(Index rows, Index block, int ranks)
      : rows_(rows), block_(std::min(block, std::max(rows, Index{1}))), ranks_(ranks) {}

  Index rows() const { return rows_; }
  Index block() const { return block_; }
  int ranks() const { return ranks_; }
  Index blocks() const { return (rows_ + block_ - 1) / block_; }

  int owner(Index row) const { return block_owner(row / block_); }
  int block_owner(Index block_number) const { return static_cast<int>(block_number % ranks_); }
  /// Number of rows of `rank`.
  Index local_rows(int rank) const { return local_rows_before(rank, rows_); }
  /// Position of `row` among its owner's rows.
  Index local(Index row) const { return row / block_ / ranks_ * block_ + row % block_; }
  /// The row at position `local` (from 0) among the rows of `rank`.
  Index global(int rank, Index local) const {
    return (local / block_ * ranks_ + rank) * block_ + local % block_;
  }
  /// All rows of `rank`, ascending.
  std::vector<Index> rows_of(int rank) const {
    std::vector<Index> rows;
    for (Index j = 0; j < local_rows(rank); ++j) rows.push_back(global(rank, j));
    return rows;
  }
  /// Number of rows of `rank` before `row`.
  Index local_rows_before(int rank, Index row) const {
    const Index cycle = block_ * ranks_;
    return row / cycle * block_ + std::clamp(row % cycle - rank * block_, Index{0}, block_);
  }

 private:
  Index rows_, block_;
  int ranks_;
};

/// This rank's rows of a square matrix: column j of `values` is row map.global(rank, j), so that a
/// row is contiguous.
template <class T>
struct OwnedRowsOf {
  RowMap map;
  Workspace<T> values;  ///< map.rows() x map.local_rows(rank)
};
using OwnedRows = OwnedRowsOf<Complex>;
using SingleRows = OwnedRowsOf<SingleComplex>;

}  // namespace febem::la
