#include "stages/reference/scalapack.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/error.h"
#include "mpi/check.h"

extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int rows, int columns);
void Cblacs_gridexit(int context);
void Cblacs_pinfo(int* process, int* processes);
void descinit_(int* descriptor, const int* m, const int* n, const int* mb, const int* nb,
    const int* rsrc, const int* csrc, const int* context, const int* lld, int* info);
void pzgetrf_(const int* m, const int* n, void* a, const int* ia, const int* ja, const int* desca,
    int* ipiv, int* info);
void pzgetrs_(const char* trans, const int* n, const int* nrhs, const void* a, const int* ia,
    const int* ja, const int* desca, const int* ipiv, void* b, const int* ib, const int* jb,
    const int* descb, int* info, std::size_t trans_length);
}

namespace febem::reference {
namespace {

using Descriptor = std::array<int, 9>;
constexpr int one = 1;

/// A matrix of rows.rows() rows and `columns` columns, of which this process has `local_rows` rows.
Descriptor describe(const la::RowMap& rows, int columns, int local_rows, int context) {
  Descriptor descriptor;
  const int m = static_cast<int>(rows.rows()), block = static_cast<int>(rows.block()), zero = 0,
            leading = std::max(1, local_rows);
  int info = 0;
  descinit_(
      descriptor.data(), &m, &columns, &block, &block, &zero, &zero, &context, &leading, &info);
  if (info != 0) throw core::RunError("ScaLAPACK's descinit: argument " + std::to_string(-info));
  return descriptor;
}

int doubles(const la::Vector& x) { return 2 * static_cast<int>(x.size()); }

}  // namespace

Scalapack::Scalapack(la::Workspace<core::Complex> part, const BlockCyclic& layout)
    : world_(mpi::Communicator::world()), layout_(layout), factors_(std::move(part)) {
  int processes = 1;
  Cblacs_pinfo(&process_, &processes);
  Cblacs_get(-1, 0, &context_);
  Cblacs_gridinit(&context_, "Row", layout_.rows.ranks(), layout_.columns.ranks());
  const int n = static_cast<int>(layout_.rows.rows()),
            local_rows = static_cast<int>(factors_.rows());
  const auto descriptor = describe(layout_.rows, n, local_rows, context_);
  pivots_.resize(static_cast<std::size_t>(local_rows + layout_.rows.block()));
  int info = 0;
  pzgetrf_(&n, &n, factors_.data(), &one, &one, descriptor.data(), pivots_.data(), &info);
  if (info < 0) throw core::RunError("ScaLAPACK's pzgetrf: argument " + std::to_string(-info));
  singular_ = info > 0;
}

Scalapack::~Scalapack() {
  if (!unwinding_) Cblacs_gridexit(context_);
}

la::Vector Scalapack::solve(la::Vector b, bool transposed) const {
  const int n = static_cast<int>(layout_.rows.rows()),
            local_rows = static_cast<int>(factors_.rows());
  const int grid_row = layout_.grid_row(process_);
  const bool has_part =
      layout_.grid_column(process_) == 0;  // a vector lies on the first column of the grid
  const bool several_rows = layout_.rows.ranks() > 1;
  if (several_rows)
    mpi::check(MPI_Bcast(b.data(), doubles(b), MPI_DOUBLE, 0, world_.handle()), "MPI_Bcast");
  la::Vector part(local_rows);
  for (la::Index i = 0; i < local_rows; ++i) part[i] = b[layout_.rows.global(grid_row, i)];
  const auto matrix = describe(layout_.rows, n, local_rows, context_),
             right = describe(layout_.rows, 1, local_rows, context_);
  int info = 0;
  pzgetrs_(transposed ? "T" : "N", &n, &one, factors_.data(), &one, &one, matrix.data(),
      pivots_.data(), part.data(), &one, &one, right.data(), &info, 1);
  if (info < 0) throw core::RunError("ScaLAPACK's pzgetrs: argument " + std::to_string(-info));
  la::Vector x = la::Vector::Zero(n);
  for (la::Index i = 0; has_part && i < local_rows; ++i)
    x[layout_.rows.global(grid_row, i)] = part[i];
  if (!several_rows) return x;
  la::Vector whole = la::Vector::Zero(n);
  mpi::check(
      MPI_Reduce(x.data(), whole.data(), doubles(x), MPI_DOUBLE, MPI_SUM, 0, world_.handle()),
      "MPI_Reduce");
  return whole;
}

}  // namespace febem::reference
