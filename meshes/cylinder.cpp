// A rigid closed cylinder of quadrilaterals along z with a piston in its +z end; rings and stations
// get finer toward the piston's edge and the edges of the cylinder.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "mesh/repair.h"
#include "meshes/disc.h"
#include "meshes/generator.h"
#include "meshes/graded.h"

namespace febem::meshes {
namespace {

using mesh::Vec3;

constexpr std::array cylinder_parameters{
    Parameter{"radius", "m", 0.062, 1e-6, 1e6, false, "radius of the cylinder"},
    Parameter{"length", "m", 0.914, 1e-6, 1e6, false, "length of the cylinder"},
    Parameter{"piston_radius", "m", 0.05, 1e-6, 1e6, false, "radius of the region 'piston'"},
    Parameter{"around", "1", 32, 8, 512, true, "panels around the cylinder, a multiple of 4", 4},
    Parameter{"piston_rings", "1", 6, 2, 200, true,
        "rings of panels between the core and the piston's edge", 1},
    Parameter{"rim_rings", "1", 3, 1, 200, true,
        "rings of panels between the piston's edge and the cylinder's", 1},
    Parameter{
        "back_rings", "1", 3, 2, 200, true, "rings of panels around the core of the -z end", 1},
    Parameter{"stations", "1", 31, 2, 1000, true, "panels along the cylinder", 1},
    Parameter{"grading", "1", 5, 1, 100, false,
        "largest over smallest panel size along the cylinder, its square root on the ends; both "
        "times the density"},
    density_parameter};

// Flat panels between points of a circle cut off a part of the disc, 2/3 % of it with 32. Points a
// little outside make its area, and with it the volume and the piston, exact.
double area_keeping(int around) {
  const double angle = 2 * core::pi / around;
  return std::sqrt(angle / std::sin(angle));
}

MeshSize size_of_cylinder(const Values& values) {
  const double around = values.at("around"), core = around * around / 16;
  const double rings = values.at("piston_rings") + values.at("rim_rings") + values.at("back_rings");
  return {0, 0, 2 * core + around * (rings + values.at("stations"))};
}

Generated generate_cylinder(const Values& values) {
  const double radius = values.at("radius"), length = values.at("length"),
               piston = values.at("piston_radius"), grading = values.at("grading"),
               density = values.at("density");
  const int around = whole(values, "around"), inside = whole(values, "piston_rings"),
            outside = whole(values, "rim_rings"), back = whole(values, "back_rings");
  if (!(piston < radius))
    throw core::InputError("mesh 'cylinder': piston_radius must be less than radius");

  // Finer still with the density: the panels at the edges, where the pressure is singular, shrink
  // with its square.
  const double end_grading = std::sqrt(grading) * density, barrel_grading = grading * density;
  // The core takes the share of the radius that gives it panels of the rings' mean size, and leaves
  // room for a circle around it.
  const int core_cells = around / 8;
  const double core = std::min(
      piston * core_cells / (core_cells + 1.2 * inside), piston / DiscMap::least_first_circle);
  const auto levels_of = [](const DiscMap& map, const std::vector<double>& radii) {
    std::vector<double> levels{1};
    for (std::size_t i = 1; i < radii.size(); ++i) levels.push_back(map.level(radii[i]));
    return levels;
  };
  auto front = finer_at_end(core, piston, inside, end_grading);
  // The first of many rings are too narrow to be round.
  const double circle = *std::find_if(front.begin(), front.end() - 1,
      [&](double r) { return r >= DiscMap::least_first_circle * core; });
  const DiscMap map(core, circle);
  const auto rim = finer_at_both_ends(piston, radius, outside, end_grading);
  front.insert(front.end(), rim.begin() + 1, rim.end());
  auto rear = finer_at_end(circle, radius, back - 1, end_grading);
  rear.insert(rear.begin(), core);

  Generated result;
  mesh::Surface& surface = result.wet.surface;
  surface.regions = {"piston", "front", "back", "barrel"};
  const double stretch = area_keeping(around);
  const auto at = [&](const Eigen::Vector2d& xy, double z) {
    return Vec3(Vec3(stretch, stretch, 1).cwiseProduct(map(Vec3(xy.x(), xy.y(), z))));
  };
  const auto add_end = [&](const std::vector<double>& radii, double z, bool up) {
    for (const auto& [corners, ring] : disc_cells(around, levels_of(map, radii))) {
      std::vector<Vec3> panel;
      for (const auto& xy : corners) panel.push_back(at(xy, z));
      mesh::add_loose(surface, std::move(panel), up ? (ring <= inside ? 0 : 1) : 2, !up);
    }
  };
  add_end(front, length / 2, true);
  add_end(rear, -length / 2, false);
  const auto z =
      finer_at_both_ends(-length / 2, length / 2, whole(values, "stations"), barrel_grading);
  for (std::size_t k = 0; k + 1 < z.size(); ++k)
    for (int j = 0; j < around; ++j) {
      const auto a = ring_point(around, j, map.level(radius)),
                 b = ring_point(around, j + 1, map.level(radius));
      mesh::add_loose(surface, {at(a, z[k]), at(b, z[k]), at(b, z[k + 1]), at(a, z[k + 1])}, 3);
    }
  mesh::merge_points(surface, 1e-9 * std::min(radius, length));
  return result;
}

// Curved panels need no points outside the circles. Edges between two points of a circle become
// arcs of it.
void curve_cylinder(const Values& values, mesh::Surface& surface) {
  const double stretch = area_keeping(whole(values, "around"));
  for (Vec3& x : surface.points) x = x.cwiseQuotient(Vec3(stretch, stretch, 1));
  set_middles(surface, [&](const Vec3& a, const Vec3& b) {
    const double radius = a.head<2>().norm();
    Vec3 middle = (a + b) / 2;
    if (std::abs(b.head<2>().norm() - radius) < 1e-9 * values.at("radius") &&
        a.head<2>().dot(b.head<2>()) > 0)
      middle.head<2>() *= radius / middle.head<2>().norm();
    return middle;
  });
}

}  // namespace

extern const Generator cylinder_generator{"cylinder",
    "rigid closed cylinder with a piston in its +z end", cylinder_parameters, size_of_cylinder,
    generate_cylinder, {}, curve_cylinder};

}  // namespace febem::meshes
