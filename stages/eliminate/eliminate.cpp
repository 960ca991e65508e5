#include "stages/eliminate/eliminate.h"

#include <array>
#include <vector>

#include "core/registry.h"

namespace febem::eliminate {

#define FEBEM_METHODS "stages/eliminate/list.inc"
#include "stages/methods.inc"

const Method& method(std::string_view name) { return core::find(methods(), name, "elimination method"); }

}  // namespace febem::eliminate
