#include "solve/command.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>

#include "cases/origin.h"
#include "cases/read_file.h"
#include "cli/complain.h"
#include "cli/progress_line.h"
#include "cli/text_table.h"
#include "cli/validate_on_root.h"
#include "cli/version.h"
#include "comm/ledger.h"
#include "core/printable.h"
#include "driver/frequency_solver.h"
#include "driver/outcome.h"
#include "io/atomic_file.h"
#include "io/checkpoint.h"
#include "io/results_file.h"
#include "io/results_json.h"
#include "io/run_lock.h"
#include "model/resolution.h"
#include "model/sources.h"
#include "solve/modelled_solve.h"
#include "solve/preparation.h"
#include "solve/refined_solve.h"
#include "solve/report.h"
#include "timing/machine_rate.h"

namespace febem::solve {
namespace {

namespace fs = std::filesystem;

io::FieldSizes sizes_of(const cases::Case& problem, const model::Model& model) {
  const auto panels = static_cast<std::size_t>(model.wet.surface.size());
  return {panels, panels, model.structure ? 3 * model.structure->solid().points.size() : 0,
          problem.output.field_points.size(), model::directions(problem.output).vectors.size()};
}

/// The directory of the results; all but its name on the master alone.
struct OutputDirectory {
  fs::path path;
  io::Origin origin;
  std::optional<io::RunLock> lock;
};

// Throws core::InputError if the directory cannot be had: up front, like everything else a user can mend.
void occupy(OutputDirectory& directory) {
  try {
    io::make_directory(directory.path);
    directory.lock.emplace(directory.path / "solve.lock", directory.path);
    io::remove_leftovers(directory.path, "results.");
    io::remove_leftovers(directory.path / "solved", "");
  } catch (const core::RunError& error) {
    throw core::InputError(std::string("option '--out': ") + error.what());
  }
}

// Runs a case; the master keeps what is printed and written.
class SolveRun {
 public:
  SolveRun(const Options& options, cases::Case problem, std::string case_text, model::Model model, const OutputDirectory& directory,
           network::Stack& network, comm::Ledger& ledger, tuning::Strategies& all, tuning::StageStrategies strategies)
      : options_(options),
        problem_(std::move(problem)),
        case_text_(std::move(case_text)),
        model_(std::move(model)),
        network_(network),
        ledger_(ledger),
        directory_(directory),
        checkpoints_(directory.path, directory.origin, sizes_of(problem_, model_)),
        progress_(ledger.rank() == core::master),
        run_(ledger, progress_.callback()),
        all_strategies_(all),
        strategies_(std::move(strategies)) {}

  /// Says what is to be solved and hands it to every rank. Collective.
  void begin() {
    if (run_.is_master()) announce();
    run_.section(Stage::distribute, strategies_[Stage::distribute],
                 [&](const auto& context) { model::share_structure(model_, context.messages); });
    run_.section(Stage::form, strategies_[Stage::form],
                 [&](const auto& context) { model::share_surface(model_, context.messages); });
  }

  /// Whether an interrupted run has left the solution on the disk; then it is taken over. Collective.
  bool resume(double hz) {
    char found = 0;
    if (run_.is_master()) {
      directory_.lock->check();
      auto kept = checkpoints_.load(hz);
      if (kept.solution) {
        found = 1;
        kept.solution->figures.resumed = true;
        figures_.push_back(kept.solution->figures);
      } else if (!kept.unused.empty()) {
        say_unused(hz, kept);
      }
    }
    ledger_.enter("resume");
    comm::Messenger(ledger_, comm::make_strategy({})).broadcast(found, core::master);
    return found != 0;
  }

