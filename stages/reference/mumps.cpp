#include "stages/reference/mumps.h"

#include <mpi.h>
#include <petscksp.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/error.h"
#include "core/unwinding.h"
#include "mpi/check.h"
#include "stages/reference/petsc.h"

namespace febem::reference {
namespace {

/// Right-hand sides handed over at a time: by each process where they are dense, by all together
/// where they are sparse. MUMPS sorts sparse ones by where they begin in its tree, and the more it
/// sees the more alike are those of one of its blocks.
constexpr Index strip_width = 256;
/// Right-hand sides that MUMPS solves for together, in place of 32: the sonobuoy's 1664 sparse ones
/// take 1.4 s of processor time in place of 1.6, 512 dense ones 0.79 in place of 0.81; 128 are as
/// good.
constexpr PetscInt block_of_right_hand_sides = 64;
/// PORD, for large matrices: left alone, a MUMPS that has METIS may take that. The sonobuoy takes
/// 1.50e9 operations by PORD, 1.55e9 by AMF, 1.85e9 by METIS, 1.87e9 by AMD and QAMD and 2.35e9 by
/// Scotch; with elements half as long 4.3e10, and 5.6e10, 5.5e10 and 5.3e10 by AMF, METIS and
/// Scotch. Small ones are MUMPS's to choose for: they cost nothing, and by PORD it can miss that
/// they are singular.
constexpr Index large = 5000;
constexpr PetscInt ordering = 4;

bool is_first_process() {
  int rank = 0;
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  return rank == 0;
}

}  // namespace

/// Entries of a matrix by coordinates.
struct Coordinates {
  std::vector<PetscInt> rows, columns;
  std::vector<Complex> values;

  void add(Index row, Index column, Complex value) {
    rows.push_back(row);
    columns.push_back(column);
    values.push_back(value);
  }
  /// Makes them the entries of `matrix`. Collective.
  void set(Mat matrix, InsertMode mode) {
    check(MatSetPreallocationCOO(
              matrix, static_cast<PetscCount>(rows.size()), rows.data(), columns.data()),
        "MatSetPreallocationCOO");
    check(MatSetValuesCOO(matrix, values.data(), mode), "MatSetValuesCOO");
  }
};

struct Mumps::Handles {
  Mat matrix = nullptr;
  PC preconditioner = nullptr;
  Mat factored = nullptr;  // owned by the preconditioner
  Index size = 0;
  Index border = 0;  // columns of T
  Coordinates entries;

  core::Unwinding unwinding;

