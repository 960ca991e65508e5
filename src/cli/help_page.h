// A page of help: `minifebem help TOPIC` prints it for a terminal, and with --markdown as a page of
// docs/reference.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace febem::cli {

/// A word that a user may write, and its meaning.
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

/// The entries of a list of plug-ins, methods or other items with a name and a help text.
template <class Named>
std::vector<HelpEntry> entries_of(std::span<const Named> list) {
  std::vector<HelpEntry> entries;
  for (const auto& named : list)
    entries.push_back({std::string(named.name), std::string(named.help)});
  return entries;
}

/// The words of `text` in lines of at most `width` characters, unless a word is longer. The first
/// line begins in column `indent`. The other lines begin with `indent` spaces.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent = 0);

/// The page as text for a terminal: lines of at most 100 characters, with the meanings in a column.
std::string as_text(const HelpPage& page);

/// The page in Markdown, with the entries in tables.
std::string as_markdown(const HelpPage& page);

}  // namespace febem::cli
