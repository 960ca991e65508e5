#include "app/verify/rung.h"

namespace febem::app::verify {

#define FEBEM_RUNG(NAME) extern const Rung NAME##_rung;
#include "app/verify/rung_list.inc"
#undef FEBEM_RUNG

std::vector<Rung> rungs() {
  return {
#define FEBEM_RUNG(NAME) NAME##_rung,
#include "app/verify/rung_list.inc"
#undef FEBEM_RUNG
  };
}

}  // namespace febem::app::verify
