#include "meshes/cylinder_shell.h"

namespace febem::meshes {

using mesh::Face;
using mesh::Vec3;

namespace {

constexpr double core_share = 0.56;  // of the first circle: about equal angles where core, ring and ray meet

Vec3 lift(const Eigen::Vector2d& xy, double z) { return {xy.x(), xy.y(), z}; }

// A brick between a cell at a lower and one at an upper z.
std::array<Vec3, 8> prism(const DiscCell& low, double z_low, const DiscCell& high, double z_high) {
  std::array<Vec3, 8> corners;
  for (int i = 0; i < 4; ++i) {
    corners[i] = lift(low.corners[i], z_low);
    corners[4 + i] = lift(high.corners[i], z_high);
  }
  return corners;
}

std::vector<double> levels(const DiscMap& map, const std::vector<double>& circles, double edge) {
  std::vector<double> result{1};
  for (double radius : circles) result.push_back(map.level(radius));
  result.push_back(map.level(edge));
  return result;
}

}  // namespace

DiscMap disc_map(const CylinderShell& shell) {
  return {core_share * shell.circles.front(), shell.circles.front()};
}

std::vector<std::pair<int, Face>> add_shell(BrickBuilder& builder, const CylinderShell& shell,
                                            const std::string& region, const RegionOfRing& front) {
  constexpr int top_face = 5;
  const DiscMap map = disc_map(shell);
  const double inner = shell.radius - shell.wall, z_out = shell.length / 2, z_in = z_out - shell.end;

  std::vector<std::pair<int, Face>> faces;
  const auto outside = disc_cells(shell.around, levels(map, shell.circles, shell.radius));
  const auto inside = disc_cells(shell.around, levels(map, shell.circles, inner));
  for (std::size_t i = 0; i < outside.size(); ++i) {
    const int ring = outside[i].ring;
    const auto e = builder.add(prism(inside[i], z_in, outside[i], z_out), front(ring));
    faces.push_back({ring, {e, top_face}});
  }

  std::vector<double> back{shell.circles.front()};
  for (int i = 1; i + 1 < shell.back_rings; ++i)
    back.push_back(back[0] + (shell.radius - back[0]) * i / (shell.back_rings - 1));
  const auto back_outside = disc_cells(shell.around, levels(map, back, shell.radius));
  const auto back_inside = disc_cells(shell.around, levels(map, back, inner));
  for (std::size_t i = 0; i < back_outside.size(); ++i)
    builder.add(prism(back_outside[i], -z_out, back_inside[i], -z_in), region);

  std::vector<double> z_outer{-z_out}, z_inner{-z_in};
  for (double z : shell.stations) {
    z_outer.push_back(z);
    z_inner.push_back(z);
  }
  z_outer.push_back(z_out);
  z_inner.push_back(z_in);
  const double s_in = map.level(inner), s_out = map.level(shell.radius);
  for (std::size_t k = 0; k + 1 < z_outer.size(); ++k)
    for (int j = 0; j < shell.around; ++j) {
      const auto corner = [&](int ray, std::size_t station, bool out) {
        return lift(ring_point(shell.around, ray, out ? s_out : s_in),
                    out ? z_outer[station] : z_inner[station]);
      };
      builder.add({corner(j, k, false), corner(j, k, true), corner(j + 1, k, true), corner(j + 1, k, false),
                   corner(j, k + 1, false), corner(j, k + 1, true), corner(j + 1, k + 1, true),
                   corner(j + 1, k + 1, false)},
                  region);
    }
  return faces;
}

}  // namespace febem::meshes
