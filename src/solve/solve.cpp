#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "cases/input_files.h"
#include "cases/libraries.h"
#include "cases/resolution.h"
#include "cli/duration.h"
#include "cli/input_errors.h"
#include "cli/progress_line.h"
#include "comm/ledger.h"
#include "core/text.h"
#include "core/text_table.h"
#include "driver/curve.h"
#include "driver/frequency_solver.h"
#include "driver/outcome.h"
#include "la/blas_library.h"
#include "mpi/machine.h"
#include "solve/command.h"
#include "solve/memory_bound.h"
#include "solve/report.h"
#include "solve/result_store.h"
#include "timing/clock.h"
#include "timing/machine_rate.h"

namespace febem::solve {
namespace {

namespace fs = std::filesystem;

constexpr int bad_input = 2;

// Throws core::InputError if the ranks cannot be divided into the groups that the user wants.
void check_groups(const mpi::RankGroups& groups, const cases::Case& problem) {
  if (const auto names = cases::library_methods(problem); groups.divided() && !names.empty())
    throw core::InputError("option '--groups': method '" + names.front() +
                           "' belongs to a library that works on all ranks together");
  const auto frequencies = problem.frequencies().size();
  if (static_cast<std::size_t>(groups.count) > frequencies)
    throw core::InputError("option '--groups': ", groups.count, " groups, but only ", frequencies,
        frequencies == 1 ? " frequency" : " frequencies");
}

void announce(const cases::Case& problem, const cases::Model& model, const mpi::RankGroups& groups,
    const network::Stack& network, const ResultStore& store) {
  std::printf("%s%s", headline(problem, model, groups).c_str(), la::blas_text().c_str());
  if (const auto& text = network.description(); !text.empty()) std::printf("  %s\n", text.c_str());
  for (const auto& [name, note] : model.notes)
    std::printf("  %s: %s\n", name.c_str(), note.c_str());
  std::printf("%s%s", cases::size_warning(model.wet.surface).c_str(),
      cases::facing_warning(model.facing, problem.formulation.order).c_str());
  if (model.structure)
    std::printf(
        "%s", cases::wall_warning(model.structure->solid(), model.structure->free_faces()).c_str());
  if (const auto& other = store.left_by(); !other.empty())
    std::printf("%s: a run that was killed has left its lock (%s); taken over\n",
        store.directory().c_str(), other.c_str());
  if (const auto& earlier = store.replaced(); !earlier.empty())
    std::printf("%s holds the results of an earlier run; this run replaces them at its end\n",
        core::printable(earlier.string()).c_str());
  std::fflush(stdout);
}

// Whether the master of each group has the directory of `store`, said by the master of all. Each
// group writes its checkpoints there. Collective over everyone.
bool share_directory(const std::optional<ResultStore>& store, const mpi::RankGroups& groups,
    const comm::Messenger& everyone) {
  const auto seen =
      everyone.gather_varying(store ? store->lock_text() : std::string(), core::master);
  return cli::check_on_root(everyone, [&] {
    for (int group = 1; group < groups.count; ++group)
      if (const int rank = groups.first(group); seen[rank] != seen[core::master])
        throw core::InputError(
            "option '--out': rank " + std::to_string(rank) + " does not see the directory '" +
            store->directory().string() +
            "' of rank 0; '--groups' needs a directory on a file system that all nodes share");
  });
}

// The number of the n-th frequency of a group: each group takes its turn.
std::optional<core::Index> turn_of(int group, std::size_t n, const mpi::RankGroups& groups,
    const std::vector<core::Index>& numbers) {
  const std::size_t place =
      n * static_cast<std::size_t>(groups.count) + static_cast<std::size_t>(group);
  return place < numbers.size() ? std::optional(numbers[place]) : std::nullopt;
}

// Gives the master's store the checkpoints of the other groups. `store` is that of the group's
// master. Collective over everyone.
void gather_checkpoints(const ResultStore* store, const mpi::RankGroups& groups,
    const std::vector<core::Index>& numbers, const comm::Messenger& everyone) {
  const int group = groups.of(everyone.rank());
  for (std::size_t n = 0; n * static_cast<std::size_t>(groups.count) < numbers.size(); ++n) {
    const auto own = turn_of(group, n, groups, numbers);
    const bool sends = own && store != nullptr && everyone.rank() != core::master;
    const auto files =
        everyone.gather_varying(sends ? store->checkpoint(*own) : std::string(), core::master);
    for (std::size_t rank = 0; rank < files.size(); ++rank)
      if (!files[rank].empty())
        store->add_checkpoint(
            *turn_of(groups.of(static_cast<int>(rank)), n, groups, numbers), files[rank]);
  }
}

void print_results(io::RunResult result, const mpi::RankGroups& groups, const cases::Case& problem,
    const fs::path& directory) {
  std::erase_if(result.frequencies,
      [](const auto& one) { return one.outcome == driver::interpolated_outcome; });
  std::printf("\n%s%s%s\n%s\n%s\n%s", stage_table(result).c_str(),
      outstanding_table(result).c_str(),
      (curve_text(result, problem.frequencies().size()) + transducer_table(result)).c_str(),
      frequency_table(result, problem.output.figures).c_str(), quality_table(result).c_str(),
      accuracy_table(result, !problem.geometry.generator.empty(), problem.formulation.order)
          .c_str());
  const auto place = core::printable(directory.string());
  std::printf(
      "\n%s; speed of zgemm on all ranks at once, the ceiling of flop/s: %s\n%sresults in %s\n"
      "to look at them: minifebem report %s\n",
      memory_text(result).c_str(),
      core::with_prefix(groups.ranks * result.zgemm_flops_per_second, "flop/s").c_str(),
      result.cores ? result.cores->text().c_str() : "", place.c_str(), place.c_str());
  std::fflush(stdout);
  if (const auto line = driver::unsolved(result.frequencies); !line.empty()) cli::complain(line);
}

}  // namespace

Refined solve_at_density(const Options& options, const cases::CaseInput& input, const Ranks& ranks,
    std::optional<double> density) {
  const fs::path folder = fs::path(options.case_file).parent_path();
  const bool is_master = ranks.is_master();
  const mpi::RankGroups groups{ranks.everyone.size(), options.groups};
  const int group = groups.of(ranks.everyone.rank());
  comm::Ledger ledger(ranks.group.top());
  const comm::Messenger everyone(
      groups.divided() ? ranks.everyone : ledger, comm::make_strategy({}));
  const bool is_another_groups_master = ledger.rank() == core::master && !is_master;

  cases::Case problem = input.problem;
  if (density) problem.geometry.parameters[std::string(meshes::density_parameter.name)] = *density;
  cases::Model model;
  const auto build = [&] { model = cases::build_model(problem, folder, ledger.size()); };
  const auto bound = memory_bound(options.memory, everyone);
  std::string no_room;  // to refine
  if (!cli::check_on_root(everyone, [&] {
        cases::validate(options.arithmetic);
        check_groups(groups, problem);
        build();
        no_room = require_within(bound, problem, model, ledger.size());
      }))
    return {bad_input, {}};
  everyone.broadcast_varying(no_room, core::master);
  if (is_another_groups_master) build();
  if (!cli::validate_everywhere(is_master, [&] { cases::start_libraries(problem); }))
    return {bad_input, {}};
  const auto strategies = resolved(ledger, problem.messages, is_master);
  if (!strategies) return {bad_input, {}};
  std::optional<ResultStore> store;  // on the master of each group
  const auto open_store = [&] {
    store.emplace(options.directory(),
        cases::origin_of(problem, cases::answer_text(problem), folder), problem, model);
  };
  if (!cli::check_on_root(everyone, [&] {
        open_store();
        store->lock();
      }))
    return {bad_input, {}};
  if (is_another_groups_master) open_store();
  if (groups.divided() && !share_directory(store, groups, everyone)) return {bad_input, {}};

  const double start = mpi::wall_time();
  cli::ProgressLine progress(is_master);
  common::Run run(ledger, progress.callback());
  if (is_master) announce(problem, model, groups, ranks.group, *store);
  driver::share(problem, model, run, *strategies);
  driver::Sweep sweep(problem, model, run);
  const auto frequencies = problem.frequencies();
  std::vector<core::Index> missing;
  if (is_master) missing = store->missing();
  ledger.enter("resume");
  everyone.broadcast_varying(missing, core::master);

  io::RunResult result;
  // `what` says which of the frequencies it is.
  const auto solve_in_turn = [&](const std::vector<core::Index>& numbers, auto&& what) {
    for (std::size_t n = 0; const auto number = turn_of(group, n, groups, numbers); ++n) {
      if (store) store->check();
      progress.set_prefix(core::text(frequencies[*number], " Hz (", what(*number), ")"));
      const auto outcome =
          driver::solve_frequency(sweep, frequencies[*number], run, *strategies, no_room);
      progress.wipe();
      result.factor.front = std::max(result.factor.front, outcome.factor.front);
      result.factor.entries = std::max(result.factor.entries, outcome.factor.entries);
      if (store) store->save(*number, outcome.solutions);
    }
  };
  std::optional<driver::Curve> curve;  // of a rational sweep, on the master
  const bool direct = problem.frequency.sweep == "direct";
  // The other ranks help where the curve is interpolated.
  const auto interpolating = [&](auto&& on_master) {
    if (is_master) on_master();
    if (direct) return;
    if (is_master)
      driver::end_interpolation(everyone);
    else
      driver::help_interpolation(sweep, everyone);
  };
  if (direct) {
    const double first = mpi::wall_time();
    std::size_t done = 0;  // by this group
    solve_in_turn(missing, [&](core::Index number) {
      const auto of_all = core::text(number + 1, " of ", frequencies.size());
      if (done++ == 0) return of_all;
      const double rest = static_cast<double>(missing.size()) / groups.count - (done - 1.0);
      const double seconds = rest * (mpi::wall_time() - first) / (done - 1.0);
      const auto left = cli::left_text({seconds, seconds});
      return left.empty() ? of_all : of_all + ", " + left;
    });
  } else {
    if (is_master) curve.emplace(sweep, frequencies, problem.frequency.sweep_error, everyone);
    // For the curve, as often as it asks; by the master's group.
    const auto solve_fluid = [&] {
      for (;;) {
        const auto next = is_master ? curve->next_fluid() : std::nullopt;
        double hz = next.value_or(0);
        auto shapes = next ? curve->shapes() : 0;
        ledger.enter("sweep");
        everyone.broadcast(hz, core::master);
        everyone.broadcast(shapes, core::master);
        if (shapes == 0) return;
        if (group != 0) continue;
        progress.set_prefix(
            core::text(hz, " Hz (", curve ? curve->progress() : std::string(), ", fluid)"));
        const auto answers = driver::StageDrivers(sweep, hz, run)
                                 .rigid_responses(run, *strategies, shapes,
                                     is_master ? curve->normal() : la::Matrix());
        progress.wipe();
        if (is_master) curve->add_fluid(hz, answers);
      }
    };
    for (std::vector<core::Index> asked;;) {
      solve_fluid();
      ledger.enter("sweep");
      interpolating([&] { asked = curve->next(groups.count); });
      everyone.broadcast_varying(asked, core::master);
      if (asked.empty()) break;
      auto wanted = asked;
      std::erase_if(wanted,
          [&](core::Index number) { return std::ranges::find(missing, number) == missing.end(); });
      solve_in_turn(wanted, [&](core::Index) { return curve ? curve->progress() : std::string(); });
      if (groups.divided()) gather_checkpoints(store ? &*store : nullptr, groups, wanted, everyone);
      if (is_master)
        for (const auto number : asked) curve->add(number, store->load(number));
    }
    if (is_master) result.curve = curve->figures();
  }

  result.stages =
      stages_of(run.report(everyone, groups.first(group)), problem, run.ranks(), *strategies);
  if (groups.divided() && direct)
    gather_checkpoints(store ? &*store : nullptr, groups, missing, everyone);
  if (!groups.divided()) add_high_water(ranks.group, result.stages);
  const auto machine = timing::measure_machine(everyone);
  result.zgemm_flops_per_second = machine.zgemm_flops_per_second;
  result.peak_memory_bytes = static_cast<core::Count>(machine.peak_memory);
  if (timing::depends_on_cores(run.arithmetic())) {
    auto& cores = result.cores.emplace(core::CoreUse{{}, mpi::ranks_outnumber_cores()});
    for (const auto& stage : result.stages) cores.time += stage.cores;
  }
  const auto finish = [&] {
    describe(problem, model, groups, result);
    result.command = input.command;
    result.network = ranks.group.figures();
    result.total_seconds = mpi::wall_time() - start;
    const auto interpolate = [&](core::Index number) {
      progress.say(core::text("results ", 100 * number / std::ssize(frequencies), " %"));
      auto solutions = curve->at(number);
      result.total_seconds = mpi::wall_time() - start;
      return solutions;
    };
    store->write(result, input.text, options.json,
        curve ? ResultStore::Interpolate(interpolate) : ResultStore::Interpolate());
  };
  ledger.enter("outcome");
  interpolating(finish);
  progress.wipe();
  if (is_master) print_results(result, groups, problem, store->directory());
  char solved = driver::unsolved(result.frequencies).empty() ? 1 : 0;
  everyone.broadcast(solved, core::master);
  return {solved != 0 ? 0 : 1, std::move(result)};
}

int solve(const Options& options, const cases::CaseInput& input, network::Stack& group,
    comm::Transport& everyone) {
  if (options.estimate) return estimate(options, input, group);
  if (!options.arithmetic.computed()) return solve_modelled(options, input, group);
  const Ranks ranks{group, everyone};
  return options.convergence ? solve_refined(options, input, ranks)
                             : solve_at_density(options, input, ranks, {}).status;
}

}  // namespace febem::solve
