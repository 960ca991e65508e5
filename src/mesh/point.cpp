#include "mesh/point.h"

#include "core/error.h"

namespace febem::mesh {

std::string text(const Vec3& x) { return core::text("(", x.x(), ", ", x.y(), ", ", x.z(), ")"); }

std::string and_more(std::size_t count, const std::string& name) {
  if (count < 2) return {};
  return core::text(" (and ", count - 1, " ", name, count == 2 ? " more)" : "s more)");
}

}  // namespace febem::mesh
