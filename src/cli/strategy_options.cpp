#include "cli/strategy_options.h"

namespace febem::cli {

void add_strategy_options(CLI::App& command, StrategyWords& words, const Otherwise& otherwise) {
  const auto usual = strategy_grid({{}, {"all"}, {}}, {});
  std::string cuts;
  for (const auto& names : usual) cuts += (cuts.empty() ? "" : ", ") + names.cut;
  const auto axis = [&](const char* name, std::vector<std::string>& list, const std::string& help) {
    command.add_option(name, list, help)->expected(1, -1)->type_name("WORD")->group(strategy_group);
  };
  axis("--route", words.routes, "who sends to whom; all: every route; without it " + otherwise.route);
  axis("--cut", words.cuts, "how a message is divided; all: " + cuts + "; without it " + otherwise.cut);
  axis("--pace", words.paces,
       "how the pieces are held back; all: every pace with its usual parameter; without it " + otherwise.pace);
}

}  // namespace febem::cli
