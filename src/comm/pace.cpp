#include "comm/pace.h"

#include <array>
#include <charconv>

#include "core/registry.h"

namespace febem::comm {

#define FEBEM_LIST "comm/paces/list.inc"
#define FEBEM_ENTRY PaceEntry
#define FEBEM_ENTRIES paces
#define FEBEM_OBJECT(NAME) NAME##_pace
#include "core/plugins.inc"

std::unique_ptr<Pace> make_pace(std::string_view text) {
  const auto colon = text.find(':');
  const auto parameter =
      colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
  const auto& entry = core::find(paces(), text.substr(0, colon), "pace");
  if (entry.parameter.empty() && !parameter.empty())
    throw core::InputError("pace '" + std::string(entry.name) +
                           "' takes no parameter, got ':" + std::string(parameter) + "'");
  return entry.make(parameter);
}

int count_parameter(std::string_view pace, std::string_view parameter, int most, int usual) {
  if (parameter.empty()) return usual;
  int value = 0;
  const auto [end, error] =
      std::from_chars(parameter.data(), parameter.data() + parameter.size(), value);
  if (error != std::errc{} || end != parameter.data() + parameter.size() || value < 1 ||
      value > most)
    throw core::InputError("pace '" + std::string(pace) + "' needs a whole number from 1 to " +
                           std::to_string(most) + ", got '" + std::string(parameter) + "'");
  return value;
}

std::size_t size_parameter(
    std::string_view pace, std::string_view parameter, std::size_t least, std::size_t usual) {
  if (parameter.empty()) return usual;
  const auto size = parse_size(parameter);
  if (!size || *size < least)
    throw core::InputError("pace '" + std::string(pace) + "' needs a size of " +
                           std::to_string(least) + " bytes or more, got '" +
                           std::string(parameter) + "'");
  return *size;
}

void require(Transport& transport, Capability capability, std::string_view pace) {
  require_none(transport.unsupported_reason(capability), pace);
}

void require_none(const std::string& reason, std::string_view pace) {
  if (!reason.empty())
    throw core::InputError("pace '" + std::string(pace) + "' cannot be used here: " + reason);
}

}  // namespace febem::comm
