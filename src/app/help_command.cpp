#include "app/help_command.h"

#include <algorithm>
#include <cstdio>

#include "cases/case_file.h"
#include "cli/cli11.h"
#include "cli/input_errors.h"
#include "comm/strategy.h"
#include "core/error.h"
#include "core/registry.h"
#include "core/text.h"

namespace febem::app {

std::string help_topic(const std::string& topic) {
  if (topic == "case") return cases::case_help();
  if (topic != "messages") throw core::InputError("unknown topic '" + topic + "'" + core::suggestion(topic, {"case", "messages"}));
  std::string text =
      "Every transfer is a product of three choices: --route R --cut C --pace P, for one stage --STAGE.route "
      "R\n";
  const auto line = [&](std::string name, std::string_view help) {
    name.resize(std::max<std::size_t>(name.size() + 1, 14), ' ');
    text += "  " + name + std::string(help) + "\n";
  };
  text += "\nroutes: who sends to whom\n";
  for (const auto& entry : comm::routes()) line(std::string(entry.name), entry.help);
  text += "\ncuts: how a message is divided\n";
  for (const auto& entry : comm::cuts()) line(std::string(entry.name), entry.help);
  text += "\npaces: how the pieces are held back\n";
  for (const auto& entry : comm::paces()) line(std::string(entry.name) + std::string(entry.parameter), entry.help);
  text += "\nstrategies: all three at once, --strategy S\n";
  for (const auto& set : comm::strategy_sets()) line(std::string(set.name), set.help);
  text += "\nauto may also stand for one axis: --cut auto\n";
  return text;
}

void add_options(CLI::App& command, HelpOptions& options) { command.add_option("TOPIC", options.topic, "case or messages")->required(); }

int help_command(const HelpOptions& options, network::Stack& network) {
  const bool prints = network.top().rank() == core::master;
  std::string text;
  if (!cli::validate_everywhere(prints, [&] { text = help_topic(options.topic); })) return 2;
  if (prints) std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace febem::app
