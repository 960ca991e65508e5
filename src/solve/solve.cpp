#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <thread>

#include "cases/input_files.h"
#include "cases/libraries.h"
#include "cases/resolution.h"
#include "cases/sources.h"
#include "cli/input_errors.h"
#include "cli/progress_line.h"
#include "cli/text.h"
#include "cli/version.h"
#include "comm/ledger.h"
#include "core/text.h"
#include "driver/frequency_solver.h"
#include "driver/outcome.h"
#include "io/atomic_file.h"
#include "io/checkpoint.h"
#include "io/json.h"
#include "io/results_file.h"
#include "io/run_lock.h"
#include "la/blas_library.h"
#include "mpi/machine.h"
#include "solve/command.h"
#include "solve/memory_bound.h"
#include "solve/report.h"
#include "timing/clock.h"
#include "timing/machine_rate.h"

namespace febem::solve {
namespace {

namespace fs = std::filesystem;

io::FieldSizes sizes_of(const cases::Case& problem, const cases::Model& model) {
  const auto panels = static_cast<std::size_t>(model.wet.surface.size());
  return {panels, panels, model.structure ? 3 * model.structure->solid().points.size() : 0, model.field.computed.size(),
          cases::directions(problem.output).vectors.size()};
}

/// The directory of the results.
struct OutputDirectory {
  fs::path path;
  io::Origin origin;                ///< on the master of each group
  std::optional<io::RunLock> lock;  ///< on the master of all
};

// Throws core::InputError if the directory cannot be had: up front, like everything else a user can mend.
void lock(OutputDirectory& directory) {
  try {
    io::make_directory(directory.path);
    directory.lock.emplace(directory.path / "solve.lock", directory.path);
    io::remove_leftovers(directory.path, "results.");
    io::remove_leftovers(directory.path / "solved", "");
  } catch (const core::RunError& error) {
    throw core::InputError(std::string("option '--out': ") + error.what());
  }
}

/// Seconds that a file that another group has written may take to show here: network file systems remember what was not there.
constexpr double patience_with_others = 60;

// Runs a case; the master keeps what is printed and written.
class SolveRun {
 public:
  SolveRun(const Options& options, const Ranks& ranks, cases::Case problem, std::string case_text, cases::Model model,
           const OutputDirectory& directory, comm::Ledger& ledger, tuning::Strategies& all, tuning::StageStrategies strategies)
      : options_(options), groups_{ranks.everyone.size(), options.groups}, is_master_(ranks.is_master()), group_(groups_.of(ranks.everyone.rank())),
        problem_(std::move(problem)), case_text_(std::move(case_text)), model_(std::move(model)), network_(ranks.group), ledger_(ledger),
        everyone_(groups_.divided() ? ranks.everyone : ledger, comm::make_strategy({})), directory_(directory),
        checkpoints_(directory.path, directory.origin, sizes_of(problem_, model_)), progress_(is_master_), run_(ledger, progress_.callback()),
        all_strategies_(all), strategies_(std::move(strategies)) {}

  /// Says what is to be solved and hands it to every rank of the group. Collective.
  void begin() {
    if (is_master_) announce();
    driver::share(model_, run_, strategies_);
  }

  /// This group's share of the frequencies, by their numbers, of which no interrupted run has left the solution on the disk; the
  /// others are taken over. Collective over everyone.
  std::vector<core::Index> left() {
    std::vector<core::Index> all, own;
    for (core::Index number = 0; is_master_ && number < std::ssize(frequencies_); ++number)
      if (!take_over(number)) all.push_back(number);
    ledger_.enter("resume");
    everyone_.broadcast_varying(all, core::master);
    for (auto i = static_cast<std::size_t>(group_); i < all.size(); i += static_cast<std::size_t>(groups_.count)) own.push_back(all[i]);
    return own;
  }

