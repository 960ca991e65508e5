// Reductions: in place, reproducible, partial and scattered.
#include <cstring>
#include <vector>

#include "check/case.h"

namespace febem::check {
namespace {

void reduce_to(Probe& probe, int root, int count) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) values[static_cast<std::size_t>(i)] = i + probe.rank();
  if (probe.rank() == root)
    mpi::check(MPI_Reduce(MPI_IN_PLACE, values.data(), count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD), "MPI_Reduce");
  else
    mpi::check(MPI_Reduce(values.data(), nullptr, count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD), "MPI_Reduce");
  if (probe.rank() != root) return;
  const double all = probe.size(), of_ranks = all * (all - 1) / 2;
  for (int i = 0; i < count; ++i)
    probe.expect_equal(values[static_cast<std::size_t>(i)], all * i + of_ranks,
                       "sum " + std::to_string(i) + " of " + std::to_string(count) + " at root " + std::to_string(root));
}

void run_reduce_in_place(Probe& probe) {
  for (const int count : {1, 100, 1000, 10000, 100000})
    for (int root = 0; root < probe.size(); ++root) {
      probe.step("MPI_Reduce in place of " + std::to_string(count) + " doubles to root " + std::to_string(root));
      reduce_to(probe, root, count);
    }
}

void run_allreduce_identical(Probe& probe) {
  for (const int count : {1, 3, 1000, 200003}) {
    std::vector<double> mine(static_cast<std::size_t>(count)), sum(mine), of_root(mine);
    for (int i = 0; i < count; ++i) mine[static_cast<std::size_t>(i)] = 1.0 / (3 + i + 7 * probe.rank()) - 0.1 * probe.rank();
    probe.step("MPI_Allreduce of " + std::to_string(count) + " doubles");
    mpi::check(MPI_Allreduce(mine.data(), sum.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
    of_root = sum;
    mpi::check(MPI_Bcast(of_root.data(), count, MPI_DOUBLE, 0, MPI_COMM_WORLD), "MPI_Bcast");
    for (std::size_t i = 0; i < sum.size(); ++i)
      if (std::memcmp(&sum[i], &of_root[i], sizeof(double)) != 0)
        return probe.expect_equal(sum[i], of_root[i], "sum " + std::to_string(i) + " on rank " + std::to_string(probe.rank()));
  }
}

constexpr int sum_length = 20011;

std::vector<double> sum(MPI_Comm comm, int contribution) {
  std::vector<double> mine(sum_length), result(sum_length);
  for (int i = 0; i < sum_length; ++i) mine[static_cast<std::size_t>(i)] = 1.0 / (3 + i + 7 * contribution) - 0.1 * contribution;
  mpi::check(MPI_Allreduce(mine.data(), result.data(), sum_length, MPI_DOUBLE, MPI_SUM, comm), "MPI_Allreduce");
  return result;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) { return std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0; }

std::string yes_or_no(bool yes) { return yes ? "yes" : "no"; }

void run_repeatable_sum(Probe& probe) {
  probe.step("one sum thirty times");
  const auto first = sum(MPI_COMM_WORLD, probe.rank());
  bool repeats = true;
  for (int i = 0; i < 30; ++i) repeats = same_bits(first, sum(MPI_COMM_WORLD, probe.rank())) && repeats;
  // Each rank of another communicator contributes what that rank contributed before; its ranks are other processes.
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

void run_scan(Probe& probe) {
  for (const int count : {1, 3000}) {
    std::vector<int> mine(static_cast<std::size_t>(count), probe.rank() + 1), with(mine.size()), without(mine.size(), -5);
    probe.step("MPI_Scan and MPI_Exscan of " + std::to_string(count));
    mpi::check(MPI_Scan(mine.data(), with.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Scan");
    mpi::check(MPI_Exscan(mine.data(), without.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Exscan");
    const int below = probe.rank() * (probe.rank() + 1) / 2;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      probe.expect_equal(with[i], below + probe.rank() + 1, "MPI_Scan");
      if (!probe.is_first()) probe.expect_equal(without[i], below, "MPI_Exscan");
    }
  }
}

void run_reduce_scatter(Probe& probe) {
  std::vector<int> lengths;
  int all = 0;
  for (int rank = 0; rank < probe.size(); ++rank) {
    lengths.push_back(rank % 2 == 1 ? 0 : 200 * rank + 1);
    all += lengths.back();
  }
  std::vector<int> mine(static_cast<std::size_t>(all)), part(static_cast<std::size_t>(all), -1);
  for (int i = 0; i < all; ++i) mine[static_cast<std::size_t>(i)] = i * (probe.rank() + 1);
  probe.step("MPI_Reduce_scatter with nothing for every second rank");
  mpi::check(MPI_Reduce_scatter(mine.data(), part.data(), lengths.data(), MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Reduce_scatter");
  int before = 0;
  for (int rank = 0; rank < probe.rank(); ++rank) before += lengths[static_cast<std::size_t>(rank)];
  const int own = lengths[static_cast<std::size_t>(probe.rank())], factor = probe.size() * (probe.size() + 1) / 2;
  for (int i = 0; i < own; ++i) probe.expect_equal(part[static_cast<std::size_t>(i)], (before + i) * factor, "sum " + std::to_string(i));
  if (own < all) probe.expect_equal(part[static_cast<std::size_t>(own)], -1, "what lies behind this rank's part");
}

}  // namespace

// MPICH 3.4 to 4.1.1 crashes on one node with a root other than 0: pmodels/mpich#6540; also pmodels/mpich#5700.
extern const Case reduce_in_place_case{.name = "reduce_in_place",
                                       .takes_more = true,
                                       .help = "MPI_Reduce with MPI_IN_PLACE at every root, 1 to 100 000 doubles",
                                       .standard =
                                           "the root may pass MPI_IN_PLACE for its send buffer, and its data are taken from "
                                           "the receive buffer (MPI 3.1, 5.9.1)",
                                       .run = run_reduce_in_place};

extern const Case allreduce_identical_case{.name = "allreduce_identical",
                                           .ranks = 4,
                                           .takes_more = true,
                                           .help = "sums that round are the same to the last bit on all ranks",
                                           .standard = "all processes receive identical results from MPI_Allreduce (MPI 3.1, 5.9.6)",
                                           .run = run_allreduce_identical};

extern const Case repeatable_sum_case{
    .name = "repeatable_sum",
    .ranks = 4,
    .takes_more = true,
    .help = "whether a sum that rounds comes out the same again, and with the ranks on other processes",
    .standard = "the same result for the same arguments in the same order is strongly recommended, not required (MPI 3.1, 5.9.1)",
    .run = run_repeatable_sum};

extern const Case scan_case{.name = "scan",
                            .ranks = 4,
                            .takes_more = true,
                            .help = "inclusive and exclusive partial sums",
                            .standard = "rank i receives the sum over ranks 0 to i, or below i; of the latter rank 0 has none (MPI 3.1, 5.11)",
                            .run = run_scan};

extern const Case reduce_scatter_case{.name = "reduce_scatter",
                                      .ranks = 4,
                                      .takes_more = true,
                                      .help = "MPI_Reduce_scatter with different counts, some zero",
                                      .standard = "the sum is scattered in blocks of the given counts, which must be non-negative (MPI 3.1, 5.10)",
                                      .run = run_reduce_scatter};

}  // namespace febem::check
