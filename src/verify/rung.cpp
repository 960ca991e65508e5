#include "verify/rung.h"

namespace febem::verify {

#define FEBEM_PLUGIN(NAME) extern const Rung NAME##_rung;
#include "verify/rungs/list.inc"
#undef FEBEM_PLUGIN

std::vector<Rung> rungs() {
  return {
#define FEBEM_PLUGIN(NAME) NAME##_rung,
#include "verify/rungs/list.inc"
#undef FEBEM_PLUGIN
  };
}

}  // namespace febem::verify
