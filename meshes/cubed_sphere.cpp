#include "meshes/cubed_sphere.h"

#include <cmath>

namespace febem::meshes {

using mesh::Face;
using mesh::Vec3;

namespace {

constexpr int face_inside = 4, face_outside = 5;  // zeta = -1 and +1 of a brick

}  // namespace

Vec3 cube_direction(const Vec3& parameter) {
  const Vec3 on_cube = parameter / parameter.cwiseAbs().maxCoeff();
  return on_cube.unaryExpr([](double u) { return std::tan(core::pi / 4 * u); }).normalized();
}

std::vector<Face> add_cube_layer(BrickBuilder& builder, int n, double inner, double outer,
                                 const std::string& region) {
  std::vector<Face> result;
  for (int axis = 0; axis < 3; ++axis)
    for (int sign : {-1, 1}) {
      // (u, v, out) is right-handed, so that the bricks are too.
      const Vec3 out = sign * Vec3::Unit(axis), u = Vec3::Unit((axis + 1) % 3), v = out.cross(u);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          auto corners = box_corners(Vec3(2. * i / n - 1, 2. * j / n - 1, 0),
                                     Vec3(2. * (i + 1) / n - 1, 2. * (j + 1) / n - 1, 1));
          for (auto& x : corners) x = Vec3((x(0) * u + x(1) * v + out) * (x(2) == 0 ? inner : outer));
          result.push_back({builder.add(corners, region), face_outside});
        }
    }
  return result;
}

std::vector<Face> opposite_faces(const std::vector<Face>& outer) {
  auto result = outer;
  for (auto& face : result) face.face = face_inside;
  return result;
}

}  // namespace febem::meshes