  ~Handles() {
    if (unwinding) return;
    PCDestroy(&preconditioner);
    MatDestroy(&matrix);
  }
};

Mumps::Mumps(Index size) : handles_(std::make_unique<Handles>()) {
  start_petsc();
  handles_->size = size;
}

Mumps::~Mumps() = default;

void Mumps::add(const std::vector<Index>& dofs, const la::Matrix& element) {
  for (std::size_t j = 0; j < dofs.size(); ++j)
    for (std::size_t i = 0; i < dofs.size(); ++i)
      if (dofs[i] >= 0 && dofs[j] >= 0)
        handles_->entries.add(
            dofs[i], dofs[j], element(static_cast<Index>(i), static_cast<Index>(j)));
}

void Mumps::border(const Eigen::SparseMatrix<double>& t) {
  auto& h = *handles_;
  h.border = static_cast<Index>(t.cols());
  if (!is_first_process()) return;
  for (Index j = 0; j < h.border; ++j) {
    const Index panel = h.size + j;
    h.entries.add(panel, panel, 0);  // PETSc wants a diagonal
    for (Eigen::SparseMatrix<double>::InnerIterator entry(t, j); entry; ++entry) {
      const auto dof = static_cast<Index>(entry.row());
      h.entries.add(dof, panel, entry.value());
      h.entries.add(panel, dof, entry.value());
    }
  }
}

namespace {

/// The last `count` of so many, all named by the first process: that is how PETSc takes them.
void set_schur_complement(Mat factored, Index first, Index count) {
  IS border = nullptr;
  check(ISCreateStride(PETSC_COMM_WORLD, is_first_process() ? count : 0, first, 1, &border),
      "ISCreateStride");
  check(MatFactorSetSchurIS(factored, border), "MatFactorSetSchurIS");
  ISDestroy(&border);
}

}  // namespace

bool Mumps::factor() {
  auto& h = *handles_;
  check(MatCreate(PETSC_COMM_WORLD, &h.matrix), "MatCreate");
  const Index total = h.size + h.border;
  check(MatSetSizes(h.matrix, PETSC_DECIDE, PETSC_DECIDE, total, total), "MatSetSizes");
  check(MatSetType(h.matrix, MATAIJ), "MatSetType");
  std::exchange(h.entries, {}).set(h.matrix, ADD_VALUES);
  check(MatSetOption(h.matrix, MAT_SYMMETRIC, PETSC_TRUE), "MatSetOption");
  check(PCCreate(PETSC_COMM_WORLD, &h.preconditioner), "PCCreate");
  check(PCSetOperators(h.preconditioner, h.matrix, h.matrix), "PCSetOperators");
  check(PCSetType(h.preconditioner, PCCHOLESKY), "PCSetType");
  check(PCFactorSetMatSolverType(h.preconditioner, MATSOLVERMUMPS), "PCFactorSetMatSolverType");
  check(PCFactorSetUpMatSolverType(h.preconditioner), "PCFactorSetUpMatSolverType");
  check(PCFactorGetMatrix(h.preconditioner, &h.factored), "PCFactorGetMatrix");
  if (h.size >= large) check(MatMumpsSetIcntl(h.factored, 7, ordering), "MatMumpsSetIcntl");
  if (h.border > 0) set_schur_complement(h.factored, h.size, h.border);
  check(MatMumpsSetIcntl(h.factored, 27, block_of_right_hand_sides), "MatMumpsSetIcntl");
  check(MatMumpsSetIcntl(h.factored, 14, 60),
      "MatMumpsSetIcntl");  // working space for delayed pivots, per cent
  check(MatMumpsSetIcntl(h.factored, 24, 1), "MatMumpsSetIcntl");  // detect null pivots
  check(PCSetUp(h.preconditioner), "PCSetUp");
  // Right-hand sides are of A alone; PETSc sets this anew in PCSetUp.
  if (h.border > 0) check(MatMumpsSetIcntl(h.factored, 26, 0), "MatMumpsSetIcntl");
  PetscInt status = 0, null_pivots = 0;
  check(MatMumpsGetInfog(h.factored, 1, &status), "MatMumpsGetInfog");
  check(MatMumpsGetInfog(h.factored, 28, &null_pivots), "MatMumpsGetInfog");
  if (status < 0 && status != -10)
    throw core::RunError("MUMPS failed with INFOG(1) = " + std::to_string(status));
  return status != -10 && null_pivots == 0;
}

core::Count Mumps::factor_entries() const {
  PetscInt entries = 0;  // negative: in millions
  check(MatMumpsGetInfog(handles_->factored, 29, &entries), "MatMumpsGetInfog");
  return entries < 0 ? core::Count{-1000000} * entries : entries;
}

namespace {

/// A count of MPI's.
int counted(core::Count value) {
  if (value > std::numeric_limits<int>::max())
    throw core::RunError(
        "a strip of right-hand sides has more than 2^31 numbers: too many degrees of freedom for "
        "'mumps'");
  return static_cast<int>(value);
}

/// Moves strips of right-hand sides between "each process has its own, all rows" and PETSc's "each
/// process has its rows of all". Counts and offsets are in doubles.
class Exchange {
 public:
  Exchange(Mat matrix, Index width) : width_(width) {
    const PetscInt* ranges = nullptr;
    check(MatGetOwnershipRanges(matrix, &ranges), "MatGetOwnershipRanges");
    MPI_Comm_size(PETSC_COMM_WORLD, &ranks_);
    MPI_Comm_rank(PETSC_COMM_WORLD, &rank_);
    rows_.assign(ranges, ranges + ranks_ + 1);
    widths_.resize(static_cast<std::size_t>(ranks_));
    mpi::check(MPI_Allgather(&width_, 1, MPI_INT, widths_.data(), 1, MPI_INT, PETSC_COMM_WORLD),
        "MPI_Allgather");
    int mine = 0, theirs = 0;
    for (int r = 0; r < ranks_; ++r) {
      own_counts_.push_back(counted(core::Count{2} * width_ * (rows_[r + 1] - rows_[r])));
      own_offsets_.push_back(mine);
      mine = counted(core::Count{mine} + own_counts_.back());
      petsc_counts_.push_back(counted(core::Count{2} * widths_[r] * local_rows()));
      petsc_offsets_.push_back(theirs);
      theirs = counted(core::Count{theirs} + petsc_counts_.back());
      total_width_ += widths_[r];
    }
    own_.resize(static_cast<std::size_t>(mine) / 2);
  }

