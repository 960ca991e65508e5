// A page of help: `minifebem help TOPIC` prints it for a terminal, and with --markdown as a page of docs/reference.
#pragma once

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

/// Lines of at most 100 characters; meanings stand in a column.
std::string as_text(const HelpPage& page);

/// The page in Markdown; entries are tables.
std::string as_markdown(const HelpPage& page);

}  // namespace febem::cli
