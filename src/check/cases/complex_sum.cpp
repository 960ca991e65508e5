// The type of C; the MPI_CXX_* types are gone from some libraries' headers.
#include <complex>
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

using Complex = std::complex<double>;

void sums(Probe& probe, int count) {
  std::vector<Complex> values(static_cast<std::size_t>(count)), all(values), scanned(values);
  for (int i = 0; i < count; ++i) values[static_cast<std::size_t>(i)] = {1.0 * i + probe.rank(), 2.0 * i - probe.rank()};
  mpi::check(MPI_Allreduce(values.data(), all.data(), count, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD),
             "MPI_Allreduce");
  mpi::check(MPI_Scan(values.data(), scanned.data(), count, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD), "MPI_Scan");
  const auto wanted = [](int i, int ranks) {
    return Complex(1.0 * i * ranks + ranks * (ranks - 1) / 2, 2.0 * i * ranks - ranks * (ranks - 1) / 2);
  };
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    probe.expect_equal(all[at], wanted(i, probe.size()), "sum " + std::to_string(i) + " of " + std::to_string(count));
    probe.expect_equal(scanned[at], wanted(i, probe.rank() + 1), "partial sum " + std::to_string(i));
  }
}

void complex_product(Probe& probe) {
  const Complex mine(1, 1);
  Complex all;
  mpi::check(MPI_Allreduce(&mine, &all, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD), "MPI_Allreduce");
  Complex wanted(1, 0);
  for (int i = 0; i < probe.size(); ++i) wanted *= mine;
  probe.expect_equal(all, wanted, "product of (1,1)");
}

void run_complex_sum(Probe& probe) {
  for (const int count : {1, 2, 63, 1000, 50001}) {
    probe.step("sums of " + std::to_string(count) + " complex numbers");
    sums(probe, count);
  }
  probe.step("a product of complex numbers");
  complex_product(probe);
}

}  // namespace

extern const Case complex_sum_case{
    .name = "complex_sum",
    .ranks = 3,
    .takes_more = true,
    .help = "sums, partial sums and a product of MPI_C_DOUBLE_COMPLEX",
    .standard = "MPI_SUM and MPI_PROD take complex types, MPI_C_DOUBLE_COMPLEX among them (MPI 3.1, 5.9.2)",
    .run = run_complex_sum};

}  // namespace febem::check
