#include "pipeline/row_map.h"

#include <algorithm>

namespace febem::pipeline {

RowMap::RowMap(Index rows, Index block, int ranks) : rows_(rows), block_(block), ranks_(ranks) {}

Index RowMap::local_rows(int rank) const { return local_rows_before(rank, rows_); }

Index RowMap::local_rows_before(int rank, Index row) const {
  const Index cycle = block_ * ranks_;
  const Index in_last_cycle = std::clamp<Index>(row % cycle - rank * block_, 0, block_);
  return row / cycle * block_ + in_last_cycle;
}

std::vector<Index> RowMap::rows_of(int rank) const {
  std::vector<Index> rows(static_cast<std::size_t>(local_rows(rank)));
  for (std::size_t j = 0; j < rows.size(); ++j) rows[j] = global(rank, static_cast<Index>(j));
  return rows;
}

}  // namespace febem::pipeline
