#include <array>

#include "verify/verification_suite.h"

namespace febem::verify {

#define FEBEM_PLUGIN(NAME) extern const VerificationCase NAME##_case;
#include "verify/suite/list.inc"
#undef FEBEM_PLUGIN

std::span<const VerificationCase> verification_cases() {
  static const std::array all{
#define FEBEM_PLUGIN(NAME) NAME##_case,
#include "verify/suite/list.inc"
#undef FEBEM_PLUGIN
  };
  return all;
}

}  // namespace febem::verify
