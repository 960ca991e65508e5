#include "solve/benchmark.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>

#include "cases/libraries.h"
#include "cli/input_errors.h"
#include "cli/progress_line.h"
#include "cli/version.h"
#include "comm/ledger.h"
#include "core/registry.h"
#include "core/text_table.h"
#include "driver/frequency_solver.h"
#include "driver/memory_estimate.h"
#include "io/atomic_file.h"
#include "io/json.h"
#include "la/blas_library.h"
#include "mpi/environment.h"
#include "solve/memory_bound.h"
#include "solve/report.h"
#include "timing/machine_rate.h"
#include "timing/statistics.h"

namespace febem::solve {
namespace {

using io::Json;

/// A timed solution.
struct Timed {
  core::PerStage<double> seconds{};  ///< of the slowest rank, in the four stages
  std::vector<ValidityCheck> checks;
  std::string outcome, digest;
  core::Complex fingerprint = 0;

  double total() const { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }
};

/// The run of a benchmark, for the report; on the master.
struct BenchmarkRun {
  std::string name;
  int cells = 0, ranks = 1;
  bool weak = false;
  double flop = 0;    ///< credited
  double growth = 1;  ///< with `weak`: flop of a rank over those of the problem on one rank
  double memory = 0;  ///< expected of the largest rank, bytes; NaN if a library keeps it
  io::RunResult sizes;
  double zgemm_flops_per_second = 0;
  std::vector<Timed> timed;

