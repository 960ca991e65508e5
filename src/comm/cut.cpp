#include "comm/cut.h"

#include <array>
#include <charconv>
#include <utility>

#include "core/registry.h"

namespace febem::comm {

#define FEBEM_PLUGIN(NAME) extern const CutEntry NAME##_cut;
#include "comm/cuts/list.inc"
#undef FEBEM_PLUGIN

core::Count Pieces::count() const {
  Pieces rest(*this);
  core::Count pieces = 0;
  while (rest.next()) ++pieces;
  return pieces;
}

std::span<const CutEntry> cuts() {
  static const std::array all{
#define FEBEM_PLUGIN(NAME) NAME##_cut,
#include "comm/cuts/list.inc"
#undef FEBEM_PLUGIN
  };
  return all;
}

std::unique_ptr<Cut> make_cut(std::string_view text) {
  for (const auto& entry : cuts())
    if (auto cut = entry.make(text)) return cut;
  throw core::InputError("unknown cut '" + std::string(text) + "'" + core::suggestion(text, core::names(cuts())));
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
