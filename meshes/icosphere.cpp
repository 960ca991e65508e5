// Vertices of a triangle of the icosahedron, cut n times: x = R (i A + j B + k C) / |...|, i + j +
// k = n.
#include "meshes/icosphere.h"

#include <algorithm>
#include <cmath>

#include "mesh/repair.h"

namespace febem::meshes {
namespace {

using core::Index;
using mesh::Panel;
using mesh::Surface;
using mesh::Vec3;

const double golden = (1 + std::sqrt(5.0)) / 2;

const std::array<Vec3, 12> icosahedron_vertices{Vec3{-1, golden, 0}, {1, golden, 0},
    {-1, -golden, 0}, {1, -golden, 0}, {0, -1, golden}, {0, 1, golden}, {0, -1, -golden},
    {0, 1, -golden}, {golden, 0, -1}, {golden, 0, 1}, {-golden, 0, -1}, {-golden, 0, 1}};

constexpr std::array<std::array<int, 3>, 20> icosahedron_faces{
    {{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4}, {11, 10, 2},
        {10, 7, 6}, {7, 1, 8}, {3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9}, {4, 9, 5},
        {2, 4, 11}, {6, 2, 10}, {8, 6, 7}, {9, 8, 1}}};

void add_triangle(Surface& surface, Index a, Index b, Index c, Index region) {
  surface.panels.push_back({{a, b, c, -1}, 3, region});
}

// Circles of latitude 0 .. 3n of the icosahedron's pattern: 5 min(j, n, 3n - j) vertices on circle
// j (1 at the poles).
class Circles {
 public:
  Circles(int frequency, double half_angle) : n_(frequency), cap_(half_angle) {
    // The circle that becomes the cap's edge is the one nearest to it when all panels have equal
    // areas; the others are stretched to follow.
    for (int j = 2; j < 3 * n_; ++j)
      if (std::abs(equal_area_angle(j) - cap_) < std::abs(equal_area_angle(edge_) - cap_))
        edge_ = j;
  }

  int edge() const { return edge_; }
  int count(int j) const { return std::max(1, 5 * std::min({j, n_, 3 * n_ - j})); }

  double angle(int j) const {
    const double theta = equal_area_angle(j), at_edge = equal_area_angle(edge_);
    if (j <= edge_) return theta * cap_ / at_edge;
    return core::pi - (core::pi - theta) * (core::pi - cap_) / (core::pi - at_edge);
  }

  // Half a step of turn per circle between the two polar zones, as in the icosahedron.
  double turn(int j) const { return 0.5 * std::clamp(j - n_, 0, n_) * 2 * core::pi / (5 * n_); }

 private:
  // Fraction of the panels above circle j = fraction of the sphere's area = (1 - cos theta)/2.
  double equal_area_angle(int j) const {
    const double n = n_;
    double above = 0.25 + (j - n) / (2 * n);
    if (j <= n_) above = j * j / (4 * n * n);
    if (j >= 2 * n_) above = 1 - (3 * n - j) * (3 * n - j) / (4 * n * n);
    return std::acos(1 - 2 * above);
  }

  int n_, edge_ = 1;
  double cap_;
};

// Panels between circle j (vertices from `upper` on) and circle j + 1 (from `lower` on). Five
// sectors; in a sector the two circles have a and b steps; triangles point down and up in turn.
void add_zone(Surface& surface, const Circles& circles, int n, int j, Index upper, Index lower) {
  const int above = circles.count(j), below = circles.count(j + 1);
  const int a = above == 1 ? 0 : above / 5, b = below == 1 ? 0 : below / 5;
  const Index region = j < circles.edge() ? 0 : 1;
  for (int sector = 0; sector < 5; ++sector) {
    const auto up = [&](int i) { return upper + (sector * a + i) % above; };
    const auto down = [&](int i) { return lower + (sector * b + i) % below; };
    for (int i = 0; i < std::max(a, b); ++i) {
      if (j < n) {  // widening: the fan of a pole
        add_triangle(surface, up(i), down(i), down(i + 1), region);
        if (i < a) add_triangle(surface, up(i), down(i + 1), up(i + 1), region);
      } else {  // level (the lower circle turned by half a step) or narrowing
        add_triangle(surface, up(i), down(i), up(i + 1), region);
        if (i < b) add_triangle(surface, up(i + 1), down(i), down(i + 1), region);
      }
    }
  }
}

}  // namespace

Surface icosphere(double radius, int frequency) {
  const int n = frequency;
  Surface surface;
  surface.regions = {"sphere"};
  for (const auto& [a, b, c] : icosahedron_faces) {
    const auto at = [&](int i, int j) -> Vec3 {
      return radius * ((n - i - j) * icosahedron_vertices[a] + i * icosahedron_vertices[b] +
                          j * icosahedron_vertices[c])
                          .normalized();
    };
    for (int i = 0; i < n; ++i)
      for (int j = 0; i + j < n; ++j) {
        mesh::add_loose(surface, {at(i, j), at(i + 1, j), at(i, j + 1)}, 0);
        if (i + j + 1 < n)
          mesh::add_loose(surface, {at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, 0);
      }
  }
  mesh::merge_points(surface, 1e-6 * radius / n);
  measure(surface);
  validate(surface);
  return surface;
}

Surface capped_sphere(double radius, int frequency, double half_angle) {
  Surface surface;
  surface.regions = {"cap", "sphere"};
  const Circles circles(frequency, half_angle);
  std::vector<Index> first;
  for (int j = 0; j <= 3 * frequency; ++j) {
    first.push_back(static_cast<Index>(surface.points.size()));
    const double theta = circles.angle(j);
    for (int i = 0; i < circles.count(j); ++i) {
      const double phi = circles.turn(j) + 2 * core::pi * i / circles.count(j);
      surface.points.push_back(radius * Vec3(std::sin(theta) * std::cos(phi),
                                            std::sin(theta) * std::sin(phi), std::cos(theta)));
    }
  }
  for (int j = 0; j < 3 * frequency; ++j)
    add_zone(surface, circles, frequency, j, first[j], first[j + 1]);
  measure(surface);
  validate(surface);
  return surface;
}

}  // namespace febem::meshes
