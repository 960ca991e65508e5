// A section of a run on an emulated network, with work between its steps, for tests of what
// proceeds during the work.
#pragma once

#include <chrono>
#include <limits>
#include <thread>

#include "mpi/environment.h"
#include "network/emulator.h"
#include "support/world.h"

namespace febem::test {

/// What a section took on the emulated network.
struct SectionTimes {
  double seconds = 0;  ///< of the slowest rank
  double hidden = 0;   ///< of the rank where most was hidden
};

/// Every message takes `latency` seconds, and every rank sleeps for `work` seconds at each step
/// that reports progress. A machine with other things to do only makes it slower: that something
/// overlaps is shown by the fastest of a few repeats, that nothing does would take longer in every
/// one.
class EmulatedRun {
 public:
  EmulatedRun(double latency, double work) : latency_(latency), work_(work) {}

  /// The fastest of up to five runs of `work(context)`, and no more once one took less than
  /// `enough`. Collective.
  template <class F>
  SectionTimes fastest(const comm::StrategyNames& names, double enough, F&& work) const {
    SectionTimes best{std::numeric_limits<double>::max(), 0};
    for (int repeat = 0; repeat < 5 && best.seconds > enough; ++repeat) {
      const auto times = once(names, work);
      if (times.seconds < best.seconds) best = times;
    }
    return best;
  }

 private:
  template <class F>
  SectionTimes once(const comm::StrategyNames& names, F&& work) const {
    auto wire = over_mpi();
    network::Emulator network(wire, {{latency_, 0, std::numeric_limits<double>::infinity()}, {}});
    comm::Ledger ledger(network);
    common::Run run(ledger, [this](std::string_view, double) {
      std::this_thread::sleep_for(std::chrono::duration<double>(work_));
    });
    ledger.synchronise();
    const double start = mpi::wall_time();
    run.section(core::Stage::merge, comm::make_strategy(names), work);
    double mine[2] = {mpi::wall_time() - start,
        ledger.metrics(core::name(core::Stage::merge)).hidden_seconds},
           all[2] = {};
    MPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return {all[0], all[1]};
  }

  double latency_, work_;
};

}  // namespace febem::test
