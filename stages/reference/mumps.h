// MUMPS through PETSc: the independent reference for the factor of A_s, in result and in speed.
#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <vector>

#include "la/matrix.h"

namespace febem::reference {

using core::Complex;
using core::Index;

/// A complex symmetric system over all processes of MPI_COMM_WORLD. Every call is collective unless
/// it says otherwise. Any process may own any element. MUMPS sends its own messages. Throws
/// core::RunError with PETSc's message if the library fails.
class Mumps {
 public:
  explicit Mumps(Index size);
  ~Mumps();
  Mumps(const Mumps&) = delete;
  Mumps& operator=(const Mumps&) = delete;

  /// Adds an element matrix. Degrees of freedom of -1 are skipped. Not collective.
  void add(const std::vector<Index>& dofs, const la::Matrix& element);
  /// Borders the matrix: [A T; T^T 0]. The factorisation then forms the Schur complement of A,
  /// which condensed() returns. T has `size` rows and any number of columns, equal on every
  /// process. Call it once, before factor(). Not collective.
  void border(const Eigen::SparseMatrix<double>& t);
  /// Assembles and factors (L D L^T). False if the matrix is singular.
  bool factor();
  /// Replaces right-hand sides by solutions. `x` has a row for each right-hand side of this
  /// process, and `size` columns.
  void solve(la::Matrix& x);
  /// T^T A^{-1} T on every process. T has `size` rows and any number of columns, equal on every
  /// process. It is solved for as sparse right-hand sides, or is the matrix that border() got.
  la::Matrix condensed(const Eigen::SparseMatrix<double>& t);
  /// The number of entries of the factors, all processes together.
  core::Count factor_entries() const;

 private:
  la::Matrix schur_complement(Index panels);

  struct Handles;
  std::unique_ptr<Handles> handles_;
};

}  // namespace febem::reference
