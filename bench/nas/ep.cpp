#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bench/nas/kernel.h"
#include "mpi/environment.h"

namespace febem::nas {
namespace {

struct PairsProblem {
  int log2_pairs;
  double sum_x, sum_y;
};

PairsProblem pairs_problem(Class problem) {
  switch (problem) {
    case Class::s:
      return {24, -3.247834652034740e3, -6.958407078382297e3};
    case Class::w:
      return {25, -2.863319731645753e3, -6.320053679109499e3};
    default:
      return {28, -4.295875165629892e3, -1.580732573678431e4};
  }
}

}  // namespace

double GaussianPairs::accepted() const {
  return std::accumulate(annuli.begin(), annuli.end(), 0.0);
}

GaussianPairs gaussian_pairs(std::uint64_t first, std::uint64_t count) {
  Random random(271828183);
  random.skip(2 * first);
  GaussianPairs found;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double x = 2 * random.next() - 1, y = 2 * random.next() - 1, t = x * x + y * y;
    if (t > 1) continue;
    const double scale = std::sqrt(-2 * std::log(t) / t), gaussian_x = x * scale,
                 gaussian_y = y * scale;
    found.annuli[std::max(std::abs(gaussian_x), std::abs(gaussian_y))] += 1;
    found.sum_x += gaussian_x;
    found.sum_y += gaussian_y;
  }
  return found;
}

Result ep(Class problem, Machine& machine) {
  const auto [log2_pairs, sum_x, sum_y] = pairs_problem(problem);
  const auto pairs = std::uint64_t{1} << log2_pairs;
  const auto rank = static_cast<std::uint64_t>(machine.ranks.rank()),
             ranks = static_cast<std::uint64_t>(machine.ranks.size());
  const auto first = pairs * rank / ranks, end = pairs * (rank + 1) / ranks;

  const double start = mpi::wall_time();
  const auto own = gaussian_pairs(first, end - first);
  machine.charge(2.0 * static_cast<double>(end - first));
  GaussianPairs all;
  all.sum_x = sum(machine.ranks, own.sum_x);
  all.sum_y = sum(machine.ranks, own.sum_y);
  mpi::check(MPI_Allreduce(own.annuli.data(), all.annuli.data(),
                 static_cast<int>(all.annuli.size()), MPI_DOUBLE, MPI_SUM, machine.ranks.handle()),
      "MPI_Allreduce");
  Result result;
  result.seconds = largest(machine.ranks, mpi::wall_time() - start);
  result.operations = 2.0 * static_cast<double>(pairs);
  result.checks = {{"sum of X", all.sum_x, sum_x, 1e-8}, {"sum of Y", all.sum_y, sum_y, 1e-8}};
  return result;
}

}  // namespace febem::nas
