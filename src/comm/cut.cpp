#include "comm/cut.h"

#include <array>
#include <charconv>
#include <utility>

#include "core/registry.h"

namespace febem::comm {

namespace {

constexpr std::string_view size_word = "SIZE";

constexpr std::array all{
    CutEntry{"whole", "the message in one piece",
        [](std::size_t, std::size_t, std::size_t remaining) { return remaining; }, "whole",
        "whole"},
    CutEntry{"SIZE", "pieces of SIZE bytes (4096, 4KiB, 1MiB, ...)",
        [](std::size_t size, std::size_t, std::size_t) { return size; }, "64", "16KiB"},
    // A short first piece starts a pipeline early, long ones end it.
    CutEntry{"grow:SIZE", "a first piece of SIZE bytes, each next one twice as long",
        [](std::size_t size, std::size_t previous, std::size_t) {
          return previous == 0 ? size : 2 * previous;
        },
        "grow:64", "grow:4KiB"},
};

/// The cut of an entry, if the text is its own.
std::optional<Cut> cut_of(const CutEntry& entry, std::string_view text) {
  if (!entry.name.ends_with(size_word))
    return text == entry.name ? std::optional(Cut{entry.wish}) : std::nullopt;
  const auto prefix = entry.name.substr(0, entry.name.size() - size_word.size());
  const auto size =
      text.starts_with(prefix) ? parse_size(text.substr(prefix.size())) : std::nullopt;
  return size ? std::optional(Cut{entry.wish, *size}) : std::nullopt;
}

}  // namespace

std::span<const CutEntry> cuts() { return all; }

Cut make_cut(std::string_view text) {
  for (const auto& entry : cuts())
    if (const auto cut = cut_of(entry, text)) return *cut;
  throw core::InputError(
      "unknown cut '" + std::string(text) + "'" + core::suggestion(text, core::names(cuts())));
}

std::optional<std::size_t> parse_size(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || value == 0) return std::nullopt;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  constexpr std::array<std::pair<std::string_view, int>, 8> shifts{
      {{"", 0}, {"B", 0}, {"KiB", 10}, {"k", 10}, {"MiB", 20}, {"M", 20}, {"GiB", 30}, {"G", 30}}};
  for (const auto& [name, shift] : shifts)
    if (unit == name && value <= (std::size_t{1} << 40) >> shift) return value << shift;
  return std::nullopt;
}

}  // namespace febem::comm
