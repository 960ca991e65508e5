#include "solve/memory_bound.h"

#include <algorithm>
#include <map>
#include <string>

#include "cli/place.h"
#include "cli/text_table.h"
#include "core/memory.h"
#include "core/types.h"
#include "driver/memory_estimate.h"
#include "mpi/machine.h"
#include "timing/machine_rate.h"

namespace febem::solve {
namespace {

/// The rank that holds most.
struct Largest {
  core::Stage stage = core::Stage::form;
  double bytes = 0;
};

Largest largest_on(int ranks, const driver::MemoryEstimate& memory, double base) {
  Largest largest;
  for (const auto& of_rank : memory.on(ranks))
    for (const auto stage : core::four_stages)
      if (const double bytes = base + static_cast<double>(of_rank[stage]); bytes > largest.bytes) largest = {stage, bytes};
  return largest;
}

/// The fewest ranks of twice as many, four times as many, ... that would do.
std::string what_would_do(int ranks, const driver::MemoryEstimate& memory, double base, double bound, int panels) {
  while ((ranks *= 2) <= std::min(most_ranks, panels))
    if (const auto held = largest_on(ranks, memory, base); held.bytes <= bound)
      return std::to_string(ranks) + " ranks would do, with " + cli::with_prefix(held.bytes, "B");
  return "more ranks would not do either: each has the program, and part of what it keeps does not get less";
}

}  // namespace

double memory_bound(double asked, const comm::Messenger& everyone) {
  struct Share {
    int machine = 0;
    double bytes = 0;
  };
  const Share mine{mpi::machine_number(), core::physical_memory()};
  const auto all = everyone.gather(std::span(&mine, 1), core::master);
  if (asked > 0 || all.empty()) return asked;
  std::map<int, int> ranks;
  for (const auto& of_rank : all) ++ranks[of_rank.front().machine];
  double least = mine.bytes;
  for (const auto& of_rank : all) least = std::min(least, of_rank.front().bytes / ranks[of_rank.front().machine]);
  return least;
}

void require_within(double bound, const cases::Case& problem, const model::Model& model, int ranks) {
  if (!driver::MemoryEstimate::unknown(problem).empty()) return;
  const driver::MemoryEstimate memory(problem, model);
  const double base = timing::peak_memory();  // the program and the model
  const auto held = largest_on(ranks, memory, base);
  if (held.bytes <= bound) return;
  cli::fail_at({problem.file, problem.geometry.line, "geometry"},
               (ranks == 1 ? "the rank" : "the largest of " + std::to_string(ranks) + " ranks") + " would hold " + cli::with_prefix(held.bytes, "B") +
                   " in stage " + core::name(held.stage) + ", and may hold " + cli::with_prefix(bound, "B") + ", its part of the machine or --memory; " +
                   what_would_do(ranks, memory, base, bound, model.wet.surface.size()));
}

}  // namespace febem::solve
