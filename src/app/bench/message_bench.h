// Timing of a pattern of messages over strategies and lengths.
#pragma once

#include "app/bench/record.h"
#include "app/bench/request.h"
#include "app/network_stack.h"
#include "comm/messenger.h"
#include "timing/progress.h"

namespace febem::app::bench {

/// Throws core::InputError for an unknown pattern or word, bad sizes, or too few ranks.
void check_messages(const Request& request, int ranks);

/// Times what was asked for; check_messages() has passed. `control` sends by the top of the network,
/// outside the clock.
/// The record is valid on the master. Throws core::InputError, on every rank, if no strategy can be used
/// here. Collective.
MessageRecord time_messages(const Request& request, const Setting& setting, NetworkStack& network,
                            const comm::Messenger& control, const timing::Progress& progress);

}  // namespace febem::app::bench
