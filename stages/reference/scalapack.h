// ScaLAPACK's LU: the independent reference for the dense elimination.
#pragma once

#include <vector>

#include "core/unwinding.h"
#include "la/matrix.h"
#include "la/row_map.h"
#include "mpi/communicator.h"

namespace febem::reference {

/// A grid of all processes of MPI_COMM_WORLD, numbered along its rows.
struct ProcessGrid {
  int rows = 1, columns = 1;
};

/// The distribution of a square matrix over the grid: blocks of `block` x `block`, cyclically along
/// both directions.
struct BlockCyclic {
  la::RowMap rows, columns;

  BlockCyclic(la::Index size, la::Index block, ProcessGrid grid)
      : rows(size, block, grid.rows), columns(size, block, grid.columns) {}

  int grid_row(int process) const { return process / columns.ranks(); }
  int grid_column(int process) const { return process % columns.ranks(); }
};

/// The factorisation P L U of a square matrix. Every call is collective. ScaLAPACK sends its own
/// messages. Throws core::RunError if the library fails.
class Scalapack {
 public:
  /// Factors the matrix. `part` is this process's part of it: rows.local_rows(grid row) x
  /// columns.local_rows(grid column).
  Scalapack(la::Workspace<core::Complex> part, const BlockCyclic& layout);
  ~Scalapack();
  Scalapack(const Scalapack&) = delete;
  Scalapack& operator=(const Scalapack&) = delete;

  bool singular() const { return singular_; }
  /// Solves M x = b, or M^T x = b. `b` and the result are whole on process 0. On other processes
  /// they have the same size, and their values are not used.
  la::Vector solve(la::Vector b, bool transposed) const;
  const la::Workspace<core::Complex>& factors() const { return factors_; }

 private:
  mpi::Communicator world_;
  int process_ = 0, context_ = 0;  // of BLACS
  BlockCyclic layout_;
  la::Workspace<core::Complex> factors_;
  std::vector<int> pivots_;
  bool singular_ = false;
  core::Unwinding unwinding_;
};

}  // namespace febem::reference
