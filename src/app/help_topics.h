// `minifebem help TOPIC`: reference pages from the tables that the program itself uses, and the
// script for a shell's completion.
#pragma once

#include <string>
#include <vector>

#include "cli/help_page.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace febem::app {

/// The help text of a topic. An empty topic gives a list of all topics. `program` has all commands
/// with their options. With `markdown` the result is a page of docs/reference. Throws
/// core::InputError for an unknown topic.
std::string help_topic(const std::string& topic, bool markdown, const CLI::App& program);

/// The mesh generators and their parameters.
cli::HelpPage generators_help();

/// The words that may follow a command: its long options, then its subcommands.
std::vector<std::string> known_words(const CLI::App& command);

/// The values of an option, its default in brackets, and whether it is required: " {spin,yield}
/// [spin]".
std::string value_text(const CLI::Option& option);

}  // namespace febem::app