  /// Makes ready for a frequency. Collective over the group.
  void prepare(core::Index number) {
    if (directory_.lock) directory_.lock->check();
    // What was handed out before the first frequency is not what a frequency transfers.
    computed_++ == 0 ? all_strategies_.forget() : all_strategies_.adapt();
    char prefix[80];
    std::snprintf(prefix, sizeof prefix, "%.6g Hz (%d of %zu)", frequencies_[number], number + 1, frequencies_.size());
    progress_.set_prefix(prefix);
  }

  /// Keeps its solution on the disk.
  void keep(core::Index number, const driver::FrequencyOutcome& outcome) {
    progress_.wipe();
    auto& [front, entries] = result_.factor;
    front = std::max(front, outcome.factor.front);
    entries = std::max(entries, outcome.factor.entries);
    if (!run_.is_master()) return;
    const auto save = [&] { checkpoints_.save(outcome.solution); };
    directory_.lock ? directory_.lock->write_to_place(save) : save();
    figures_[number] = outcome.solution.figures;
  }

  /// Writes and prints the results. Collective over everyone. Whether every frequency is solved.
  bool finish() {
    collect();
    if (is_master_) report_results();
    return all_solved();
  }

  const cases::Case& problem() const { return problem_; }
  const cases::Model& model() const { return model_; }
  double hz(core::Index number) const { return frequencies_[number]; }
  common::Run& stages() { return run_; }
  const tuning::StageStrategies& strategies() const { return strategies_; }
  /// Complete on the master after finish().
  const io::RunResult& report() const { return result_; }

 private:
  void announce() {
    const auto& surface = model_.wet.surface;
    std::printf("%s", headline(problem_, model_, groups_).c_str());
    std::printf("%s", la::blas_text().c_str());
    if (const auto& text = network_.description(); !text.empty()) std::printf("  %s\n", text.c_str());
    for (const auto& [name, note] : model_.notes) std::printf("  %s: %s\n", name.c_str(), note.c_str());
    std::printf("%s%s", cases::size_warning(surface).c_str(), cases::facing_warning(model_.facing).c_str());
    if (model_.structure) std::printf("%s", cases::wall_warning(model_.structure->solid()).c_str());
    if (const auto& other = directory_.lock->left_by(); !other.empty())
      std::printf("%s: a run that was killed has left its lock (%s); taken over\n", directory_.path.c_str(), other.c_str());
    std::fflush(stdout);
  }

  // Whether an interrupted run has left the solution on the disk. On the master.
  bool take_over(core::Index number) {
    const double hz = frequencies_[number];
    auto kept = checkpoints_.load(hz);
    if (kept.solution) {
      kept.solution->figures.resumed = true;
      figures_[number] = kept.solution->figures;
    } else if (!kept.unused.empty()) {
      say_unused(hz, kept);
    }
    return kept.solution.has_value();
  }

  // Solutions of another origin come in numbers: each reason is said once. A damaged file is kept for whoever wants to know.
  void say_unused(double hz, const io::LoadedCheckpoint& kept) {
    const auto file = checkpoints_.file(hz);
    if (kept.damaged)
      std::printf("%s is not used: %s; renamed to %s, solving again\n", core::printable(file.string()).c_str(), core::printable(kept.unused).c_str(),
                  checkpoints_.set_aside(hz).filename().c_str());
    else if (reasons_.insert(kept.unused).second)
      std::printf("%s is not used: %s; solving again\n", core::printable(file.string()).c_str(), core::printable(kept.unused).c_str());
    std::fflush(stdout);
  }

  // Counters of all ranks, at the master. Collective over everyone.
  void collect() {
    result_.stages = stages_of(run_.report(everyone_, groups_.first(group_)), problem_, strategies_);
    if (!groups_.divided()) add_high_water(network_, result_.stages);
    const auto machine = timing::measure_machine(everyone_);
    result_.zgemm_flops_per_second = machine.zgemm_flops_per_second;
    result_.peak_memory_bytes = static_cast<core::Count>(machine.peak_memory);
    if (timing::depends_on_cores(run_.arithmetic())) {
      auto& cores = result_.cores.emplace(core::CoreUse{{}, mpi::ranks_outnumber_cores()});
      for (const auto& stage : result_.stages) cores.time += stage.cores;
    }
    result_.total_seconds = mpi::wall_time() - start_;
  }

