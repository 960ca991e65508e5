#include "meshes/cylinder_shell.h"

#include <algorithm>
#include <cmath>

namespace febem::meshes {

using mesh::Face;
using mesh::Vec3;

namespace {

constexpr double core_share =
    0.56;  // of the first circle: about equal angles where core, ring and ray meet

Vec3 lift(const Eigen::Vector2d& xy, double z) { return {xy.x(), xy.y(), z}; }

std::array<Vec3, 4> face(const DiscCell& cell, double z) {
  std::array<Vec3, 4> corners;
  for (int i = 0; i < 4; ++i) corners[i] = lift(cell.corners[i], z);
  return corners;
}

// A stack of bricks from one face to the opposite one (VTK: faces 4 and 5); returns the last.
mesh::Index add_stack(BrickBuilder& builder, const std::array<Vec3, 4>& first,
    const std::array<Vec3, 4>& last, int layers, const std::string& region) {
  mesh::Index brick = -1;
  for (int k = 0; k < layers; ++k) {
    std::array<Vec3, 8> corners;
    for (int i = 0; i < 8; ++i) {
      const double share = static_cast<double>(k + i / 4) / layers;
      corners[i] = (1 - share) * first[i % 4] + share * last[i % 4];
    }
    brick = builder.add(corners, region);
  }
  return brick;
}

// The levels of the core, the given circles and the edge, with `parts` rings between one and the
// next, `last_parts` before the edge.
std::vector<double> levels(const DiscMap& map, const std::vector<double>& circles, double edge,
    int parts, int last_parts) {
  std::vector<double> whole{1}, result{1};
  for (double radius : circles) whole.push_back(map.level(radius));
  whole.push_back(map.level(edge));
  for (std::size_t i = 1; i < whole.size(); ++i) {
    const int count = i + 1 == whole.size() ? last_parts : parts;
    for (int part = 1; part <= count; ++part)
      result.push_back(whole[i - 1] + (whole[i] - whole[i - 1]) * part / count);
  }
  return result;
}

}  // namespace

DiscMap disc_map(const CylinderShell& shell) {
  return {core_share * shell.circles.front(), shell.circles.front()};
}

int at_density(int count, double density) {
  return std::max(1, static_cast<int>(std::lround(count * density)));
}

MeshSize size_of_shell(const CylinderShell& shell) {
  const double around = shell.around, core = around * around / 16, layers = shell.layers;
  const double rings =
      shell.ring_parts * (static_cast<double>(shell.circles.size()) + shell.back_rings) +
      shell.rim_parts;
  const double faces = 2 * core + around * (rings + static_cast<double>(shell.stations.size()) + 1);
  // A closed surface of F quadrilaterals has F + 2 corners and 2 F edges.
  return {(layers + 1) * (3 * faces + 2) + layers * (faces + 2), faces * layers, faces};
}

namespace {

// Adds the end at z > 0 (side 1) or z < 0 (side -1), with rings between the given circles. Returns
// ring and outer face of each brick of the +z end.
std::vector<std::pair<int, Face>> add_end(BrickBuilder& builder, const CylinderShell& shell,
    const DiscMap& map, const std::vector<double>& circles, int last_parts, int side,
    const RegionOfRing& region) {
  constexpr int outer_face = 5;
  const double z_out = side * shell.length / 2, z_in = z_out - side * shell.end;
  const auto cells = [&](double edge) {
    return disc_cells(shell.around, levels(map, circles, edge, shell.ring_parts, last_parts));
  };
  const auto outside = cells(shell.radius), inside = cells(shell.radius - shell.wall);
  const int rim = static_cast<int>(circles.size()) + 1;
  std::vector<std::pair<int, Face>> faces;
  for (std::size_t i = 0; i < outside.size(); ++i) {
    const int ring = std::min((outside[i].ring + shell.ring_parts - 1) / shell.ring_parts, rim);
    auto first = face(inside[i], z_in), last = face(outside[i], z_out);
    if (side < 0) std::swap(first, last);
    faces.push_back(
        {ring, {add_stack(builder, first, last, shell.layers, region(ring)), outer_face}});
  }
  return faces;
}

std::vector<double> back_circles(const CylinderShell& shell) {
  std::vector<double> circles{shell.circles.front()};
  // Rings narrower than the wall stay within it, so that the last one has room for the corner of
  // barrel and end.
  const double ring = (shell.radius - circles[0]) / (shell.back_rings - 1);
  const double edge = ring > shell.wall ? shell.radius : shell.radius - shell.wall;
  for (int i = 1; i + 1 < shell.back_rings; ++i)
    circles.push_back(circles[0] + (edge - circles[0]) * i / (shell.back_rings - 1));
  return circles;
}

// Where a plane through the barrel at z outside meets its inner cylinder: depths 0 .. mitre become
// end .. mitre.
double inner_station(const CylinderShell& shell, double z) {
  const double depth = shell.length / 2 - std::abs(z);
  if (depth >= shell.mitre) return z;
  return std::copysign(
      shell.length / 2 - shell.end - depth * (shell.mitre - shell.end) / shell.mitre, z);
}

void add_barrel(BrickBuilder& builder, const CylinderShell& shell, const DiscMap& map,
    const std::string& region) {
  const double z_out = shell.length / 2;
  std::vector<double> z_outer{-z_out};
  z_outer.insert(z_outer.end(), shell.stations.begin(), shell.stations.end());
  z_outer.push_back(z_out);
  std::vector<double> z_inner;
  for (double z : z_outer) z_inner.push_back(inner_station(shell, z));
  const double s_in = map.level(shell.radius - shell.wall), s_out = map.level(shell.radius);
  for (std::size_t k = 0; k + 1 < z_outer.size(); ++k)
    for (int j = 0; j < shell.around; ++j) {
      const auto side = [&](double s, const std::vector<double>& z) {
        const auto a = ring_point(shell.around, j, s), b = ring_point(shell.around, j + 1, s);
        return std::array{lift(a, z[k]), lift(b, z[k]), lift(b, z[k + 1]), lift(a, z[k + 1])};
      };
      add_stack(builder, side(s_in, z_inner), side(s_out, z_outer), shell.layers, region);
    }
}

}  // namespace

std::vector<std::pair<int, Face>> add_shell(BrickBuilder& builder, const CylinderShell& shell,
    const std::string& region, const RegionOfRing& front) {
  const DiscMap map = disc_map(shell);
  auto faces = add_end(builder, shell, map, shell.circles, shell.rim_parts, 1, front);
  add_end(
      builder, shell, map, back_circles(shell), shell.ring_parts, -1, [&](int) { return region; });
  add_barrel(builder, shell, map, region);
  return faces;
}

}  // namespace febem::meshes
