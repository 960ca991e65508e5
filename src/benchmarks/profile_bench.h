// `bench compute --profile`: the prices of the arithmetic that stages charge.
#pragma once

#include "benchmarks/command.h"
#include "benchmarks/record.h"
#include "comm/messenger.h"
#include "timing/progress.h"

namespace febem::benchmarks {

/// Times every subject on all ranks at once and fits the prices of each operation. The record is valid on the master. Collective.
ProfileRecord time_profile(const Options& options, const Setting& setting, comm::Transport& transport, const comm::Messenger& control,
                           const timing::Progress& progress);

}  // namespace febem::benchmarks
