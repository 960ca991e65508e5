#include "reference/scalapack.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/error.h"

extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int rows, int columns);
void Cblacs_gridexit(int context);
void Cblacs_pinfo(int* process, int* processes);
void descinit_(int* descriptor, const int* m, const int* n, const int* mb, const int* nb, const int* rsrc,
               const int* csrc, const int* context, const int* lld, int* info);
void pzgetrf_(const int* m, const int* n, void* a, const int* ia, const int* ja, const int* desca, int* ipiv, int* info);
void pzgetrs_(const char* trans, const int* n, const int* nrhs, const void* a, const int* ia, const int* ja,
              const int* desca, const int* ipiv, void* b, const int* ib, const int* jb, const int* descb, int* info,
              std::size_t trans_length);
}

namespace febem::reference {
namespace {

using Descriptor = std::array<int, 9>;

Descriptor describe(int rows, int columns, int row_block, int column_block, int grid) {
  Descriptor descriptor;
  const int zero = 0, leading = std::max(1, rows);
  int info = 0;
  descinit_(descriptor.data(), &rows, &columns, &row_block, &column_block, &zero, &zero, &grid, &leading, &info);
  if (info != 0) throw core::RunError("ScaLAPACK's descinit: argument " + std::to_string(-info));
  return descriptor;
}

constexpr int one = 1;

}  // namespace

Scalapack::Scalapack(la::Matrix columns, Index block) : block_(block), factors_(std::move(columns)) {
  int process = 0, processes = 1;
  Cblacs_pinfo(&process, &processes);
  Cblacs_get(-1, 0, &grid_);
  Cblacs_gridinit(&grid_, "Row", 1, processes);
  const int n = static_cast<int>(factors_.rows());
  // The row block must be that of the columns for pzgetrf; with one process row it moves nothing.
  const auto descriptor = describe(n, n, block_, block_, grid_);
  pivots_.resize(static_cast<std::size_t>(n + block_));
  int info = 0;
  pzgetrf_(&n, &n, factors_.data(), &one, &one, descriptor.data(), pivots_.data(), &info);
  if (info < 0) throw core::RunError("ScaLAPACK's pzgetrf: argument " + std::to_string(-info));
  singular_ = info > 0;
}

Scalapack::~Scalapack() { Cblacs_gridexit(grid_); }

la::Vector Scalapack::solve(la::Vector b, bool transposed) const {
  const int n = static_cast<int>(factors_.rows());
  const auto matrix = describe(n, n, block_, block_, grid_), right = describe(n, 1, block_, block_, grid_);
  int info = 0;
  pzgetrs_(transposed ? "T" : "N", &n, &one, factors_.data(), &one, &one, matrix.data(), pivots_.data(), b.data(), &one,
           &one, right.data(), &info, 1);
  if (info < 0) throw core::RunError("ScaLAPACK's pzgetrs: argument " + std::to_string(-info));
  return b;
}

}  // namespace febem::reference
