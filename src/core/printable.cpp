#include "core/printable.h"

#include <array>
#include <cstdint>
#include <cstdio>

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
  const std::size_t bytes = lead < 0x80 ? 1 : lead >= 0xF0 && lead < 0xF5 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
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
        std::snprintf(code, sizeof code, byte == '\n' ? "\\n" : byte == '\t' ? "\\t" : "\\x%02x",
                      static_cast<unsigned>(static_cast<unsigned char>(byte)));
      result += code;
    }
    text.remove_prefix(bytes);
  }
  return result;
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

}  // namespace febem::core
