#include "comm/team.h"

#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

namespace febem::comm {
namespace {

/// The strategy for a team of one that is for all ranks.
Strategy for_team(Strategy strategy) {
  if (!strategy.route->follows_pace()) strategy.route = make_route("binomial");
  return strategy;
}

/// Chooses for a team what another chooser would choose for all ranks.
class TeamChooser final : public Chooser {
 public:
  explicit TeamChooser(std::shared_ptr<const Chooser> of_all) : of_all_(std::move(of_all)) {}

  const Strategy& choose(Operation operation, std::size_t bytes) const override {
    const Strategy& of_all = of_all_->choose(operation, bytes);
    return of_all.route->follows_pace()
               ? of_all
               : for_team_.try_emplace(&of_all, for_team(of_all)).first->second;
  }
  void enter(std::string_view) override {}
  void measured(Operation, std::size_t, double) override {}

 private:
  std::shared_ptr<const Chooser> of_all_;
  mutable std::map<const Strategy*, Strategy>
      for_team_;  ///< in place of each native one of the other chooser, whose strategies stay
};

Strategy of_team(const Strategy& of_all) {
  Strategy strategy = for_team(of_all);
  if (of_all.chooser) strategy.chooser = std::make_shared<TeamChooser>(of_all.chooser);
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
      messages_(transport_, of_team(all.strategy_)) {}

}  // namespace febem::comm
