#include "app/bench/bench.h"

#include <cstdio>

#include "app/bench/compute_bench.h"
#include "app/bench/message_bench.h"
#include "app/bench/record_file.h"
#include "app/bench/table.h"
#include "app/complain.h"
#include "app/progress.h"
#include "app/verdict.h"
#include "core/error.h"
#include "io/atomic_file.h"
#include "mpi/environment.h"
#include "pipeline/stage_context.h"

namespace febem::app::bench {
namespace {

Setting setting_of(const Command& command, NetworkStack& network) {
  const auto& request = command.bench;
  return {request.pattern,         mpi::library_version(), network.top().size(),     request.effort,
          mpi::clock_resolution(), network.figures(),      describe(command.network)};
}

template <class Record>
void report(const Record& record, const Command& command) {
  if (!command.json.empty()) io::write_output(command.json, to_json(record));
  if (!command.bench.csv.empty()) io::write_output(command.bench.csv, to_csv(record));
  std::fputs(text(record).c_str(), stdout);
}

}  // namespace

int bench(const Command& command, NetworkStack& network) {
  auto& transport = network.top();
  const auto& request = command.bench;
  const bool is_master = transport.rank() == pipeline::master;
  const comm::Messenger control(transport, comm::make_strategy({}));
  const bool compute = request.pattern == compute_name;
  if (!agree(control, [&]() -> std::vector<std::string> {
        compute ? check_compute(request) : check_messages(request, transport.size());
        return {};
      }))
    return 2;
  ProgressLine progress(is_master);
  progress.set_prefix(request.pattern);
  const auto setting = setting_of(command, network);
  const auto finish = [&](const auto& record) {
    progress.wipe();
    if (is_master) report(record, command);
    return 0;
  };
  if (compute) return finish(time_kernels(request, setting, transport, control, progress.callback()));
  try {
    return finish(time_messages(request, setting, network, control, progress.callback()));
  } catch (const core::InputError& error) {  // on every rank: nothing of what was asked for can be used here
    if (is_master) complain(error.what());
    return 2;
  }
}

}  // namespace febem::app::bench
