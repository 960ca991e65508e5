#include "tuning/trials.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "comm/messenger.h"
#include "mpi/environment.h"
#include "mpi/modelled.h"
#include "timing/statistics.h"

namespace febem::tuning {
namespace {

using comm::Operation;

/// A rank that slept would leave its core to the others; under a simulator it would look at the
/// clock a hundred million times a second.
void keep_busy_until(double end) {
  if (mpi::is_simulated()) return mpi::pass_time(std::max(0.0, end - mpi::wall_time()));
  while (mpi::wall_time() < end) {
  }
}

/// A broadcast behind `arithmetic` seconds of work, which calls progress() now and then, as the
/// stages do.
void broadcast_behind(
    double arithmetic, const comm::Messenger& messages, std::span<core::Complex> data) {
  constexpr int calls = 8;
  const auto request = messages.ibroadcast(data, 0);
  const double start = mpi::wall_time();
  for (int call = 1; call <= calls; ++call) {
    keep_busy_until(start + call * arithmetic / calls);
    request->progress();
  }
  request->finish();
}

/// Seconds of one transfer, from one barrier to the next.
double seconds_of_one(Operation operation, std::size_t bytes, double arithmetic,
    comm::Transport& transport, const comm::Strategy& strategy) {
  const comm::Messenger messages(transport, strategy);
  std::vector<core::Complex> data(bytes / sizeof(core::Complex));
  transport.synchronise();
  const double start = mpi::wall_time();
  switch (operation) {
    case Operation::broadcast:
      messages.broadcast(std::span(data), 0);
      break;
    case Operation::ibroadcast:
      broadcast_behind(arithmetic, messages, data);
      break;
    case Operation::sum:
      messages.sum(std::span(data), 0);
      break;
  }
  transport.synchronise();
  return mpi::wall_time() - start;
}

}  // namespace

void time_candidates(comm::Transport& transport, Operation operation, std::size_t bytes,
    double arithmetic, std::span<const comm::Strategy> strategies,
    std::vector<Candidate>& candidates) {
  std::vector<std::vector<double>> seconds(candidates.size());
  for (int repetition = 0; repetition < repetitions_per_candidate; ++repetition)
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      const double once = seconds_of_one(
          operation, bytes, arithmetic, transport, strategies[candidates[c].strategy]);
      if (repetition > 0) seconds[c].push_back(once);
    }
  for (std::size_t c = 0; c < candidates.size(); ++c)
    candidates[c].tried = timing::summarise(seconds[c]).median;
}

}  // namespace febem::tuning
