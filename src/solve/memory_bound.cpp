#include "solve/memory_bound.h"

#include <sys/mman.h>

#include <algorithm>
#include <limits>
#include <map>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "cli/input_errors.h"
#include "core/memory.h"
#include "core/text_table.h"
#include "core/types.h"
#include "driver/memory_estimate.h"
#include "la/blas.h"
#include "mpi/machine.h"

namespace febem::solve {
namespace {

/// The rank that holds most, with a reserve.
struct Largest {
  core::Stage stage = core::Stage::form;
  double bytes = 0;
};

/// What a case needs on any number of ranks, with or without refinement.
struct Need {
  const driver::MemoryEstimate& memory;
  double base;  ///< bytes of program and model
  bool refined;

  Largest on(int ranks) const { return of(memory.on(ranks)); }
  Largest of(std::vector<driver::StageBytes> bytes) const {
    if (refined) bytes = memory.refined(std::move(bytes));
    Largest largest;
    for (const auto& of_rank : bytes)
      for (const auto& entry : core::stage_table)
        if (const double held =
                with_reserve(base + static_cast<double>(of_rank[entry.stage]), base);
            held > largest.bytes)
          largest = {entry.stage, held};
    return largest;
  }
};

/// Whether 2, 4, ... times as many ranks would do.
std::string what_would_do(int ranks, const Need& need, double bound, int panels) {
  while ((ranks *= 2) <= std::min(most_ranks, panels))
    if (const auto held = need.on(ranks); held.bytes <= bound)
      return std::to_string(ranks) + " ranks would do, with up to " +
             core::with_prefix(held.bytes, "B") + " each";
  return "more ranks would not do either: each has the program, and part of what it keeps does not "
         "get less";
}

/// What is said of ranks that would hold these bytes; empty if all are within the bound.
std::string complaint(const std::vector<driver::StageBytes>& bytes, const Need& need,
    const MemoryBound& bound, int panels) {
  const int ranks = static_cast<int>(bytes.size());
  const auto held = need.of(bytes);
  if (held.bytes <= bound.bytes) return {};
  return (ranks == 1 ? "the rank" : "the largest of " + std::to_string(ranks) + " ranks") +
         " would hold up to " + core::with_prefix(held.bytes, "B") + " in stage " +
         core::name(held.stage) + ", and may hold " + core::with_prefix(bound.bytes, "B") + " (" +
         bound.why + "); " + what_would_do(ranks, need, bound.bytes, panels);
}

/// Has the BLAS allocate its buffers, so that they count when limits are read. OpenBLAS takes 128
/// MiB at its first product, and without memory tries for ever: throws std::bad_alloc instead.
void have_the_blas_allocate() {
  constexpr std::size_t enough = std::size_t{160} << 20;
  void* const trial =
      mmap(nullptr, enough, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (trial == MAP_FAILED) throw std::bad_alloc();
  munmap(trial, enough);
  const la::Matrix a = la::Matrix::Ones(128, 128);
  la::Matrix c = a;
  la::subtract_product(c, a, a);
}

}  // namespace

MemoryBound memory_bound(double asked, const comm::Messenger& everyone) {
  struct Limits {
    int machine = 0;
    double together = 0, alone = 0;  ///< of all ranks on the machine, of this one; bytes
  };
  have_the_blas_allocate();
  const auto together = core::machine_limit(), alone = core::process_limit();
  const Limits mine{mpi::machine_number(), together.bytes, alone.bytes};
  const auto all = everyone.gather(std::span(&mine, 1), core::master);
  const auto why_together = everyone.gather_varying(together.text, core::master),
             why_alone = everyone.gather_varying(alone.text, core::master);
  if (asked > 0 || all.empty()) return {asked, "--memory"};
  std::map<int, int> ranks;
  for (const auto& of_rank : all) ++ranks[of_rank.front().machine];
  MemoryBound least{std::numeric_limits<double>::infinity(), {}};
  const auto bounded_by = [&](double bytes, const std::vector<char>& why,
                              const std::string& by_whom) {
    if (bytes < least.bytes) least = {bytes, std::string(why.begin(), why.end()) + by_whom};
  };
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const auto& limits = all[rank].front();
    const int beside = ranks[limits.machine];
    bounded_by(limits.together / beside, why_together[rank],
        beside == 1 ? "" : ", for " + std::to_string(beside) + " ranks");
    bounded_by(limits.alone, why_alone[rank], "");
  }
  return least;
}

std::string require_within(
    const MemoryBound& bound, const cases::Case& problem, const cases::Model& model, int ranks) {
  if (!driver::MemoryEstimate::unknown(problem).empty()) return {};
  const driver::MemoryEstimate memory(problem, model);
  const double base = core::peak_memory();
  const auto bytes = memory.on(ranks);
  const auto text = [&](bool refined) {
    return complaint(bytes, {memory, base, refined}, bound, model.space.size());
  };
  if (const auto always = text(false); !always.empty())
    cli::fail_at(problem.at(problem.geometry.lines, "geometry"), always);
  return text(true);
}

}  // namespace febem::solve
