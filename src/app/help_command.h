// `minifebem help TOPIC`: the case format, and the strategies of messages.
#pragma once

#include <string>
#include <vector>

#include "cli/outputs.h"
#include "network/stack.h"

namespace febem::app {

struct HelpOptions {
  std::string topic;

  std::vector<cli::Output> outputs() const { return {}; }
};

/// `options` must outlive the parsing.
void add_options(CLI::App& command, HelpOptions& options);

/// The text on a topic. Throws core::InputError for an unknown one.
std::string help_topic(const std::string& topic);

/// Prints on the master; other ranks do nothing. Returns the exit status: 2 for an unknown topic, after one line on stderr.
int help_command(const HelpOptions& options, network::Stack& network);

}  // namespace febem::app
