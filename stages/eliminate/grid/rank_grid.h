// The ranks as a grid of rows and columns, and a square matrix that is block-cyclic on it.
#pragma once

#include <algorithm>

#include "core/rank_range.h"
#include "la/row_map.h"

namespace febem::eliminate {

/// The largest divisor R of a number of ranks with R - 1 not above half its square root.
constexpr int grid_rows(int ranks) {
  int rows = 1;
  for (int divisor = 2; 4 * (divisor - 1) * (divisor - 1) <= ranks; ++divisor)
    if (ranks % divisor == 0) rows = divisor;
  return rows;
}

/// Rank r is in grid row r / columns() and grid column r % columns(). The maps give the rows of A^T
/// that a grid row has, and the columns that a grid column has.
struct RankGrid {
  la::RowMap rows_map, columns_map;

  explicit RankGrid(const la::RowMap& map)
      : rows_map(map.rows(), map.block(), grid_rows(map.ranks())),
        columns_map(map.rows(), map.block(), map.ranks() / grid_rows(map.ranks())) {}

  int rows() const { return rows_map.ranks(); }
  int columns() const { return columns_map.ranks(); }
  int rank(int row, int column) const { return row * columns() + column; }
  core::RankRange ranks_of_row(int row) const { return {rank(row, 0), rank(row + 1, 0)}; }
  core::RankRange ranks_of_column(int column) const {
    return {column, rows() * columns(), columns()};
  }

  /// Rows of A^T from `first` down in a grid row; columns of A^T from `first` on in a grid column.
  la::Index rows_from(int row, la::Index first) const {
    return rows_map.local_rows(row) - rows_map.local_rows_before(row, first);
  }
  la::Index columns_from(int column, la::Index first) const {
    return columns_map.local_rows(column) - columns_map.local_rows_before(column, first);
  }
};

/// Calls visit(global, local, width) for the blocks that `owner` has from the beginning of block
/// `first` / map.block() on.
template <class Visit>
void for_each_block(const la::RowMap& map, int owner, la::Index first, Visit&& visit) {
  const la::Index end = map.local_rows(owner);
  for (la::Index local = map.local_rows_before(owner, first); local < end; local += map.block())
    visit(map.global(owner, local), local, std::min(map.block(), end - local));
}

}  // namespace febem::eliminate
