#include "mesh/point_text.h"

#include <sstream>

namespace febem::mesh {

std::string text(const Vec3& x) {
  std::ostringstream out;
  out << "(" << x.x() << ", " << x.y() << ", " << x.z() << ")";
  return out.str();
}

}  // namespace febem::mesh
