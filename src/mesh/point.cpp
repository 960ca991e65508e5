#include "mesh/point.h"

#include <sstream>

namespace febem::mesh {

std::string text(const Vec3& x) {
  std::ostringstream out;
  out << "(" << x.x() << ", " << x.y() << ", " << x.z() << ")";
  return out.str();
}

std::string and_more(std::size_t count, const std::string& name) {
  if (count < 2) return {};
  return " (and " + std::to_string(count - 1) + " " + name + (count == 2 ? " more)" : "s more)");
}

}  // namespace febem::mesh
