#include "check/case.h"

#include <vector>

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

std::vector<Case> cases() {
  return {
#define FEBEM_PLUGIN(NAME) NAME##_case,
#include "check/cases/list.inc"
#undef FEBEM_PLUGIN
  };
}

}  // namespace febem::check
