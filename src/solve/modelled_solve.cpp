#include "solve/modelled_solve.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "cases/read_file.h"
#include "cli/progress_line.h"
#include "cli/validate_on_root.h"
#include "comm/ledger.h"
#include "core/error.h"
#include "driver/stage_drivers.h"
#include "io/atomic_file.h"
#include "io/results_json.h"
#include "solve/preparation.h"
#include "solve/report.h"
#include "timing/machine_rate.h"

namespace febem::solve {
namespace {

using core::Count;

void refuse_what_has_no_model(const Options& options, const cases::Case& problem) {
  if (options.convergence) throw core::InputError("option '--convergence' needs '--arithmetic computed'");
  const auto refuse = [&](const auto& method) {
    if (method.is_library)
      throw core::InputError("method '" + std::string(method.name) + "' is a library's: '--arithmetic " + options.arithmetic.word +
                             "' has no model of it");
  };
  if (problem.structure) refuse(merge::method(problem.stages[Stage::merge].method));
  refuse(eliminate::method(problem.stages[Stage::eliminate].method));
}

/// The four stages at one frequency; returns the size of the front, 0 without a structure. Collective.
Count run_stages(const cases::Case& problem, const model::Model& model, double hz, execution::Run& run,
                 const tuning::StageStrategies& strategies) {
  const driver::StageDrivers stages(problem, model, hz, run);
  pipeline::Factor factor;
  if (model.structure) factor = stages.merge(run, strategies[Stage::merge]);
  auto rows = stages.form(run, strategies[Stage::form]);
  const auto reduced = stages.reduce(run, strategies[Stage::reduce], std::move(rows.h), rows.b, factor);
  stages.eliminate(run, strategies[Stage::eliminate], reduced);
  return factor.report.front_size;
}

/// What every rank knows before the first stage.
struct Input {
  cases::Case problem;
  timing::Profile profile;
  model::Model model;  ///< on the master, until it is shared
};

/// Nothing if the input is wrong, which the master has said. Collective.
std::optional<Input> read_input(const Options& options, const comm::Messenger& messages) {
  Input input;
  const auto agreed = cli::validate_on_root(messages, [&]() -> std::vector<std::string> {
    auto text = cases::read_case_file(options.case_file), profile = cases::profile_text(options.arithmetic);
    const auto problem = case_of(options, text, {});
    refuse_what_has_no_model(options, problem);
    input.model = model::build_model(problem, std::filesystem::path(options.case_file).parent_path(), messages.size(),
                                     model::Matrices::modelled);
    return {std::move(text), std::move(profile)};
  });
  if (!agreed) return {};
  input.problem = case_of(options, agreed->front(), {});
  input.profile = *cases::profile_of(options.arithmetic, agreed->back());
  return input;
}

void print_heading(const Input& input, const network::Stack& network, int ranks) {
  std::printf("%s", headline(input.problem, input.model, ranks).c_str());
  if (const auto& text = network.description(); !text.empty()) std::printf("  %s\n", text.c_str());
  std::printf("  not computed: %s\n", input.profile.machine.c_str());
  std::fflush(stdout);
}

/// Shares the model and runs the stages at each frequency; returns the largest front. Collective.
Count run_all(Input& input, execution::Run& run, tuning::Strategies& all, const tuning::StageStrategies& strategies) {
  run.section(Stage::distribute, strategies[Stage::distribute],
              [&](const auto& context) { model::share_structure(input.model, context.messages); });
  run.section(Stage::form, strategies[Stage::form], [&](const auto& context) { model::share_surface(input.model, context.messages); });
  Count front_size = 0;
  for (const double hz : input.problem.frequencies()) {
    all.adapt();
    front_size = std::max(front_size, run_stages(input.problem, input.model, hz, run, strategies));
  }
  return front_size;
}

void write_and_print(const io::RunResult& result, const std::filesystem::path& json) {
  if (!json.empty()) io::write_output(json, io::to_json(result));
  std::printf("\n%s%s%s\n%s\n", stage_table(result).c_str(), outstanding_table(result).c_str(),
              choice_table(result).c_str(), memory_text(result).c_str());
}

}  // namespace

int solve_modelled(const Options& options, network::Stack& network) {
  constexpr int bad_input = 2;
  const double start = mpi::wall_time();
  comm::Ledger ledger(network.top());
  const comm::Messenger messages(ledger, comm::make_strategy({}));
  auto input = read_input(options, messages);
  if (!input) return bad_input;
  tuning::Strategies all(ledger);
  const bool is_master = ledger.rank() == core::master;
  const auto strategies = resolved(all, input->problem.messages, is_master);
  if (!strategies) return bad_input;

  cli::ProgressLine progress(is_master);
  execution::Run run(ledger, progress.callback(), timing::Arithmetic(input->profile));
  if (is_master) print_heading(*input, network, run.ranks());
  io::RunResult result;
  result.front_size = run_all(*input, run, all, *strategies);
  progress.wipe();

  result.stages = stages_of(run, input->problem, *strategies);
  add_high_water(network, result.stages);
  result.peak_memory_bytes = static_cast<Count>(timing::largest_peak_memory(messages));
  result.total_seconds = mpi::wall_time() - start;
  if (!is_master) return 0;
  describe(input->problem, input->model, run.ranks(), result);
  result.choices = all.choices();
  result.network = network.figures();
  result.arithmetic = options.arithmetic.word;
  result.profile = input->profile.machine;
  write_and_print(result, options.json);
  return 0;
}

}  // namespace febem::solve
