#include "la/row_map.h"

#include <algorithm>

namespace febem::la {

using core::Count;

RowMap::RowMap(Index rows, Index block, int ranks)
    : rows_(rows), block_(std::min(block, std::max(rows, Index{1}))), ranks_(ranks) {}

Index RowMap::blocks() const { return static_cast<Index>((Count{rows_} + block_ - 1) / block_); }

Index RowMap::global(int rank, Index local) const {
  return static_cast<Index>((Count{local / block_} * ranks_ + rank) * block_ + local % block_);
}

Index RowMap::local_rows(int rank) const { return local_rows_before(rank, rows_); }

Index RowMap::local_rows_before(int rank, Index row) const {
  const Count cycle = Count{block_} * ranks_;
  const Count in_last_cycle = std::clamp<Count>(row % cycle - Count{rank} * block_, 0, block_);
  return static_cast<Index>(row / cycle * block_ + in_last_cycle);
}

std::vector<Index> RowMap::rows_of(int rank) const {
  std::vector<Index> rows(static_cast<std::size_t>(local_rows(rank)));
  for (std::size_t j = 0; j < rows.size(); ++j) rows[j] = global(rank, static_cast<Index>(j));
  return rows;
}

}  // namespace febem::la
