#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

constexpr int rows = 60, columns = 50;

/// Column c of a matrix stored by rows.
double entry(int row, int column) { return row + 0.01 * column; }

void run_vector_type(Probe& probe) {
  std::vector<double> matrix(rows * columns);
  for (int i = 0; i < rows * columns; ++i) matrix[static_cast<std::size_t>(i)] = entry(i / columns, i % columns);
  MPI_Datatype column, block;
  mpi::check(MPI_Type_vector(rows, 1, columns, MPI_DOUBLE, &column), "MPI_Type_vector");
  mpi::check(MPI_Type_commit(&column), "MPI_Type_commit");
  mpi::check(MPI_Type_vector(rows, 3, columns, MPI_DOUBLE, &block), "MPI_Type_vector");
  mpi::check(MPI_Type_commit(&block), "MPI_Type_commit");
  std::vector<double> line(rows), lines(3 * rows);
  probe.step("columns of a matrix");
  mpi::check(MPI_Sendrecv(&matrix[4], 1, column, probe.other(), 1, line.data(), rows, MPI_DOUBLE, probe.other(), 1,
                          MPI_COMM_WORLD, MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
  for (int i = 0; i < rows; ++i)
    probe.expect_equal(line[static_cast<std::size_t>(i)], entry(i, 4), "row " + std::to_string(i));
  mpi::check(MPI_Sendrecv(&matrix[10], 1, block, probe.other(), 1, lines.data(), 3 * rows, MPI_DOUBLE, probe.other(), 1,
                          MPI_COMM_WORLD, MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
  for (int i = 0; i < 3 * rows; ++i)
    probe.expect_equal(lines[static_cast<std::size_t>(i)], entry(i / 3, 10 + i % 3),
                       "entry " + std::to_string(i) + " of three columns");
  mpi::check(MPI_Type_free(&column), "MPI_Type_free");
  mpi::check(MPI_Type_free(&block), "MPI_Type_free");
}

}  // namespace

extern const Case vector_type_case{
    .name = "vector_type",
    .help = "columns of a matrix stored by rows, one and three at a time, into contiguous memory",
    .standard = "a vector type takes blocks at equal distances (MPI 3.1, 4.1.2)",
    .run = run_vector_type};

}  // namespace febem::check
