#include "stages/eliminate/eliminate.h"

#include <array>

#include "core/registry.h"

namespace febem::eliminate {

#define FEBEM_PLUGIN(NAME) extern const Method NAME##_method;
#include "stages/eliminate/list.inc"
#undef FEBEM_PLUGIN

namespace {

const std::array registered{
#define FEBEM_PLUGIN(NAME) NAME##_method,
#include "stages/eliminate/list.inc"
#undef FEBEM_PLUGIN
};

}  // namespace

std::span<const Method> methods() { return registered; }

const Method& method(std::string_view name) { return core::find(methods(), name, "elimination method"); }

}  // namespace febem::eliminate