  int local_rows() const { return rows_[rank_ + 1] - rows_[rank_]; }
  int total_width() const { return total_width_; }

  /// x(first .. first + width, :) of every process -> `strip`, local rows x total width.
  void to_petsc(const la::Matrix& x, Index first, Complex* strip) {
    for (int r = 0; r < ranks_; ++r)
      Eigen::Map<la::Matrix>(own_.data() + own_offsets_[r] / 2, rows_[r + 1] - rows_[r], width_) =
          x.block(first, rows_[r], width_, rows_[r + 1] - rows_[r]).transpose();
    mpi::check(
        MPI_Alltoallv(own_.data(), own_counts_.data(), own_offsets_.data(), MPI_DOUBLE, strip,
            petsc_counts_.data(), petsc_offsets_.data(), MPI_DOUBLE, PETSC_COMM_WORLD),
        "MPI_Alltoallv");
  }

  void from_petsc(const Complex* strip, Index first, la::Matrix& x) {
    mpi::check(
        MPI_Alltoallv(strip, petsc_counts_.data(), petsc_offsets_.data(), MPI_DOUBLE, own_.data(),
            own_counts_.data(), own_offsets_.data(), MPI_DOUBLE, PETSC_COMM_WORLD),
        "MPI_Alltoallv");
    for (int r = 0; r < ranks_; ++r)
      x.block(first, rows_[r], width_, rows_[r + 1] - rows_[r]) =
          Eigen::Map<la::Matrix>(own_.data() + own_offsets_[r] / 2, rows_[r + 1] - rows_[r], width_)
              .transpose();
  }

