#include "cli/complain.h"

#include <cstdio>

#include "core/printable.h"

namespace febem::cli {

void complain(std::string_view text) {
  std::fprintf(stderr, "minifebem: %s\n", core::printable(text).c_str());
  std::fflush(stderr);
}

}  // namespace febem::cli
