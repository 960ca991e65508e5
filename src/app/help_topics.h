// `minifebem help TOPIC`: reference pages from the tables that the program itself uses, and the script for a shell's completion.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace febem::app {

/// The text on a topic; an empty topic lists them all. `program` has all commands with their options. With `markdown` a page of
/// docs/reference. Throws core::InputError for an unknown topic.
std::string help_topic(const std::string& topic, bool markdown, const CLI::App& program);

/// What may stand after a command: its long options, then the commands in it.
std::vector<std::string> known_words(const CLI::App& command);

/// What an option takes, its default in brackets, and whether it must be given: " {spin,yield} [spin]".
std::string value_text(const CLI::Option& option);

}  // namespace febem::app
