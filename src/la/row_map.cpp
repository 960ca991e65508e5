#include "la/row_map.h"

#include <algorithm>

namespace febem::la {

RowMap::RowMap(Index rows, Index block, int ranks)
    : rows_(rows), block_(std::min(block, std::max(rows, Index{1}))), ranks_(ranks) {}

Index RowMap::local_rows_before(int rank, Index row) const {
  const Index cycle = block_ * ranks_;
  return row / cycle * block_ + std::clamp(row % cycle - rank * block_, Index{0}, block_);
}

std::vector<Index> RowMap::rows_of(int rank) const {
  std::vector<Index> rows;
  for (Index j = 0; j < local_rows(rank); ++j) rows.push_back(global(rank, j));
  return rows;
}

}  // namespace febem::la
