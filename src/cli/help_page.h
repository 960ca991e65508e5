// A page of help, for a terminal, or in Markdown for docs/reference.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace febem::cli {

/// A word and its meaning.
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

/// The entries of items with a name and a help text.
template <class Named>
std::vector<HelpEntry> entries_of(std::span<const Named> list) {
  std::vector<HelpEntry> entries;
  for (const auto& named : list)
    entries.push_back({std::string(named.name), std::string(named.help)});
  return entries;
}

/// `text` in lines of at most `width` characters, unless a word is longer. The first begins in
/// column `indent`, the others with `indent` spaces.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent = 0);

/// Lines of at most 100 characters, with the meanings in a column.
std::string as_text(const HelpPage& page);

/// The entries in tables.
std::string as_markdown(const HelpPage& page);

}  // namespace febem::cli
