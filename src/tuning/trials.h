// Candidates timed against each other, at the start of a run.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "comm/strategy.h"
#include "tuning/predictor.h"

namespace febem::tuning {

/// Transfers by each candidate; the first, which sets things up, is not timed.
inline constexpr int repetitions_per_candidate = 6;

/// Times transfers of so many bytes by each candidate, interleaved, and writes the median of each
/// to its `tried`. A look-ahead broadcast runs behind `arithmetic` seconds of work, which are
/// included. Collective; the times are this rank's, from one barrier to the next.
void time_candidates(comm::Transport& transport, comm::Operation operation, std::size_t bytes,
    double arithmetic, std::span<const comm::Strategy> strategies,
    std::vector<Candidate>& candidates);

}  // namespace febem::tuning
