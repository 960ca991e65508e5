#include <cstring>
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

constexpr int sum_length = 20011;

std::vector<double> sum(MPI_Comm comm, int contribution) {
  std::vector<double> mine(sum_length), result(sum_length);
  for (int i = 0; i < sum_length; ++i)
    mine[static_cast<std::size_t>(i)] = 1.0 / (3 + i + 7 * contribution) - 0.1 * contribution;
  mpi::check(MPI_Allreduce(mine.data(), result.data(), sum_length, MPI_DOUBLE, MPI_SUM, comm), "MPI_Allreduce");
  return result;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

std::string yes_or_no(bool yes) { return yes ? "yes" : "no"; }

void run_repeatable_sum(Probe& probe) {
  probe.step("one sum thirty times");
  const auto first = sum(MPI_COMM_WORLD, probe.rank());
  bool repeats = true;
  for (int i = 0; i < 30; ++i) repeats = same_bits(first, sum(MPI_COMM_WORLD, probe.rank())) && repeats;
  // The same contribution at each rank of another communicator, whose ranks are other processes.
  probe.step("the same sum with the ranks of other processes");
  MPI_Comm turned;
  mpi::check(MPI_Comm_split(MPI_COMM_WORLD, 0, (probe.rank() + 1) % probe.size(), &turned), "MPI_Comm_split");
  int rank = 0;
  mpi::check(MPI_Comm_rank(turned, &rank), "MPI_Comm_rank");
  const bool over_places = same_bits(first, sum(turned, rank));
  mpi::check(MPI_Comm_free(&turned), "MPI_Comm_free");
  probe.note("repeats to the bit: " + yes_or_no(repeats) + "; with ranks on other processes: " + yes_or_no(over_places));
  probe.fact("a sum repeats to the bit", repeats);
  probe.fact("a sum is the same with the ranks on other processes", over_places);
}

}  // namespace

extern const Case repeatable_sum_case{
    .name = "repeatable_sum",
    .ranks = 4,
    .takes_more = true,
    .help = "whether a sum that rounds comes out the same again, and with the ranks on other processes",
    .standard =
        "the same result for the same arguments in the same order is strongly recommended, not required (MPI 3.1, 5.9.1)",
    .run = run_repeatable_sum};

}  // namespace febem::check
