#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>

#include "bench/nas/kernel.h"
#include "mpi/environment.h"

namespace febem::nas {
namespace {

constexpr int iterations = 10;
constexpr std::size_t tests = 5;

struct SortProblem {
  int log2_keys, log2_largest, log2_buckets;
  std::array<long, tests> places;  ///< of the keys whose rank is prescribed
  std::array<long, tests> ranks;   ///< at iteration 0, by the rule below
  int rising;        ///< so many of them gain one with each iteration, the others lose one
  int late;          ///< iterations by which the rising are behind
  int late_falling;  ///< and the falling
};

SortProblem sort_problem(Class problem) {
  switch (problem) {
    case Class::s:
      return {16, 11, 9, {48427, 17148, 23627, 62548, 4431}, {0, 18, 346, 64917, 65463}, 3, 0, 0};
    case Class::w:
      return {20, 16, 10, {357773, 934767, 875723, 898999, 404505},
          {1249, 11698, 1039987, 1043896, 1048018}, 2, 2, 0};
    default:
      return {23, 19, 10, {2112377, 662041, 5336171, 3642833, 4250760},
          {104, 17523, 123928, 8288932, 8388264}, 3, 1, 1};
  }
}

class Sorter {
 public:
  Sorter(const SortProblem& problem, Machine& machine)
      : problem_(problem), machine_(machine),
        ranks_(static_cast<std::size_t>(machine.ranks.size())) {
    const long all = 1L << problem.log2_keys, share = all / machine.ranks.size();
    keys_ = random_keys(machine.ranks.rank() * share, share, 1 << problem.log2_largest);
  }

  /// Ranks the keys of this iteration; returns how many of the prescribed ranks are right on this
  /// rank. Collective.
  int rank_keys(int iteration) {
    if (machine_.ranks.rank() == 0) {
      keys_[iteration] = iteration;
      keys_[iteration + iterations] = (1 << problem_.log2_largest) - iteration;
    }
    const auto sizes = own_buckets();
    machine_.charge(
        0.5 *
        static_cast<double>(
            keys_.size()));  // ranking a key is one operation: half before the exchange, half after
    auto totals = summed(sizes);
    share_buckets(totals);
    exchange(sizes);
    count_keys();
    machine_.charge(0.5 * static_cast<double>(received_.size()));
    return correct(iteration, std::vector<long>(totals.end() - tests, totals.end()));
  }

  /// Whether the keys, put in order by their ranks, are in order over all ranks, and still as many
  /// with the same sum. Collective.
  bool sorts() const {
    const auto own = sorted();
    return in_order(machine_.ranks, own) &&
           sum(machine_.ranks, static_cast<double>(own.size())) ==
               static_cast<double>(1L << problem_.log2_keys) &&
           sum(machine_.ranks, sum_of(own)) == sum(machine_.ranks, sum_of(keys_));
  }

 private:
  static double sum_of(const std::vector<int>& keys) {
    return static_cast<double>(std::accumulate(keys.begin(), keys.end(), 0L));
  }
  bool is_own(int key) const { return key >= first_key_ && key < end_key_; }

  /// The keys of this rank, each in the place of its rank.
  std::vector<int> sorted() const {
    std::vector<long> end(counts_.size());
    std::partial_sum(counts_.begin(), counts_.end(), end.begin());
    std::vector<int> keys(end.empty() ? 0 : static_cast<std::size_t>(end.back()));
    for (const int key : received_)
      if (is_own(key)) keys[--end[key - first_key_]] = key;
    return keys;
  }

  int bucket_of(int key) const { return key >> (problem_.log2_largest - problem_.log2_buckets); }

  /// Keys in each bucket, then the keys at the prescribed places where they are on this rank. The
  /// keys are sorted by bucket.
  std::vector<long> own_buckets() {
    const auto buckets = std::size_t{1} << problem_.log2_buckets;
    std::vector<long> sizes(buckets + tests, 0);
    for (const int key : keys_) ++sizes[bucket_of(key)];
    std::vector<std::size_t> next(buckets, 0);
    for (std::size_t i = 1; i < buckets; ++i)
      next[i] = next[i - 1] + static_cast<std::size_t>(sizes[i - 1]);
    by_bucket_.resize(keys_.size());
    for (const int key : keys_) by_bucket_[next[bucket_of(key)]++] = key;
    const long share = static_cast<long>(keys_.size());
    for (std::size_t i = 0; i < tests; ++i)
      if (problem_.places[i] / share == machine_.ranks.rank())
        sizes[buckets + i] = keys_[problem_.places[i] % share];
    return sizes;
  }

  std::vector<long> summed(const std::vector<long>& sizes) const {
    std::vector<long> totals(sizes.size());
    mpi::check(MPI_Allreduce(sizes.data(), totals.data(), static_cast<int>(sizes.size()), MPI_LONG,
                   MPI_SUM, machine_.ranks.handle()),
        "MPI_Allreduce");
    return totals;
  }

