#include "solve/modelled_solve.h"

#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>

#include "cli/input_errors.h"
#include "cli/progress_line.h"
#include "comm/ledger.h"
#include "core/error.h"
#include "driver/stage_drivers.h"
#include "io/atomic_file.h"
#include "io/json.h"
#include "solve/report.h"
#include "timing/machine_rate.h"

namespace febem::solve {
namespace {

void refuse_what_has_no_model(const Options& options, const cases::Case& problem) {
  if (options.convergence)
    throw core::InputError("option '--convergence' needs '--arithmetic computed'");
  if (problem.frequency.sweep != "direct")
    throw core::InputError(
        "option '--sweep': a rational sweep needs '--arithmetic computed', since "
        "solutions decide which frequencies come next");
  if (const auto reason = unmodelled(problem); !reason.empty())
    throw core::InputError(reason + " ('--arithmetic " + options.arithmetic.word + "')");
}

/// The four stages at one frequency. Collective.
io::FactorSize run_stages(const driver::Sweep& sweep, double hz, common::Run& run,
    const comm::StageStrategies& strategies) {
  const driver::StageDrivers stages(sweep, hz, run);
  common::Factor factor;
  if (sweep.model().structure) factor = stages.merge(run, strategies[Stage::merge]);
  auto rows = stages.form(run, strategies[Stage::form]);
  const auto reduced =
      stages.reduce(run, strategies[Stage::reduce], std::move(rows.h), rows.b, factor);
  stages.eliminate(run, strategies[Stage::eliminate], reduced);
  return {factor.report.front_size, factor.report.entries};
}

void print_heading(const ModelledInput& input, const network::Stack& network, int ranks) {
  std::printf("%s", headline(input.problem, input.model, {ranks}).c_str());
  if (const auto& text = network.description(); !text.empty()) std::printf("  %s\n", text.c_str());
  std::printf("  arithmetic not computed: %s\n", input.profile.machine.c_str());
  std::fflush(stdout);
}

void write_and_print(const io::RunResult& result, const std::filesystem::path& json) {
  if (!json.empty()) io::write_output(json, io::to_json(result));
  std::printf("\n%s%s\n%s\n", stage_table(result).c_str(), outstanding_table(result).c_str(),
      memory_text(result).c_str());
}

}  // namespace

std::string unmodelled(const cases::Case& problem) {
  const auto of_library = [](const auto& method) {
    return "method '" + std::string(method.name) + "' belongs to a library and cannot be modelled";
  };
  const std::string no_numbers =
      " cannot be modelled: it iterates until the residual is small, which only a computed run can "
      "tell";
  const auto& first = merge::method(problem.stages[Stage::merge].method);
  const auto& last = problem.elimination();
  if (problem.structure && first.is_library) return of_library(first);
  if (last.is_library) return of_library(last);
  if (problem.is_mixed()) return "option '--precision mixed'" + no_numbers;
  if (last.iterates()) return "method '" + std::string(last.name) + "'" + no_numbers;
  return {};
}

std::optional<ModelledInput> read_modelled_input(
    const Options& options, const cases::CaseInput& of_case, const comm::Messenger& messages) {
  ModelledInput input{of_case.problem, {}, {}};
  const auto agreed = cli::validate_on_root(messages, [&]() -> std::vector<std::string> {
    cases::validate(options.arithmetic);
    auto profile = cases::profile_text(options.arithmetic);
    if (!options.estimate) refuse_what_has_no_model(options, input.problem);
    const auto folder = std::filesystem::path(options.case_file).parent_path();
    input.model =
        cases::build_model(input.problem, folder, messages.size(), cases::Matrices::modelled);
    return {std::move(profile)};
  });
  if (!agreed) return {};
  input.profile = *cases::profile_of(options.arithmetic, agreed->front());
  return input;
}

io::FactorSize run_modelled(
    const ModelledInput& input, common::Run& run, const comm::StageStrategies& strategies) {
  const driver::Sweep sweep(input.problem, input.model, run);
  io::FactorSize factor;
  for (const double hz : input.problem.frequencies())
    factor = run_stages(sweep, hz, run, strategies);
  return factor;
}

int solve_modelled(
    const Options& options, const cases::CaseInput& of_case, network::Stack& network) {
  constexpr int bad_input = 2;
  const double start = mpi::wall_time();
  comm::Ledger ledger(network.top());
  const comm::Messenger messages(ledger, comm::make_strategy({}));
  auto input = read_modelled_input(options, of_case, messages);
  if (!input) return bad_input;
  const bool is_master = ledger.rank() == core::master;
  const auto strategies = resolved(ledger, input->problem.messages, is_master);
  if (!strategies) return bad_input;

  cli::ProgressLine progress(is_master);
  common::Run run(ledger, progress.callback(), timing::Arithmetic(input->profile));
  if (is_master) print_heading(*input, network, run.ranks());
  driver::share(input->problem, input->model, run, *strategies);
  io::RunResult result;
  result.factor = run_modelled(*input, run, *strategies);
  progress.wipe();

  result.stages = stages_of(run.report(), input->problem, run.ranks(), *strategies);
  add_high_water(network, result.stages);
  result.peak_memory_bytes = static_cast<core::Count>(timing::largest_peak_memory(messages));
  result.total_seconds = mpi::wall_time() - start;
  if (!is_master) return 0;
  describe(input->problem, input->model, {run.ranks()}, result);
  result.command = of_case.command;
  result.network = network.figures();
  result.arithmetic = options.arithmetic.word;
  result.profile = input->profile.machine;
  write_and_print(result, options.json);
  return 0;
}

}  // namespace febem::solve