  /// Makes ready for the next frequency. Collective.
  void prepare(double hz) {
    // What was handed out before the first frequency is not what a frequency transfers.
    computed_++ == 0 ? all_strategies_.forget() : all_strategies_.adapt();
    const auto all = problem_.frequencies();
    char prefix[80];
    std::snprintf(prefix, sizeof prefix, "%.6g Hz (%td of %zu)", hz, std::find(all.begin(), all.end(), hz) - all.begin() + 1,
                  all.size());
    progress_.set_prefix(prefix);
  }

  void keep(driver::FrequencyOutcome outcome) {
    progress_.wipe();
    result_.front_size = std::max(result_.front_size, outcome.front_size);
    if (!run_.is_master()) return;
    directory_.lock->write_to_place([&] { checkpoints_.save(outcome.solution); });
    figures_.push_back(outcome.solution.figures);
  }

  /// Writes and prints the results. Collective. Whether every frequency is solved.
  bool finish() {
    collect();
    if (run_.is_master()) report_results();
    return all_solved();
  }

  const cases::Case& problem() const { return problem_; }
  const model::Model& model() const { return model_; }
  execution::Run& stages() { return run_; }
  const tuning::StageStrategies& strategies() const { return strategies_; }
  /// Complete on the master after finish().
  const io::RunResult& report() const { return result_; }

 private:
  void announce() {
    const auto& surface = model_.wet.surface;
    std::printf("%s", headline(problem_, model_, run_.ranks()).c_str());
    if (const auto& text = network_.description(); !text.empty()) std::printf("  %s\n", text.c_str());
    for (const auto& [name, note] : model_.notes) std::printf("  %s: %s\n", name.c_str(), note.c_str());
    std::printf("%s", model::size_warning(surface).c_str());
    if (const auto& other = directory_.lock->left_by(); !other.empty())
      std::printf("%s: a run that was killed has left its lock (%s); taken over\n", directory_.path.c_str(),
                  other.c_str());
    std::fflush(stdout);
  }

  // Solutions of another origin come in numbers: each reason is said once. A damaged file is kept for whoever wants to know.
  void say_unused(double hz, const io::LoadedCheckpoint& kept) {
    const auto file = checkpoints_.file(hz);
    if (kept.damaged)
      std::printf("%s is not used: %s; renamed to %s, solving again\n", core::printable(file.string()).c_str(),
                  core::printable(kept.unused).c_str(), checkpoints_.set_aside(hz).filename().c_str());
    else if (reasons_.insert(kept.unused).second)
      std::printf("%s is not used: %s; solving again\n", core::printable(file.string()).c_str(),
                  core::printable(kept.unused).c_str());
    std::fflush(stdout);
  }

  // Counters of all ranks, at the master. Collective.
  void collect() {
    result_.stages = stages_of(run_, problem_, strategies_);
    add_high_water(network_, result_.stages);
    const auto machine = timing::measure_machine(comm::Messenger(ledger_, comm::make_strategy({})));
    result_.zgemm_flops_per_second = machine.zgemm_flops_per_second;
    result_.peak_memory_bytes = static_cast<core::Count>(machine.peak_memory);
    result_.total_seconds = mpi::wall_time() - start_;
  }

  void report_results() {
    describe(problem_, model_, run_.ranks(), result_);
    result_.choices = all_strategies_.choices();
    result_.network = network_.figures();
    result_.frequencies = figures_;
    directory_.lock->write_to_place([&] { write(); });
    std::printf("\n%s%s%s\n%s\n%s\n%s", stage_table(result_).c_str(), outstanding_table(result_).c_str(),
                choice_table(result_).c_str(), frequency_table(result_).c_str(), quality_table(result_).c_str(),
                accuracy_table(result_).c_str());
    std::printf("\n%s; the ceiling of flop/s, zgemm on all ranks at once, %s\nresults in %s\n",
                memory_text(result_).c_str(),
                cli::with_prefix(run_.ranks() * result_.zgemm_flops_per_second, "flop/s").c_str(),
                core::printable(directory_.path.string()).c_str());
    std::fflush(stdout);
    if (const auto line = driver::unsolved(figures_); !line.empty()) cli::complain(line);
  }

