#include <algorithm>
#include <cstdio>

#include "benchmarks/command.h"
#include "benchmarks/record.h"
#include "cli/input_errors.h"
#include "cli/profile_file.h"
#include "cli/progress_line.h"
#include "core/error.h"
#include "core/types.h"
#include "io/atomic_file.h"
#include "mpi/environment.h"

namespace febem::benchmarks {
namespace {

Setting setting_of(const Options& options, network::Stack& network) {
  return {options.pattern, mpi::library_version(), network.top().size(), options.effort,
      mpi::clock_resolution(), network.figures(), network.description()};
}

template <class Record>
void report(const Record& record, const Options& options) {
  const auto [json, csv, text] = report_of(record);
  if (!options.json.empty()) io::write_output(options.json, json);
  if (!options.csv.empty()) io::write_output(options.csv, csv);
  std::fputs(text.c_str(), stdout);
}

int status_of(const ComputeRecord& record, bool is_master) {
  const auto wrong = std::find_if(record.timings.begin(), record.timings.end(),
      [](const auto& timing) { return !timing.deviation.right(); });
  if (wrong == record.timings.end()) return 0;
  if (is_master)
    cli::complain(
        "kernel " + wrong->name + " has computed something wrong: see its error in the table");
  return 1;
}

}  // namespace

int bench(const Options& options, network::Stack& network) {
  auto& transport = network.top();
  const bool is_master = transport.rank() == core::master;
  const comm::Messenger control(transport, comm::make_strategy({}));
  const bool compute = options.pattern == compute_name;
  if (!cli::validate_on_root(control, [&]() -> std::vector<std::string> {
        if (!compute && !options.profile.empty())
          throw core::InputError("option '--profile' belongs to bench compute");
        if (!compute && !options.kernels.empty())
          throw core::InputError("option '--kernel' belongs to bench compute");
        compute ? check_compute(options) : check_messages(options, transport.size());
        return {};
      }))
    return 2;
  cli::ProgressLine progress(is_master);
  progress.set_prefix(options.pattern);
  const auto setting = setting_of(options, network);
  const auto finish = [&](const auto& record) {
    progress.wipe();
    if (is_master) report(record, options);
    return 0;
  };
  if (!options.profile.empty()) {
    const auto record = time_profile(options, setting, transport, control, progress.callback());
    if (is_master) io::write_output(options.profile, cli::to_json(record.profile));
    return finish(record);
  }
  if (compute) {
    const auto record = time_kernels(options, setting, transport, control, progress.callback());
    finish(record);
    return status_of(record, is_master);
  }
  try {
    return finish(time_messages(options, setting, network, control, progress.callback()));
  } catch (const core::InputError&
          error) {  // on every rank: nothing of what was asked for can be used here
    if (is_master) cli::complain(error.what());
    return 2;
  }
}

}  // namespace febem::benchmarks
