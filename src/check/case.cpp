#include "check/case.h"

#include <array>

namespace febem::check {

#define FEBEM_PLUGIN(NAME) extern const Case NAME##_case;
#include "check/cases/list.inc"
#undef FEBEM_PLUGIN

std::string_view name(Legality legality) {
  switch (legality) {
    case Legality::legal:
      return "legal";
    case Legality::unsafe:
      return "unsafe";
    case Legality::erroneous:
      return "erroneous";
  }
  return {};
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
