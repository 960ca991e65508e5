// What a command makes of its arguments.
#pragma once

#include <string>
#include <vector>

#include "cli/cli11.h"

/// The options that add_options(CLI::App&, Options&) reads. Throws CLI::ParseError.
template <class Options>
Options parsed(const std::vector<std::string>& arguments) {
  Options options;
  CLI::App command;
  add_options(command, options);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  command.parse(reversed);
  return options;
}
