#include "solve/modelled_solve.h"

#include <cstdio>
#include <filesystem>

#include "cli/progress_line.h"
#include "comm/ledger.h"
#include "driver/sweep.h"
#include "io/atomic_file.h"
#include "io/json.h"
#include "solve/modelled_run.h"
#include "solve/preparation.h"
#include "solve/report.h"
#include "timing/machine_rate.h"

namespace febem::solve {
namespace {

using core::Count;

void print_heading(const ModelledInput& input, const network::Stack& network, int ranks) {
  std::printf("%s", headline(input.problem, input.model, {ranks}).c_str());
  if (const auto& text = network.description(); !text.empty()) std::printf("  %s\n", text.c_str());
  std::printf("  not computed: %s\n", input.profile.machine.c_str());
  std::fflush(stdout);
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
  auto input = read_modelled_input(options, messages);
  if (!input) return bad_input;
  tuning::Strategies all(ledger);
  const bool is_master = ledger.rank() == core::master;
  const auto strategies = resolved(all, input->problem.messages, is_master);
  if (!strategies) return bad_input;

  cli::ProgressLine progress(is_master);
  execution::Run run(ledger, progress.callback(), timing::Arithmetic(input->profile));
  if (is_master) print_heading(*input, network, run.ranks());
  driver::share(input->model, run, *strategies);
  io::RunResult result;
  result.factor = run_modelled(*input, run, all, *strategies);
  progress.wipe();

  result.stages = stages_of(run.report(), input->problem, *strategies);
  add_high_water(network, result.stages);
  result.peak_memory_bytes = static_cast<Count>(timing::largest_peak_memory(messages));
  result.total_seconds = mpi::wall_time() - start;
  if (!is_master) return 0;
  describe(input->problem, input->model, {run.ranks()}, result);
  result.choices = all.choices();
  result.network = network.figures();
  result.arithmetic = options.arithmetic.word;
  result.profile = input->profile.machine;
  write_and_print(result, options.json);
  return 0;
}

}  // namespace febem::solve
