// A page of help: `minifebem help TOPIC` prints it for a terminal, and with --markdown as a page of docs/reference.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace febem::cli {

/// A word that a user may write, and what it means.
struct HelpEntry {
  std::string name;
  std::string meaning;
};

struct HelpSection {
  std::string heading;
  std::string about;  ///< one paragraph; may be empty
  std::vector<HelpEntry> entries;
};

struct HelpPage {
  std::string title;
  std::string about;  ///< one paragraph
  std::vector<HelpSection> sections;
};

/// An entry for each of a list of plug-ins, methods or other things with a name and a help.
template <class Named>
std::vector<HelpEntry> entries_of(std::span<const Named> list) {
  std::vector<HelpEntry> entries;
  for (const auto& named : list) entries.push_back({std::string(named.name), std::string(named.help)});
  return entries;
}

/// The words of `text` in lines of at most `width` characters, unless a word is longer. The first line begins in column `indent`; the others
/// have so many spaces before them.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent = 0);

/// Lines of at most 100 characters; meanings stand in a column.
std::string as_text(const HelpPage& page);

/// The page in Markdown; entries are tables.
std::string as_markdown(const HelpPage& page);

}  // namespace febem::cli