 private:
  int width_, ranks_ = 1, rank_ = 0, total_width_ = 0;
  std::vector<int> rows_, widths_, own_counts_, own_offsets_, petsc_counts_, petsc_offsets_;
  std::vector<Complex> own_;
};

/// Where there is a Schur complement, MatMatSolve would solve with that too.
void solve_one_by_one(Mat factored, Mat right, Mat solution) {
  PetscInt columns = 0;
  check(MatGetSize(right, nullptr, &columns), "MatGetSize");
  for (PetscInt column = 0; column < columns; ++column) {
    Vec b = nullptr, x = nullptr;
    check(MatDenseGetColumnVecRead(right, column, &b), "MatDenseGetColumnVecRead");
    check(MatDenseGetColumnVecWrite(solution, column, &x), "MatDenseGetColumnVecWrite");
    check(MatSolve(factored, b, x), "MatSolve");
    check(MatDenseRestoreColumnVecWrite(solution, column, &x), "MatDenseRestoreColumnVecWrite");
    check(MatDenseRestoreColumnVecRead(right, column, &b), "MatDenseRestoreColumnVecRead");
  }
}

}  // namespace

void Mumps::solve(la::Matrix& x) {
  auto& h = *handles_;
  if (h.border > 0) x.conservativeResizeLike(la::Matrix::Zero(x.rows(), h.size + h.border));
  for (Index first = 0;; first += strip_width) {
    Exchange exchange(h.matrix, std::clamp(static_cast<Index>(x.rows()) - first, 0, strip_width));
    if (exchange.total_width() == 0) break;
    Mat right = nullptr, solution = nullptr;
    check(MatCreateDense(PETSC_COMM_WORLD, exchange.local_rows(), PETSC_DECIDE, h.size + h.border,
              exchange.total_width(), nullptr, &right),
        "MatCreateDense");
    check(MatDuplicate(right, MAT_DO_NOT_COPY_VALUES, &solution), "MatDuplicate");
    Complex* strip = nullptr;
    check(MatDenseGetArray(right, &strip), "MatDenseGetArray");
    exchange.to_petsc(x, first, strip);
    check(MatDenseRestoreArray(right, &strip), "MatDenseRestoreArray");
    if (h.border > 0) {
      solve_one_by_one(h.factored, right, solution);
    } else {
      check(MatMatSolve(h.factored, right, solution), "MatMatSolve");
    }
    check(MatDenseGetArray(solution, &strip), "MatDenseGetArray");
    exchange.from_petsc(strip, first, x);
    check(MatDenseRestoreArray(solution, &strip), "MatDenseRestoreArray");
    MatDestroy(&right);
    MatDestroy(&solution);
  }
  if (h.border > 0) x.conservativeResize(Eigen::NoChange, h.size);
}

namespace {

/// Columns [first, first + count) of T, transposed: PETSc takes sparse right-hand sides by row, all
/// on the first process.
Mat sparse_columns(const Eigen::SparseMatrix<double>& t, Index first, Index count) {
  const bool has_rows = is_first_process();
  Mat rows = nullptr;
  check(MatCreate(PETSC_COMM_WORLD, &rows), "MatCreate");
  check(MatSetSizes(rows, has_rows ? count : 0, has_rows ? static_cast<PetscInt>(t.rows()) : 0,
            PETSC_DECIDE, PETSC_DECIDE),
      "MatSetSizes");
  check(MatSetType(rows, MATAIJ), "MatSetType");
  Coordinates entries;
  for (Index column = 0; has_rows && column < count; ++column)
    for (Eigen::SparseMatrix<double>::InnerIterator entry(t, first + column); entry; ++entry)
      entries.add(column, static_cast<Index>(entry.row()), entry.value());
  entries.set(rows, INSERT_VALUES);
  return rows;
}

}  // namespace

la::Matrix Mumps::schur_complement(Index panels) {
  la::Matrix g(panels, panels);
  if (is_first_process()) {
    Mat schur = nullptr;
    check(MatFactorGetSchurComplement(handles_->factored, &schur, nullptr),
        "MatFactorGetSchurComplement");
    const Complex* values = nullptr;
    check(MatDenseGetArrayRead(schur, &values), "MatDenseGetArrayRead");
    g.triangularView<Eigen::Lower>() =
        -Eigen::Map<const la::Matrix>(values, panels, panels);  // the upper part is undefined
    g.triangularView<Eigen::StrictlyUpper>() = g.transpose();
    check(MatDenseRestoreArrayRead(schur, &values), "MatDenseRestoreArrayRead");
    check(MatFactorRestoreSchurComplement(handles_->factored, &schur, MAT_FACTOR_SCHUR_UNFACTORED),
        "MatFactorRestoreSchurComplement");
  }
  mpi::check(MPI_Bcast(g.data(), counted(core::Count{2} * panels * panels), MPI_DOUBLE, 0,
                 PETSC_COMM_WORLD),
      "MPI_Bcast");
  return g;
}

la::Matrix Mumps::condensed(const Eigen::SparseMatrix<double>& t) {
  auto& h = *handles_;
  if (h.border > 0) return schur_complement(static_cast<Index>(t.cols()));
  PetscInt begin = 0, end = 0;
  check(MatGetOwnershipRange(h.matrix, &begin, &end), "MatGetOwnershipRange");
  const auto panels = static_cast<Index>(t.cols());
  const Eigen::SparseMatrix<double> own_t = t.middleRows(begin, end - begin);
  la::Matrix g = la::Matrix::Zero(panels, panels);
  for (Index first = 0; first < panels; first += strip_width) {
    const Index count = std::min(strip_width, panels - first);
    Mat right = sparse_columns(t, first, count), solution = nullptr;
    check(MatCreateDense(
              PETSC_COMM_WORLD, end - begin, PETSC_DECIDE, h.size, count, nullptr, &solution),
        "MatCreateDense");
    check(MatMatTransposeSolve(h.factored, right, solution), "MatMatTransposeSolve");
    const Complex* own = nullptr;
    check(MatDenseGetArrayRead(solution, &own), "MatDenseGetArrayRead");
    const Eigen::Map<const la::Matrix> x(own, end - begin, count);
    for (Index column = 0; column < count; ++column)
      for (Index j = 0; j < panels; ++j)
        for (Eigen::SparseMatrix<double>::InnerIterator entry(own_t, j); entry; ++entry)
          g(j, first + column) += entry.value() * x(entry.row(), column);
    check(MatDenseRestoreArrayRead(solution, &own), "MatDenseRestoreArrayRead");
    MatDestroy(&right);
    MatDestroy(&solution);
  }
  la::Matrix sum(panels, panels);
  mpi::check(MPI_Allreduce(g.data(), sum.data(), counted(core::Count{2} * panels * panels),
                 MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD),
      "MPI_Allreduce");
  return sum;
}

}  // namespace febem::reference