  /// Gives each rank buckets in a row, until it has its share of the keys; the last takes the rest.
  void share_buckets(const std::vector<long>& totals) {
    const std::size_t buckets = totals.size() - tests;
    const long share = static_cast<long>(keys_.size());
    last_bucket_.assign(ranks_, buckets);
    std::size_t rank = 0;
    long sum = 0;
    for (std::size_t bucket = 0; bucket < buckets && rank + 1 < ranks_; ++bucket)
      if ((sum += totals[bucket]) >= share * static_cast<long>(rank + 1))
        last_bucket_[rank++] = bucket + 1;
    const auto own = static_cast<std::size_t>(machine_.ranks.rank());
    const std::size_t first = own == 0 ? 0 : last_bucket_[own - 1];
    before_ =
        std::accumulate(totals.begin(), totals.begin() + static_cast<std::ptrdiff_t>(first), 0L);
    const int width = problem_.log2_largest - problem_.log2_buckets;
    first_key_ = static_cast<int>(first) << width;
    end_key_ = static_cast<int>(last_bucket_[own]) << width;
  }

  /// Every rank gets the keys of its buckets. Collective.
  void exchange(const std::vector<long>& sizes) {
    std::vector<int> send(ranks_, 0), receive(ranks_, 0), send_from(ranks_, 0),
        receive_at(ranks_, 0);
    for (std::size_t rank = 0, bucket = 0; rank < ranks_; ++rank)
      for (; bucket < last_bucket_[rank]; ++bucket) send[rank] += static_cast<int>(sizes[bucket]);
    mpi::check(
        MPI_Alltoall(send.data(), 1, MPI_INT, receive.data(), 1, MPI_INT, machine_.ranks.handle()),
        "MPI_Alltoall");
    std::partial_sum(send.begin(), send.end() - 1, send_from.begin() + 1);
    std::partial_sum(receive.begin(), receive.end() - 1, receive_at.begin() + 1);
    received_.resize(static_cast<std::size_t>(std::accumulate(receive.begin(), receive.end(), 0)));
    mpi::check(
        MPI_Alltoallv(by_bucket_.data(), send.data(), send_from.data(), MPI_INT, received_.data(),
            receive.data(), receive_at.data(), MPI_INT, machine_.ranks.handle()),
        "MPI_Alltoallv");
  }

  /// A key that a message has spoilt may be out of range: it is left out, and missed by the
  /// verification.
  void count_keys() {
    counts_.assign(end_key_ - first_key_, 0);
    for (const int key : received_)
      if (is_own(key)) ++counts_[key - first_key_];
  }

  /// A key's rank is the number of keys below it.
  int correct(int iteration, const std::vector<long>& prescribed) const {
    int right = 0;
    for (std::size_t i = 0; i < tests; ++i) {
      const long key = prescribed[i];
      if (!is_own(static_cast<int>(key))) continue;
      const long below =
          before_ + std::accumulate(counts_.begin(), counts_.begin() + (key - first_key_), 0L);
      const bool rises = static_cast<int>(i) < problem_.rising;
      const long expected = problem_.ranks[i] +
                            (rises ? iteration - problem_.late : problem_.late_falling - iteration);
      right += below == expected ? 1 : 0;
    }
    return right;
  }

  SortProblem problem_;
  Machine& machine_;
  std::size_t ranks_;
  std::vector<int> keys_, by_bucket_, received_;
  std::vector<std::size_t> last_bucket_;  ///< one past it, by rank
  std::vector<long> counts_;              ///< by key, from first_key_
  int first_key_ = 0, end_key_ = 0;
  long before_ = 0;  ///< keys on the ranks before
};

}  // namespace

std::vector<int> random_keys(long first, long count, int largest) {
  Random random(314159265);
  random.skip(4 * static_cast<std::uint64_t>(first));
  std::vector<int> keys(count);
  for (auto& key : keys) {
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += random.next();
    key = static_cast<int>(largest / 4 * sum);
  }
  return keys;
}

bool in_order(const mpi::Communicator& ranks, std::span<const int> own) {
  constexpr int none = std::numeric_limits<int>::min();
  const int last = own.empty() ? none : own.back();
  int before = none;
  mpi::check(MPI_Exscan(&last, &before, 1, MPI_INT, MPI_MAX, ranks.handle()), "MPI_Exscan");
  const bool first = ranks.rank() == 0;  // where MPI_Exscan leaves the result undefined
  const bool holds =
      std::is_sorted(own.begin(), own.end()) && (first || own.empty() || before <= own.front());
  return sum(ranks, holds ? 1 : 0) == ranks.size();
}

std::string is_refusal(Class problem, int ranks) {
  if ((ranks & (ranks - 1)) != 0) return "is needs a power of two of ranks";
  return ranks <= 1 << sort_problem(problem).log2_buckets
             ? ""
             : "is has fewer buckets in this class than there are ranks";
}

Result is(Class problem, Machine& machine) {
  const auto sizes = sort_problem(problem);
  Sorter sorter(sizes, machine);
  sorter.rank_keys(1);  // touches everything once before it is timed
  mpi::check(MPI_Barrier(machine.ranks.handle()), "MPI_Barrier");
  const double start = mpi::wall_time();
  int right = 0;
  for (int iteration = 1; iteration <= iterations; ++iteration)
    right += sorter.rank_keys(iteration);
  Result result;
  result.seconds = largest(machine.ranks, mpi::wall_time() - start);
  result.operations = static_cast<double>(iterations) * static_cast<double>(1L << sizes.log2_keys);
  result.checks = {{"ranks that are right", sum(machine.ranks, right),
                       iterations * static_cast<double>(tests), 0},
      {"keys in order", sorter.sorts() ? 1.0 : 0.0, 1, 0}};
  return result;
}

}  // namespace febem::nas
