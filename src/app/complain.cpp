#include "app/complain.h"

#include <cstdio>

#include "core/printable.h"

namespace febem::app {

void complain(std::string_view text) {
  std::fprintf(stderr, "minifebem: %s\n", core::printable(text).c_str());
  std::fflush(stderr);
}

}  // namespace febem::app
