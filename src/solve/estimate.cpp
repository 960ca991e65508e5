// `minifebem solve --estimate`: memory and time of a case before it is computed.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "cli/input_errors.h"
#include "cli/version.h"
#include "comm/dry_transport.h"
#include "comm/ledger.h"
#include "core/text.h"
#include "core/text_table.h"
#include "driver/curve.h"
#include "driver/memory_estimate.h"
#include "driver/refinement.h"
#include "driver/stage_drivers.h"
#include "io/atomic_file.h"
#include "io/json.h"
#include "mpi/environment.h"
#include "solve/command.h"
#include "solve/memory_bound.h"
#include "solve/modelled_solve.h"
#include "solve/report.h"
#include "timing/machine_rate.h"

namespace febem::solve {
namespace {

using core::Count;
using driver::StageBytes;
using io::Json;

/// The memory that a number of ranks hold, including program and model.
struct Held {
  int ranks = 1;
  double largest = 0, together = 0;     ///< bytes
  double refined = 0;                   ///< of the largest rank if the solution is refined
  core::PerStage<double> largest_of{};  ///< of the rank that holds most in it
};

struct Estimate {
  int ranks = 1;
  double base = 0;  ///< of program, libraries and model, the largest rank's; bytes
  double zgemm_flops_per_second = 0;            ///< of the slowest rank
  std::vector<StageBytes> memory;               ///< by rank, besides; on the master
  std::vector<core::StageMetrics> stages;       ///< messages and flops; empty if unknown
  std::string unmodelled;                       ///< why not
  bool is_dynamic = false;                      ///< time decides which rank forms which rows
  std::vector<core::PerStage<double>> seconds;  ///< of arithmetic, by rank; 0 without a profile
  std::vector<Held> held;
  MemoryBound bound;  ///< of a rank, on the master
  /// The solutions of a rational sweep, at most and probably; all of them take so many bytes.
  Count frequencies = 0;
  double expected = 0, kept = 0;
};

/// The four stages, in their order.
std::vector<core::StageMetrics> four_of(const std::vector<core::StageMetrics>& report) {
  std::vector<core::StageMetrics> four;
  for (const auto stage : core::four_stages)
    std::copy_if(report.begin(), report.end(), std::back_inserter(four),
        [&](const auto& s) { return s.stage == stage; });
  return four;
}

Held held_by(int ranks, const std::vector<StageBytes>& memory,
    const std::vector<StageBytes>& refined, double base) {
  Held held{ranks};
  for (const auto& bytes : refined)
    held.refined = std::max(held.refined, base + static_cast<double>(driver::largest(bytes)));
  for (const auto& bytes : memory) {
    const double of_rank = base + static_cast<double>(driver::largest(bytes));
    held.largest = std::max(held.largest, of_rank);
    held.together += of_rank;
    for (const auto stage : core::four_stages)
      held.largest_of[stage] =
          std::max(held.largest_of[stage], base + static_cast<double>(bytes[stage]));
  }
  return held;
}

/// 1, 2, 4, ... ranks, and those of this run.
std::vector<Held> held_by_all(const driver::MemoryEstimate& memory, int panels, const Estimate& e) {
  std::vector<int> numbers{e.ranks};
  for (int number = 1; number <= std::min(most_ranks, panels); number *= 2)
    numbers.push_back(number);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<Held> held;
  for (const int number : numbers) {
    const auto bytes = number == e.ranks ? e.memory : memory.on(number);
    held.push_back(held_by(number, bytes, memory.refined(bytes), e.base));
  }
  return held;
}

/// With "window" in place of "persistent": it sends the same messages, and copies nothing in a dry
/// run.
core::PerStage<comm::StrategyNames> counted_strategies(core::PerStage<comm::StrategyNames> names) {
  for (auto& of_stage : names)
    if (const std::string_view persistent = "persistent"; of_stage.pace.starts_with(persistent))
      of_stage.pace.replace(0, persistent.size(), "window");
  return names;
}

/// Over the ranks.
template <class T>
auto largest_of(const std::vector<core::PerStage<T>>& by_rank, Stage stage) {
  T largest{};
  for (const auto& of_rank : by_rank) largest = std::max(largest, of_rank[stage]);
  return largest;
}

core::Count flops_of(const core::StageMetrics& stage) {
  Count most = 0;
  for (const auto& rank : stage.ranks) most = std::max(most, rank.flops);
  return most;
}

std::string seconds_text(double seconds) { return core::with_prefix(seconds, "s"); }

std::string memory_cell(const Estimate& e, Stage stage) {
  return bytes_text(e.base + static_cast<double>(largest_of(e.memory, stage)));
}

std::string memory_table(const Estimate& e) {
  core::TextTable table({0});
  table.row({"stage", "memory"});
  for (const auto stage : core::four_stages) table.row({core::name(stage), memory_cell(e, stage)});
  return table.text() + "  Memory of the largest rank, including " + bytes_text(e.base) +
         " of program, libraries and model. Flop and messages are unknown:\n  " + e.unmodelled +
         ".\n";
}

std::string cost_table(const Estimate& e, bool has_profile) {
  core::TextTable table({0});
  table.row({"stage", "memory", "flop", "at zgemm's rate", "by the profile", "messages", "bytes"});
  for (const auto& stage : e.stages) {
    const auto flops = static_cast<double>(flops_of(stage));
    table.row({core::name(stage.stage), memory_cell(e, stage.stage), core::with_prefix(flops, ""),
        seconds_text(flops / e.zgemm_flops_per_second),
        has_profile ? seconds_text(largest_of(e.seconds, stage.stage)) : "-",
        std::to_string(stage.sent.messages), bytes_text(static_cast<double>(stage.sent.bytes))});
  }
  return table.text() + "  For one frequency. Memory (including " + bytes_text(e.base) +
         " of program, libraries and model), flop and seconds: of the largest rank.\n" +
         "  Messages and bytes: of all ranks together. Stages run slower than zgemm; --profile "
         "FILE gives a better estimate.\n" +
         (e.is_dynamic ? "  'dynamic' is counted as if each rank formed its own rows.\n" : "");
}

std::string rank_table(const Estimate& e) {
  core::TextTable table({});
  table.row({"ranks", "largest rank", "if refined", "all together"});
  for (const auto& held : e.held)
    table.row({std::to_string(held.ranks), bytes_text(held.largest), bytes_text(held.refined),
        bytes_text(held.together)});
  const auto fits = std::find_if(e.held.begin(), e.held.end(),
      [&](const Held& held) { return with_reserve(held.largest, e.base) <= e.bound.bytes; });
  return table.text() +
         "  Memory. A solution is refined if the condition estimate of its structure is above " +
         core::number(driver::refine_beyond, "%.0e") + ".\n  A rank may hold " +
         bytes_text(e.bound.bytes) + " (" + e.bound.why + "): " +
         (fits == e.held.end() ? "no number of ranks would do"
                               : core::counted(fits->ranks, "rank") +
                                     " would do, with a reserve of a tenth and 16 MB") +
         ".\n";
}

std::string sweep_text(const Estimate& e, bool has_structure, bool has_profile) {
  if (e.frequencies == 0) return {};
  double seconds = 0;
  for (const auto& stage : e.stages)
    seconds += has_profile ? largest_of(e.seconds, stage.stage)
                           : static_cast<double>(flops_of(stage)) / e.zgemm_flops_per_second;
  const auto number = core::number(e.expected, "%.0f");
  return core::text("\n  Rational sweep: about ", number, " of ", e.frequencies,
      " frequencies are solved",
      has_structure ? ", and one for each resonance of the structure" : "", ", by experience.\n  ",
      number, " solutions: ",
      e.stages.empty()
          ? std::string()
          : seconds_text(e.expected * seconds) + (has_profile ? ", " : " at zgemm's rate, "),
      bytes_text(e.kept), " more on the master.\n");
}

Json estimate_json(const Estimate& e) {
  Json json = io::report_head("estimate", cli::version, cli::commit(), mpi::library_version());
  json.update({{"ranks", e.ranks}, {"base_bytes", e.base}, {"bound_bytes", e.bound.bytes},
      {"zgemm_flops_per_second", e.zgemm_flops_per_second}});
  if (e.frequencies > 0)
    json["sweep"] = {
        {"frequencies", e.frequencies}, {"expected_solutions", e.expected}, {"kept_bytes", e.kept}};
  for (const char* key : {"stages", "memory"}) json[key] = Json::array();
  for (const auto& stage : e.stages) {
    Json of_stage{{"name", core::name(stage.stage)}, {"messages", stage.sent.messages},
        {"bytes", stage.sent.bytes}, {"ranks", Json::array()}};
    for (std::size_t rank = 0; rank < stage.ranks.size(); ++rank)
      of_stage["ranks"].push_back(
          {{"memory_bytes", e.memory[rank][stage.stage]}, {"flops", stage.ranks[rank].flops},
              {"arithmetic_seconds", e.seconds[rank][stage.stage]}});
    json["stages"].push_back(std::move(of_stage));
  }
  for (const auto& held : e.held) {
    Json of_stages;
    for (const auto stage : core::four_stages)
      of_stages[core::name(stage)] = held.largest_of[stage];
    json["memory"].push_back({{"ranks", held.ranks}, {"largest_rank_bytes", held.largest},
        {"refined_rank_bytes", held.refined}, {"all_bytes", held.together}, {"stages", of_stages}});
  }
  return json;
}

Options of_modelled_run(Options options) {
  options.arithmetic.word = options.arithmetic.profile.empty() ? "free" : "modelled";
  return options;
}

}  // namespace

int estimate(const Options& options, const cases::CaseInput& of_case, network::Stack& network) {
  constexpr int bad_input = 2;
  comm::Ledger ledger(network.top());
  const comm::Messenger messages(ledger, comm::make_strategy({}));
  const bool is_master = ledger.rank() == core::master;
  const auto bound = memory_bound(options.memory, messages);
  auto input = read_modelled_input(of_modelled_run(options), of_case, messages);
  if (!input) return bad_input;
  Estimate e;
  e.bound = bound;
  ledger.enter("machine");
  const auto machine =
      timing::measure_machine(messages);  // after which the BLAS has its buffers, and before the
                                          // estimate takes memory itself
  e.base = machine.peak_memory;
  e.zgemm_flops_per_second = machine.zgemm_flops_per_second;
  std::optional<driver::MemoryEstimate> memory;  // on the master
  if (!cli::check_on_root(messages,
          [&] { e.memory = memory.emplace(input->problem, input->model).on(ledger.size()); }))
    return bad_input;
  std::optional<comm::StageStrategies> strategies;
  cli::validate_everywhere(is_master, [&] {
    strategies =
        comm::prepared_strategies(ledger, counted_strategies(input->problem.messages.of_stages()));
  });
  if (!strategies) return bad_input;
  auto& frequency = input->problem.frequency;
  const auto& model = input->model;
  if (is_master && frequency.sweep == "rational") {
    e.frequencies = std::ssize(input->problem.frequencies());
    e.expected = std::round(driver::expected_solutions(input->problem, model));
    const Count dofs = model.structure ? model.structure->dofs() : 0;
    e.kept = e.expected * sizeof(core::Complex) * (model.space.size() + dofs) *
             std::size(cases::load_cases(input->problem));
  }
  frequency.hz = {input->problem.frequencies().front()};
  frequency.points = 0;

  common::Run sharing(ledger, {});
  driver::share(input->problem, input->model, sharing, *strategies);
  // This rank by itself.
  comm::DryTransport transport(ledger.rank(), ledger.size());
  comm::Ledger counted(transport);
  common::Run run(counted, {}, timing::Arithmetic::dry(input->profile));
  counted.enter(core::name(Stage::form));
  counted.metrics().sent += ledger.metrics(core::name(Stage::form)).sent;
  e.ranks = run.ranks();
  e.unmodelled = unmodelled(input->problem);
  e.is_dynamic = input->problem.stages[Stage::form].method == "dynamic";
  if (e.unmodelled.empty()) {
    run_modelled(*input, run, *strategies);
    e.stages = four_of(run.report(messages, 0));
  }
  for (const auto& of_rank :
      messages.gather(std::span(&run.arithmetic().modelled_seconds(), 1), core::master))
    e.seconds.push_back(of_rank.front());
  if (!is_master) return 0;
  e.held = held_by_all(*memory, input->model.space.size(), e);
  std::printf("%s", headline(input->problem, input->model, {run.ranks()}).c_str());
  std::printf("\n%s\n%s",
      (e.unmodelled.empty() ? cost_table(e, !options.arithmetic.profile.empty()) : memory_table(e))
          .c_str(),
      rank_table(e).c_str());
  std::printf(
      "%s", sweep_text(e, input->model.structure.has_value(), !options.arithmetic.profile.empty())
                .c_str());
  if (!options.json.empty()) io::write_output(options.json, io::file_text(estimate_json(e), 2));
  return 0;
}

}  // namespace febem::solve
