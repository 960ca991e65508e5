#include "verify/verification_case.h"

namespace febem::verify {

#define FEBEM_PLUGIN(NAME) extern const VerificationCase NAME##_case;
#include "verify/suite/list.inc"
#undef FEBEM_PLUGIN

std::vector<VerificationCase> verification_cases() {
  return {
#define FEBEM_PLUGIN(NAME) NAME##_case,
#include "verify/suite/list.inc"
#undef FEBEM_PLUGIN
  };
}

}  // namespace febem::verify
