// The version of the program.
#pragma once

namespace febem::app {

inline constexpr const char* version = MINIFEBEM_VERSION;

}  // namespace febem::app
