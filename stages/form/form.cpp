#include "stages/form/form.h"

#include <array>

#include "core/registry.h"

namespace febem::form {

#define FEBEM_METHODS "stages/form/list.inc"
#include "stages/methods.inc"

const Method& method(std::string_view name) { return core::find(methods(), name, "schedule"); }

}  // namespace febem::form
