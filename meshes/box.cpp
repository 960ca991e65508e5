// A rigid box of quadrilaterals about the origin.
#include "mesh/repair.h"
#include "meshes/generator.h"

namespace febem::meshes {
namespace {

using mesh::Vec3;

constexpr std::array box_parameters{
    Parameter{"size_x", "m", 1, 1e-6, 1e6, false, "length of the edges along x"},
    Parameter{"size_y", "m", 1, 1e-6, 1e6, false, "along y"},
    Parameter{"size_z", "m", 1, 1e-6, 1e6, false, "along z"},
    Parameter{"panels_x", "1", 16, 1, 1000, true, "panels along x", 1},
    Parameter{"panels_y", "1", 16, 1, 1000, true, "panels along y", 1},
    Parameter{"panels_z", "1", 16, 1, 1000, true, "panels along z", 1}, density_parameter};

MeshSize size_of_box(const Values& values) {
  const double x = values.at("panels_x"), y = values.at("panels_y"), z = values.at("panels_z");
  return {0, 0, 2 * (x * y + y * z + z * x)};
}

Generated generate_box(const Values& values) {
  const Vec3 size(values.at("size_x"), values.at("size_y"), values.at("size_z"));
  const std::array count{
      whole(values, "panels_x"), whole(values, "panels_y"), whole(values, "panels_z")};
  Generated result;
  mesh::Surface& surface = result.wet.surface;
  surface.regions = {"x-", "x+", "y-", "y+", "z-", "z+"};
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;  // axis = u x v
    for (const int side : {0, 1}) {
      const auto corner = [&](int i, int j) {
        Vec3 x;
        x[axis] = side - 0.5;
        x[u] = static_cast<double>(i) / count[u] - 0.5;
        x[v] = static_cast<double>(j) / count[v] - 0.5;
        return Vec3(x.cwiseProduct(size));
      };
      for (int i = 0; i < count[u]; ++i)
        for (int j = 0; j < count[v]; ++j)
          mesh::add_loose(surface,
              {corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)},
              2 * axis + side, side == 0);
    }
  }
  mesh::merge_points(surface, 1e-9 * size.minCoeff());
  return result;
}

}  // namespace

extern const Generator box_generator{"box", "rigid box", box_parameters, size_of_box, generate_box};

}  // namespace febem::meshes
