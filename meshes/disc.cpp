// With s = |(x, y)|_max, (x, y)/s on the unit square and e(x, y) the direction at the angle (pi/4)
// y/x from the x axis (and so on for the other sides):
//   core, s <= 1:       R_c [(1 - b s) q (x, y) + b s s e]
//                       a square at s = 0, a fraction b towards a circle at s = 1
//   transition, 1..2:   (2 - s) core(s = 1) + (s - 1) R_1 e
//   rings, s >= 2:      (s - 1) R_1 e
#include "meshes/disc.h"

#include <cmath>

namespace febem::meshes {

using Eigen::Vector2d;
using mesh::Vec3;

namespace {

constexpr double bulge = 0.55;          // b
constexpr double square_side = 0.8862;  // q: half the side of the square of the unit circle's area

Vec3 direction(double x, double y) {
  if (std::abs(x) >= std::abs(y)) {
    const double angle = core::pi / 4 * y / x, sign = x > 0 ? 1 : -1;
    return {sign * std::cos(angle), sign * std::sin(angle), 0};
  }
  const double angle = core::pi / 4 * x / y, sign = y > 0 ? 1 : -1;
  return {sign * std::sin(angle), sign * std::cos(angle), 0};
}

}  // namespace

Vec3 DiscMap::in_core(const Vec3& x, double s) const {
  if (s == 0) return Vec3::Zero();
  return core_ * ((1 - bulge * s) * square_side * Vec3(x(0), x(1), 0) +
                     bulge * s * s * direction(x(0), x(1)));
}

Vec3 DiscMap::operator()(const Vec3& x) const {
  const double s = std::max(std::abs(x(0)), std::abs(x(1)));
  const Vec3 z(0, 0, x(2));
  if (s <= 1) return in_core(x, s) + z;
  const Vec3 e = direction(x(0), x(1));
  if (s >= 2) return (s - 1) * first_circle_ * e + z;
  return (2 - s) * in_core(x / s, 1) + (s - 1) * first_circle_ * e + z;
}

Vector2d ring_point(int around, int j, double level) {
  const int n = around / 4, side = (j / n) % 4;
  const double t = 2. * (j % n) / n - 1;
  const std::array<Vector2d, 4> sides{Vector2d{1, t}, {-t, 1}, {-1, -t}, {t, -1}};
  return level * sides[side];
}

std::vector<DiscCell> disc_cells(int around, const std::vector<double>& levels) {
  const int n = around / 4;
  std::vector<DiscCell> cells;
  const auto at = [n](int i, int j) { return Vector2d(2. * i / n - 1, 2. * j / n - 1); };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      cells.push_back({{at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, 0});
  for (std::size_t ring = 1; ring < levels.size(); ++ring)
    for (int j = 0; j < around; ++j)
      cells.push_back(
          {{ring_point(around, j, levels[ring - 1]), ring_point(around, j, levels[ring]),
               ring_point(around, j + 1, levels[ring]),
               ring_point(around, j + 1, levels[ring - 1])},
              static_cast<int>(ring)});
  return cells;
}

}  // namespace febem::meshes
