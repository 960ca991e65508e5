#include "verify/rung.h"

namespace febem::verify {

#define FEBEM_RUNG(NAME) extern const Rung NAME##_rung;
#include "verify/rung_list.inc"
#undef FEBEM_RUNG

std::vector<Rung> rungs() {
  return {
#define FEBEM_RUNG(NAME) NAME##_rung,
#include "verify/rung_list.inc"
#undef FEBEM_RUNG
  };
}

}  // namespace febem::verify
