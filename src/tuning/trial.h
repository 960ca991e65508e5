// Strategies tried against each other.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "comm/chooser.h"
#include "comm/strategy.h"
#include "tuning/candidate.h"

namespace febem::tuning {

/// Each candidate is used as often.
inline constexpr int uses_in_trial = 6;

/// Times transfers of so many bytes by each candidate, in turns, and says in `candidates` what each took. A broadcast ahead
/// of need is begun, followed by `arithmetic` seconds of work, which count, and finished. Collective; the times are this
/// rank's.
void try_out(comm::Transport& transport, comm::Operation operation, std::size_t bytes, double arithmetic,
             std::span<const comm::Strategy> strategies, std::vector<Candidate>& candidates);

}  // namespace febem::tuning
