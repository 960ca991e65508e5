#include "check/case.h"

#include <array>

namespace febem::check {

#define FEBEM_PLUGIN(NAME) extern const Case NAME##_case;
#include "check/cases/list.inc"
#undef FEBEM_PLUGIN

std::string_view name(Legality legality) {
  constexpr std::array<std::string_view, 3> names{"legal", "unsafe", "erroneous"};
  return names[static_cast<std::size_t>(legality)];
}

std::span<const Case> cases() {
  static const std::array all{
#define FEBEM_PLUGIN(NAME) NAME##_case,
#include "check/cases/list.inc"
#undef FEBEM_PLUGIN
  };
  return all;
}

}  // namespace febem::check
