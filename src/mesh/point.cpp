#include "mesh/point.h"

namespace febem::mesh {

std::string text(const Vec3& x) { return core::text("(", x.x(), ", ", x.y(), ", ", x.z(), ")"); }

std::string Faults::text(const std::string& name) const {
  if (count < 2) return first;
  const std::string names =
      name.ends_with('y') ? name.substr(0, name.size() - 1) + "ies" : name + "s";
  return core::text(first, " (and ", count - 1, " ", count == 2 ? name : names, " more)");
}

}  // namespace febem::mesh
