#include "cli/help_page.h"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string_view>

namespace febem::cli {
namespace {

constexpr std::size_t line_width = 100, longest_name = 26;

std::string entry_text(const HelpEntry& entry, std::size_t indent) {
  std::string name(2, ' ');
  name += entry.name;
  if (name.size() + 2 > indent)
    (name += '\n').append(indent, ' ');
  else
    name.resize(indent, ' ');
  return name + wrapped(entry.meaning, line_width, indent) + "\n";
}

/// A cell of a table: no bar ends it, and no character in it means anything but itself.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += ' ';
      continue;
    }
    if (std::string_view("|<>*_[]\\").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// As code, in a table.
std::string code(const std::string& name) {
  std::string result(1, '`');
  for (const char c : name) {
    if (c == '|') result += '\\';
    result += c;
  }
  result += '`';
  return result;
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::istringstream words(text);
  std::string result;
  std::size_t column = indent;
  for (std::string word; words >> word;) {
    if (column > indent && column + 1 + word.size() > width) {
      (result += '\n').append(indent, ' ');
      column = indent;
    }
    if (column > indent) result += " ";
    column += word.size() + (column > indent ? 1 : 0);
    result += word;
  }
  return result;
}

std::string as_text(const HelpPage& page) {
  std::string text = wrapped(page.about, line_width) + "\n";
  for (const auto& section : page.sections) {
    (text += '\n') +=
        wrapped(section.about.empty() ? section.heading : section.heading + ": " + section.about,
            line_width) +
        "\n";
    std::size_t longest = 0;
    for (const auto& entry : section.entries)
      longest = std::max(longest, std::min(entry.name.size(), longest_name));
    for (const auto& entry : section.entries) text += entry_text(entry, longest + 4);
  }
  return text;
}

std::string as_markdown(const HelpPage& page) {
  std::ostringstream text;
  text << "# " << page.title << "\n\n" << cell(page.about) << "\n";
  for (const auto& section : page.sections) {
    text << "\n## " << cell(section.heading) << "\n";
    if (!section.about.empty()) text << "\n" << cell(section.about) << "\n";
    if (section.entries.empty()) continue;
    text << "\n| name | meaning |\n|---|---|\n";
    for (const auto& entry : section.entries)
      text << "| " << code(entry.name) << " | " << cell(entry.meaning) << " |\n";
  }
  return text.str();
}

}  // namespace febem::cli
