#include "core/text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>

namespace febem::core {
namespace {

struct Character {
  std::size_t bytes = 1;
  bool shown = false;
};

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Controls (C0, DEL, C1), line and paragraph separators, and what changes the direction of writing.
bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

// The character that begins `text`; a byte that begins none counts as one that is not shown.
Character first(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t bytes = lead < 0x80                   ? 1
                            : lead >= 0xF0 && lead < 0xF5 ? 4
                            : lead >= 0xE0                ? 3
                            : lead >= 0xC2                ? 2
                                                          : 0;
  if (bytes == 0 || lead >= 0xF5 || text.size() < bytes) return {};
  std::uint32_t code = bytes == 1 ? lead : lead & (0xFFu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!continues(text[i])) return {};
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  }
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  if (code < least[bytes] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {};
  return {bytes, !is_control(code)};
}

std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto [bytes, shown] = first(text);
    for (const char byte : text.substr(0, bytes)) {
      char code[8] = {byte, '\0'};
      if (!shown)
        std::snprintf(code, sizeof code,
            byte == '\n'   ? "\\n"
            : byte == '\t' ? "\\t"
                           : "\\x%02x",
            static_cast<unsigned>(static_cast<unsigned char>(byte)));
      result += code;
    }
    text.remove_prefix(bytes);
  }
  return result;
}

// Optimal string alignment distance over three rolling rows.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string printable(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return escaped(text);
  std::size_t head = longest * 2 / 3, tail = text.size() - longest / 3;
  while (head > 0 && continues(text[head])) --head;
  while (tail < text.size() && continues(text[tail])) ++tail;
  return escaped(text.substr(0, head)) + " [... " + std::to_string(text.size()) + " bytes ...] " +
         escaped(text.substr(tail));
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = 0;
  for (const auto& candidate : candidates) {
    // At least the difference in length has to be inserted or deleted: a word of a megabyte need
    // not be compared.
    const std::size_t shorter = std::min(word.size(), candidate.size());
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (2 * (longer - shorter) > longer) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (2 * distance > longer) continue;
    if (best.empty() || distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const auto& word : words) {
    if (&word != &words.front()) text += between;
    text += word;
  }
  return text;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  if (const auto near = nearest(word, candidates); !near.empty())
    return "; did you mean '" + near + "'?";
  return candidates.empty() ? "" : "; known: " + joined(candidates);
}

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace febem::core