  // The same on every rank. Collective.
  bool all_solved() {
    char solved = driver::unsolved(figures_).empty() ? 1 : 0;
    ledger_.enter("outcome");
    comm::Messenger(ledger_, comm::make_strategy({})).broadcast(solved, core::master);
    return solved != 0;
  }

  // The results of all frequencies in one file; only then the single ones go.
  void write() {
    const auto frequencies = problem_.frequencies();
    const auto far = model::directions(problem_.output);
    const io::ResultsMesh mesh{&model_.wet.surface, model_.structure ? &model_.structure->solid() : nullptr,
                               problem_.output.field_points, far.vectors, far.angles};
    io::ResultsFile file(mesh, frequencies, result_, case_text_, directory_.path);
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
      const auto kept = checkpoints_.load(frequencies[i]);
      if (!kept.solution)
        throw core::RunError("the solution in '" + checkpoints_.file(frequencies[i]).string() + "' cannot be used any more: " +
                             (kept.unused.empty() ? "it is gone" : kept.unused));
      file.add(i, *kept.solution);
    }
    file.finish();
    if (!options_.json.empty()) io::write_output(options_.json, io::to_json(result_));
    for (const double hz : frequencies) checkpoints_.remove(hz);
  }

  const Options& options_;
  cases::Case problem_;
  std::string case_text_;
  model::Model model_;
  network::Stack& network_;
  comm::Ledger& ledger_;
  const OutputDirectory& directory_;
  io::CheckpointDirectory checkpoints_;
  std::set<std::string> reasons_;  ///< why solutions on disk were not used, as far as said
  cli::ProgressLine progress_;
  execution::Run run_;
  tuning::Strategies& all_strategies_;
  tuning::StageStrategies strategies_;
  double start_ = mpi::wall_time();
  int computed_ = 0;  ///< frequencies
  io::RunResult result_;
  std::vector<io::FrequencyResult> figures_;
};

}  // namespace

Refined solve_at_density(const Options& options, network::Stack& network, std::optional<double> density) {
  constexpr int bad_input = 2;
  auto& transport = network.top();
  comm::Ledger ledger(transport);
  const comm::Messenger messages(ledger, comm::make_strategy({}));
  model::Model model;
  const auto agreed = cli::validate_on_root(messages, [&]() -> std::vector<std::string> {
    auto text = cases::read_case_file(options.case_file);
    model = model::build_model(case_of(options, text, density), fs::path(options.case_file).parent_path(), transport.size());
    return {std::move(text)};
  });
  if (!agreed) return {bad_input, {}};
  cases::Case problem = case_of(options, agreed->front(), density);
  tuning::Strategies strategies(ledger);
  const auto of_stages = resolved(strategies, problem.messages, ledger.rank() == core::master);
  if (!of_stages) return {bad_input, {}};
  OutputDirectory directory{options.directory(), {}, {}};
  if (!cli::validate_on_root(messages, [&]() -> std::vector<std::string> {
        directory.origin = cases::origin_of(problem, cases::answer_text(problem), fs::path(options.case_file).parent_path());
        occupy(directory);
        return {};
      }))
    return {bad_input, {}};
  SolveRun run(options, std::move(problem), agreed->front(), std::move(model), directory, network, ledger, strategies,
               *of_stages);
  run.begin();
  for (const double hz : run.problem().frequencies()) {
    if (run.resume(hz)) continue;
    run.prepare(hz);
    run.keep(driver::solve_frequency(run.problem(), run.model(), hz, run.stages(), run.strategies()));
  }
  const bool solved = run.finish();
  return {solved ? 0 : 1, run.report()};
}

int solve(const Options& options, network::Stack& network) {
  if (!options.arithmetic.computed()) return solve_modelled(options, network);
  return options.convergence ? solve_refined(options, network) : solve_at_density(options, network, {}).status;
}

}  // namespace febem::solve