  void report_results() {
    describe(problem_, model_, groups_, result_);
    result_.choices = all_strategies_.choices();
    result_.network = network_.figures();
    directory_.lock->write_to_place([&] { write(); });
    std::printf("\n%s%s%s\n%s\n%s\n%s", stage_table(result_).c_str(), outstanding_table(result_).c_str(), choice_table(result_).c_str(),
                frequency_table(result_).c_str(), quality_table(result_).c_str(),
                accuracy_table(result_, !problem_.geometry.generator.empty()).c_str());
    std::printf("\n%s; speed of zgemm on all ranks at once, the ceiling of flop/s: %s\n%sresults in %s\n", memory_text(result_).c_str(),
                cli::with_prefix(groups_.ranks * result_.zgemm_flops_per_second, "flop/s").c_str(),
                result_.cores ? result_.cores->text().c_str() : "", core::printable(directory_.path.string()).c_str());
    std::fflush(stdout);
    if (const auto line = driver::unsolved(result_.frequencies); !line.empty()) cli::complain(line);
  }

  // Whether all frequencies are solved; equal on every rank. Collective over everyone.
  bool all_solved() {
    char solved = driver::unsolved(result_.frequencies).empty() ? 1 : 0;
    ledger_.enter("outcome");
    everyone_.broadcast(solved, core::master);
    return solved != 0;
  }

  // The results of all frequencies in one file; only then the single ones go.
  void write() {
    result_.frequencies = figures();
    const auto far = cases::directions(problem_.output);
    std::vector<std::vector<int>> grids;
    for (const auto& grid : problem_.output.grids) grids.push_back(grid.counts);
    const io::ResultsMesh mesh{
        &model_.wet.surface,  model_.structure ? &model_.structure->solid() : nullptr, model_.field.all, far.vectors, far.angles, std::move(grids),
        model_.field.in_fluid};
    io::ResultsFile file(mesh, frequencies_, result_, case_text_, directory_.path);
    for (std::size_t i = 0; i < frequencies_.size(); ++i) file.add(i, load(i));
    file.finish();
    if (!options_.json.empty()) io::write_output(options_.json, io::to_json(result_));
    for (const double hz : frequencies_) checkpoints_.remove(hz);
  }

  // The figures of all frequencies; those of other groups as these left them on the disk.
  std::vector<io::FrequencyResult> figures() const {
    std::vector<io::FrequencyResult> all;
    for (std::size_t i = 0; i < frequencies_.size(); ++i) all.push_back(figures_[i] ? *figures_[i] : load(i).figures);
    return all;
  }

  // The solution of a frequency that has been solved, here or by another group.
  io::FrequencySolution load(std::size_t number) const {
    const double hz = frequencies_[number];
    auto kept = checkpoints_.load(hz);
    const double end = mpi::wall_time() + (figures_[number] ? 0 : patience_with_others);
    while (!kept.solution && kept.unused.empty() && mpi::wall_time() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      kept = checkpoints_.load(hz);
    }
    if (!kept.solution)
      throw core::RunError("the solution in '" + checkpoints_.file(hz).string() +
                           "' cannot be used any more: " + (kept.unused.empty() ? "it is gone" : kept.unused));
    return std::move(*kept.solution);
  }

