// Timing of arithmetic and memory on all ranks at once: what the ranks of a node have to share.
#pragma once

#include "benchmarks/command.h"
#include "benchmarks/record.h"
#include "comm/messenger.h"
#include "timing/progress.h"

namespace febem::benchmarks {

inline constexpr const char* compute_name = "compute";

/// Throws core::InputError for bad sizes, and for options that make no difference.
void check_compute(const Options& options);

/// Times the kernels that are asked for, and looks at what they have computed; check_compute() has passed. Samples are valid on
/// the master, the rest everywhere. Collective.
ComputeRecord time_kernels(const Options& options, const Setting& setting, comm::Transport& transport,
                           const comm::Messenger& control, const timing::Progress& progress);

}  // namespace febem::benchmarks
