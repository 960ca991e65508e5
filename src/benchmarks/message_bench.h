// Timing of a pattern of messages over strategies and lengths.
#pragma once

#include "benchmarks/command.h"
#include "benchmarks/record.h"
#include "comm/messenger.h"
#include "network/stack.h"
#include "timing/progress.h"

namespace febem::benchmarks {

/// Throws core::InputError for an unknown pattern or word, bad sizes, or too few ranks.
void check_messages(const Options& options, int ranks);

/// Times what was asked for; check_messages() has passed. `control` sends by the top of the network,
/// outside the clock.
/// The record is valid on the master. Throws core::InputError, on every rank, if no strategy can be used
/// here. Collective.
MessageRecord time_messages(const Options& options, const Setting& setting, network::Stack& network,
                            const comm::Messenger& control, const timing::Progress& progress);

}  // namespace febem::benchmarks
