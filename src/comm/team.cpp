#include "comm/team.h"

#include <stdexcept>
#include <utility>

namespace febem::comm {
namespace {

/// The strategy for a team of one that is for all ranks.
Strategy for_team(Strategy strategy) {
  if (!strategy.route->follows_pace()) strategy.route = make_route("binomial");
  return strategy;
}

}  // namespace

TeamTransport::TeamTransport(Transport& below, RankRange ranks)
    : Decorator(below, ranks.number(below.rank()), ranks.size()), ranks_(ranks),
      memory_(below, ranks) {}

Message TeamTransport::among_all(Message message) const {
  if (message.is_collective())
    throw std::logic_error("a team of ranks has no collective of the library");
  message.peer = ranks_.rank(message.peer);
  return message;
}

Team::Team(const Messenger& all, RankRange ranks)
    : ranks_(ranks), transport_(*all.transport_, ranks),
      messages_(transport_, for_team(all.strategy_)) {}

}  // namespace febem::comm
