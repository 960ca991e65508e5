#include "comm/pace.h"

#include <array>

#include "core/registry.h"

namespace febem::comm {

#define FEBEM_PACE(factory) PaceEntry factory();
#include "comm/paces/list.h"
#undef FEBEM_PACE

namespace {

const std::array registered{
#define FEBEM_PACE(factory) factory(),
#include "comm/paces/list.h"
#undef FEBEM_PACE
};

}  // namespace

std::span<const PaceEntry> paces() { return registered; }

std::unique_ptr<Pace> make_pace(std::string_view text) {
  const auto colon = text.find(':');
  const auto parameter = colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
  return core::find(paces(), text.substr(0, colon), "pace").make(parameter);
}

void require_no_parameter(std::string_view pace, std::string_view parameter) {
  if (!parameter.empty())
    throw core::InputError("pace '" + std::string(pace) + "' takes no parameter, got ':" + std::string(parameter) + "'");
}

}  // namespace febem::comm
