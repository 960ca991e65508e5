#include "check/observation.h"

#include <algorithm>
#include <array>

#include "cli/text_table.h"
#include "core/error.h"

namespace febem::check {
namespace {

constexpr std::array<std::string_view, 10> names{"pass", "accepted",     "error raised", "unsupported", "leak",
                                                 "fail", "wrong answer", "unfinished",   "crash",       "hang"};

}  // namespace

std::string_view name(Observation observation) { return names[static_cast<std::size_t>(observation)]; }

Observation observation_from(std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw core::InputError("unknown observation '" + std::string(name) + "'");
  return static_cast<Observation>(found - names.begin());
}

std::string Fact::text() const {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "yes" : "no";
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  if (const auto* count = std::get_if<std::int64_t>(&value))
    return std::to_string(*count) + (unit.empty() ? "" : " " + unit);
  const double number = std::get<double>(value);
  return unit == "s" ? cli::with_prefix(number, unit) : cli::number(number, "%.4g") + " " + unit;
}

}  // namespace febem::check