  const Options& options_;
  const mpi::RankGroups groups_;
  const bool is_master_;  ///< of everyone
  const int group_;
  cases::Case problem_;
  std::string case_text_;
  cases::Model model_;
  network::Stack& network_;
  comm::Ledger& ledger_;  ///< of the group
  const comm::Messenger everyone_;
  const OutputDirectory& directory_;
  io::CheckpointDirectory checkpoints_;
  std::set<std::string> reasons_;  ///< why solutions on disk were not used, as far as said
  cli::ProgressLine progress_;
  common::Run run_;
  tuning::Strategies& all_strategies_;
  tuning::StageStrategies strategies_;
  double start_ = mpi::wall_time();
  int computed_ = 0;  ///< frequencies
  io::RunResult result_;
  std::vector<double> frequencies_ = problem_.frequencies();
  /// By frequency: those that this rank took over, or solved as the master of its group.
  std::vector<std::optional<io::FrequencyResult>> figures_{frequencies_.size()};
};

void check_groups(const Options& options, const cases::Case& problem) {
  if (const auto names = cases::library_methods(problem); options.groups > 1 && !names.empty())
    throw core::InputError("option '--groups': method '" + names.front() + "' belongs to a library that works on all ranks together");
  const auto frequencies = problem.frequencies().size();
  if (static_cast<std::size_t>(options.groups) > frequencies)
    throw core::InputError("option '--groups': " + std::to_string(options.groups) + " groups, but only " + std::to_string(frequencies) +
                           (frequencies == 1 ? " frequency" : " frequencies"));
}

}  // namespace

Refined solve_at_density(const Options& options, const Ranks& ranks, std::optional<double> density) {
  constexpr int bad_input = 2;
  const fs::path folder = fs::path(options.case_file).parent_path();
  comm::Ledger ledger(ranks.group.top());
  const comm::Messenger everyone(ranks.everyone, comm::make_strategy({}));
  const bool is_another_groups_master = ledger.rank() == core::master && !ranks.is_master();
  cases::Model model;
  const auto build = [&](const std::string& text) { model = cases::build_model(case_of(options, text, density), folder, ledger.size()); };
  const auto bound = memory_bound(options.memory, everyone);
  const auto agreed = cli::validate_on_root(everyone, [&]() -> std::vector<std::string> {
    auto text = cases::read_case_file(options.case_file);
    check_groups(options, case_of(options, text, density));
    build(text);
    require_within(bound, case_of(options, text, density), model, ledger.size());
    return {std::move(text)};
  });
  if (!agreed) return {bad_input, {}};
  if (is_another_groups_master) build(agreed->front());
  cases::Case problem = case_of(options, agreed->front(), density);
  tuning::Strategies strategies(ledger);
  if (!cli::validate_everywhere(ranks.is_master(), [&] { cases::start_libraries(problem); })) return {bad_input, {}};
  const auto of_stages = resolved(strategies, problem.messages, ranks.is_master());
  if (!of_stages) return {bad_input, {}};
  OutputDirectory directory{options.directory(), {}, {}};
  const auto find_origin = [&] { directory.origin = cases::origin_of(problem, cases::answer_text(problem), folder); };
  if (!cli::validate_on_root(everyone, [&]() -> std::vector<std::string> {
        find_origin();
        lock(directory);
        return {};
      }))
    return {bad_input, {}};
  if (is_another_groups_master) find_origin();
  SolveRun run(options, ranks, std::move(problem), agreed->front(), std::move(model), directory, ledger, strategies, *of_stages);
  run.begin();
  const driver::Sweep sweep(run.problem(), run.model());
  for (const core::Index number : run.left()) {
    run.prepare(number);
    run.keep(number, driver::solve_frequency(sweep, run.hz(number), run.stages(), run.strategies()));
  }
  const bool solved = run.finish();
  return {solved ? 0 : 1, run.report()};
}

int solve(const Options& options, network::Stack& group, comm::Transport& everyone) {
  if (options.estimate) return estimate(options, group);
  if (!options.arithmetic.computed()) return solve_modelled(options, group);
  const Ranks ranks{group, everyone};
  return options.convergence ? solve_refined(options, ranks) : solve_at_density(options, ranks, {}).status;
}

}  // namespace febem::solve
