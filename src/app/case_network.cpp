#include "app/case_network.h"

#include "comm/messenger.h"
#include "core/error.h"
#include "core/types.h"

namespace febem::app {
namespace {

struct Asked {
  bool any = false;
  network::Link link;
};

Asked asked_by(const Parsed& parsed) {
  try {
    if (const auto network = parsed.network_of_case()) return {true, {network->latency, network->overhead, network->bandwidth}};
  } catch (const core::InputError&) {
    // the command reads the case once more
  }
  return {};
}

}  // namespace

network::Options network_options(const Parsed& parsed, comm::Transport& transport) {
  auto options = parsed.network;
  if (!parsed.network_of_case || options.emulated) return options;
  Asked asked;
  if (transport.rank() == core::master) asked = asked_by(parsed);
  comm::Messenger(transport, comm::make_strategy({})).broadcast(asked, core::master);
  if (asked.any) options.emulated.emplace().all = asked.link;
  return options;
}

}  // namespace febem::app
