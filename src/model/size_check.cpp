#include "model/size_check.h"

#include <cstdio>

#include "mesh/point_text.h"
#include "mesh/size_jumps.h"

namespace febem::model {

std::string size_warning(const mesh::Surface& surface) {
  const auto jumps = mesh::size_jumps(surface);
  if (jumps.edges == 0) return {};
  char line[300];
  std::snprintf(line, sizeof line,
                "  ! Warning: across %d sharp edge%s the panels' size jumps by more than %g, by %.3g at worst: panels %d and %d at "
                "%s; grade the mesh there.\n",
                jumps.edges, jumps.edges == 1 ? "" : "s", mesh::size_jump, jumps.worst, jumps.small, jumps.large,
                mesh::text(jumps.where).c_str());
  return line;
}

}  // namespace febem::model