  double merit(const Timed& one) const { return flop / one.total(); }
};

double sum(const core::PerStage<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// The largest value of each figure over the solutions, in the order of the first.
std::vector<ValidityCheck> worst_of(const std::vector<Timed>& timed) {
  auto worst = timed.front().checks;
  for (const auto& one : timed)
    for (std::size_t i = 0; i < worst.size() && i < one.checks.size(); ++i)
      if (!(one.checks[i].value <= worst[i].value)) worst[i] = one.checks[i];
  return worst;
}

/// Why the run has no figure of merit; empty if it has one.
std::string refusal(const BenchmarkRun& run) {
  for (const auto& one : run.timed)
    if (one.outcome != "solved") return one.outcome;
  for (const auto& check : worst_of(run.timed))
    if (!check.passes())
      return check.figure + " is " + core::number(check.value, "%.2g") + ", limit " +
             core::number(check.limit, "%.2g");
  return {};
}

timing::Summary merits(const BenchmarkRun& run) {
  std::vector<double> values;
  for (const auto& one : run.timed) values.push_back(run.merit(one));
  return timing::summarise(values);
}

/// The line that scripts search for. Its words keep their order; new ones come at its end.
std::string merit_line(const BenchmarkRun& run) {
  const auto merit = merits(run);
  const auto why = refusal(run);
  const auto mode = run.weak ? "weak" : "strong";
  if (!why.empty())
    return core::formatted(
        "FOM: refused %s %s ranks %d: %s\n", run.name.c_str(), mode, run.ranks, why.c_str());
  return core::formatted(
      "FOM: %.4f Gflop/s %s %s ranks %d seconds %.4f spread %.2f %% repeats %zu valid\n",
      merit.median / 1e9, run.name.c_str(), mode, run.ranks, run.flop / merit.median,
      100 * (merit.largest - merit.least) / merit.median, run.timed.size());
}

std::string stages_text(const BenchmarkRun& run) {
  const auto credited = credited_flop(run.cells);
  core::TextTable table({0});
  table.row({"stage", "credited flop", "median, s", "credited flop/s"});
  for (const auto stage : core::four_stages) {
    std::vector<double> seconds;
    for (const auto& one : run.timed) seconds.push_back(one.seconds[stage]);
    const double median = timing::summarise(seconds).median;
    table.row({core::name(stage), core::with_prefix(credited[stage], ""),
        core::number(median, "%.4f"), core::with_prefix(credited[stage] / median, "")});
  }
  return table.text();
}

std::string checks_text(const BenchmarkRun& run) {
  core::TextTable table({0});
  table.row({"figure", "worst", "limit", ""});
  for (const auto& check : worst_of(run.timed))
    table.row({check.figure, core::number(check.value, "%.2e"), core::number(check.limit, "%.2g"),
        check.passes() ? "valid" : "INVALID"});
  return table.text();
}

std::string heading(
    const cases::Case& problem, const cases::Model& model, const BenchmarkRun& run) {
  return headline(problem, model, {run.ranks}) + la::blas_text() +
         "  expected: " + core::with_prefix(run.flop, "flop") + " credited, " +
         core::number(run.flop / (run.ranks * run.zgemm_flops_per_second), "%.2g") +
         " s at the speed of zgemm on all ranks at once, " + bytes_text(run.memory) +
         " on the largest rank\n" +
         (run.weak ? "  weak: each rank has " + core::number(run.growth, "%.2f") +
                         " times the flop of the problem on one rank\n"
                   : "");
}

Json json_of(const BenchmarkRun& run) {
  Json json = io::report_head("benchmark", cli::version, cli::commit(), mpi::library_version());
  const auto merit = merits(run);
  const auto why = refusal(run);
  const auto credited = credited_flop(run.cells);
  json.update({{"problem", run.name}, {"cells", run.cells}, {"weak", run.weak},
      {"ranks", run.ranks}, {"acoustic_dofs", run.sizes.acoustic_dofs},
      {"structural_dofs", run.sizes.structural_dofs}, {"credited_flop", run.flop},
      {"flop_of_a_rank_over_one_rank", run.growth}, {"expected_memory_bytes", run.memory},
      {"peak_memory_bytes", run.sizes.peak_memory_bytes}, {"valid", why.empty()}, {"refused", why},
      {"fom_flops_per_second", why.empty() ? Json(merit.median) : Json()},
      {"fom_least", merit.least}, {"fom_largest", merit.largest},
      {"zgemm_flops_per_second", run.zgemm_flops_per_second}, {"stages", Json::array()},
      {"repeats", Json::array()}, {"network", io::json_of(run.sizes.network)}});
  for (const auto& stage : run.sizes.stages)
    if (core::is_one_of_four(stage.stage))
      json["stages"].push_back({{"name", core::name(stage.stage)}, {"method", stage.method},
          {"strategy", io::json_of(stage.strategy)}, {"credited_flop", credited[stage.stage]}});
  for (const auto& one : run.timed) {
    Json repeat{{"seconds", one.total()}, {"outcome", one.outcome}, {"solution_digest", one.digest},
        {"fingerprint", {one.fingerprint.real(), one.fingerprint.imag()}},
        {"stages", Json::object()}, {"checks", Json::array()}};
    for (const auto stage : core::four_stages)
      repeat["stages"][core::name(stage)] = one.seconds[stage];
    for (const auto& check : one.checks)
      repeat["checks"].push_back({{"figure", check.figure}, {"value", check.value},
          {"limit", check.limit}, {"passes", check.passes()}});
    json["repeats"].push_back(std::move(repeat));
  }
  return json;
}

int list_problems(bool prints) {
  core::TextTable table({0, 5});
  table.row({"problem", "panels", "structural dof", "credited flop", "a matrix", ""});
  for (const auto& one : named_problems()) {
    const double n = one.cells, panels = 24 * n * n;
    table.row({std::string(one.name), core::number(panels, "%.0f"),
        core::number(126 * n * n + 18, "%.0f"),
        core::with_prefix(sum(credited_flop(one.cells)), ""), bytes_text(16 * panels * panels),
        std::string(one.help)});
  }
  if (prints) std::printf("%s", table.text().c_str());
  return 0;
}

double expected_memory(const cases::Case& problem, const cases::Model& model, int ranks) {
  if (!driver::MemoryEstimate::unknown(problem).empty()) return io::not_computed;
  core::Count most = 0;
  for (const auto& bytes : driver::MemoryEstimate(problem, model).on(ranks))
    most = std::max(most, driver::largest(bytes));
  return static_cast<double>(most);
}

}  // namespace

int benchmark(const BenchmarkOptions& options, network::Stack& network) {
  constexpr int wrong_answer = 1, bad_input = 2;
  comm::Ledger ledger(network.top());
  const comm::Messenger messages(ledger, comm::make_strategy({}));
  const bool is_master = ledger.rank() == core::master;
  if (options.list) return list_problems(is_master);

  BenchmarkRun result;
  cases::Case problem;
  const NamedProblem* named = nullptr;
  if (!cli::validate_everywhere(is_master, [&] {
        named = &core::find(named_problems(), options.name, "problem");
        result.name = named->name;
        result.ranks = ledger.size();
        result.weak = options.weak;
        result.cells = options.weak ? weak_cells(named->cells, result.ranks) : named->cells;
        result.flop = sum(credited_flop(result.cells));
        if (options.weak)
          result.growth = result.flop / (result.ranks * sum(credited_flop(named->cells)));
        problem = cases::read_case(
            shell_text(result.cells), "benchmark " + result.name, options.keys.overrides());
        cases::start_libraries(problem);
      }))
    return bad_input;
  cases::Model model;
  const auto bound = memory_bound(options.memory, messages);
  if (!cli::check_on_root(messages, [&] {
        model = cases::build_model(problem, {}, result.ranks);
        require_within(bound, problem, model, result.ranks);
        result.memory = expected_memory(problem, model, result.ranks);
      }))
    return bad_input;
  const auto strategies = resolved(ledger, problem.messages, is_master);
  if (!strategies) return bad_input;
  result.zgemm_flops_per_second = timing::measure_machine(messages).zgemm_flops_per_second;
  if (is_master) {
    std::printf("%s", heading(problem, model, result).c_str());
    std::fflush(stdout);
  }

  cli::ProgressLine progress(is_master);
  common::Run sharing(ledger, progress.callback());
  driver::share(problem, model, sharing, *strategies);
  driver::Sweep sweep(problem, model, sharing);
  const double hz = problem.frequencies().front();
  const int repeats = options.repeats > 0 ? options.repeats : named->repeats;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    progress.set_prefix(core::formatted("%d of %d", repeat + 1, repeats));
    comm::Ledger counted(network.top());
    common::Run run(counted, progress.callback());
    const auto outcome = driver::solve_frequency(sweep, hz, run, *strategies);
    const auto stages = run.report();
    progress.wipe();
    if (!is_master) continue;
    const auto& figures = outcome.solutions.front().figures;
    auto& timed = result.timed.emplace_back();
    timed.outcome = figures.outcome;
    timed.digest = figures.solution_digest;
    for (const auto& stage : stages)
      if (core::is_one_of_four(stage.stage)) timed.seconds[stage.stage] = stage.seconds;
    if (timed.outcome == "solved") {
      timed.checks = validity(outcome.solutions.front(), model.unknown_cells(), result.cells);
      timed.fingerprint = fingerprint(outcome.solutions.front().pressure);
    }
    result.sizes.stages = stages_of(stages, problem, result.ranks, *strategies);
  }
  result.sizes.peak_memory_bytes = static_cast<core::Count>(timing::largest_peak_memory(messages));
  int status = 0;
  if (is_master) {
    result.sizes.structural_dofs = model.structure->dofs();
    result.sizes.acoustic_dofs = model.space.size();
    result.sizes.network = network.figures();
    if (!refusal(result).empty()) status = wrong_answer;
    std::printf("\n%s\n%s\n%s; solution digest %s\n%s", stages_text(result).c_str(),
        checks_text(result).c_str(), memory_text(result.sizes).c_str(),
        result.timed.back().digest.c_str(), merit_line(result).c_str());
    if (!options.json.empty()) io::write_output(options.json, io::file_text(json_of(result), 2));
  }
  messages.broadcast(status, core::master);
  return status;
}

}  // namespace febem::solve
