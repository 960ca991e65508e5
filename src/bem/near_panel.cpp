#include "bem/near_panel.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "bem/panel_basis.h"

namespace febem::bem {

namespace {

/// The rule on [-1, 1] for a point whose distance is b and whose nearest point is `nearest`. Above
/// the inside of a panel the kernel of N, of the order b^-3, adds up to what is of the order 1, and
/// needs more digits.
void set_rule_towards(double nearest, double b, bool inside, LineRule& rule) {
  const double from = std::asinh((-1 - nearest) / b), to = std::asinh((1 - nearest) / b),
               half = (to - from) / 2;
  const LineRule& gauss =
      gauss_rule(inside ? gauss_points(to - from, 12 + std::max(0.0, -0.7 * std::log(b)), 4)
                        : gauss_points(to - from, 8.5, 2));
  for (int q = 0; q < gauss.size; ++q) {
    const double e = std::exp((from + to) / 2 + half * gauss.t[q]);
    rule.append(nearest + b * (e - 1 / e) / 2, b * (e + 1 / e) / 2 * half * gauss.weight[q]);
  }
  rule.pad();
}

}  // namespace

NearRule::NearRule(const CurvedPanel& panel, const Vec3& x) : panel_(panel) {
  if (panel.corners() == 4) {
    add({{0, 0}, {1, 0}, {0, 1}, {0, 0}}, x);
    return;
  }
  const auto corners = panel.reference_corners();
  const Vector2d middle = panel.reference_middle();
  for (int c = 0; c < 3; ++c) {
    // From a corner to the middles of its edges and to the middle of the triangle.
    const Vector2d &corner = corners[c], next = (corner + corners[(c + 1) % 3]) / 2,
                   before = (corner + corners[(c + 2) % 3]) / 2;
    add({(corner + next + middle + before) / 4, (-corner + next + middle - before) / 4,
            (-corner - next + middle + before) / 4, (corner - next + middle - before) / 4},
        x);
  }
}

void NearRule::add(const Square& square, const Vec3& x) {
  Part& part = parts_[part_count_++];
  part.square = square;
  // The nearest point by Newton's method with limits.
  Vector2d at = Vector2d::Zero();
  double distance = 0;
  Vec3 along_r, along_s;
  constexpr int most_steps = 20;
  for (int step = 0; step < most_steps; ++step) {
    const auto place =
        panel_.at(square.a + at[0] * square.u + at[1] * square.v + at[0] * at[1] * square.w);
    const Vector2d of_r = square.u + at[1] * square.w, of_s = square.v + at[0] * square.w;
    along_r = of_r[0] * place.along_r + of_r[1] * place.along_s;
    along_s = of_s[0] * place.along_r + of_s[1] * place.along_s;
    const Vec3 d = x - place.point;
    distance = d.norm();
    const double rr = along_r.squaredNorm(), rs = along_r.dot(along_s), ss = along_s.squaredNorm(),
                 dr = d.dot(along_r), ds = d.dot(along_s);
    // A coordinate at its limit stays there if the way out leads to x.
    const bool hold_r = std::abs(at[0]) == 1 && dr * at[0] > 0,
               hold_s = std::abs(at[1]) == 1 && ds * at[1] > 0;
    Vector2d move = Vector2d::Zero();
    if (hold_r && !hold_s) move[1] = ds / ss;
    if (hold_s && !hold_r) move[0] = dr / rr;
    if (!hold_r && !hold_s)
      move = Vector2d(ss * dr - rs * ds, rr * ds - rs * dr) / (rr * ss - rs * rs);
    const Vector2d to = (at + move).cwiseMax(-1).cwiseMin(1);
    const double length = ((to - at)[0] * along_r + (to - at)[1] * along_s).norm();
    at = to;
    constexpr double near_enough = 0.02;
    if (length <= near_enough * distance) break;
  }
  const double smallest = 1e-12 * panel_.radius();  // a point on the panel itself has no integral
  const bool inside = at.cwiseAbs().maxCoeff() < 1;
  set_rule_towards(at[0], std::max(distance, smallest) / along_r.norm(), inside, part.along_r);
  set_rule_towards(at[1], std::max(distance, smallest) / along_s.norm(), inside, part.along_s);
}

core::Count NearRule::points() const {
  core::Count points = 0;
  for (int p = 0; p < part_count_; ++p) points += parts_[p].along_r.size * parts_[p].along_s.size;
  return points;
}

void NearRule::add_to(MomentSums& sums) const {
  for (int p = 0; p < part_count_; ++p) {
    const Part& part = parts_[p];
    const auto& [a, u, v, w] = part.square;
    for (int q = 0; q < part.along_s.size; ++q) {
      const double s = part.along_s.t[q];
      const Vector2d along = u + s * w;
      // The determinant of (u + s w, v + r w).
      const double fixed = along[0] * v[1] - along[1] * v[0],
                   growing = along[0] * w[1] - along[1] * w[0];
      sums.add(panel_.line(a + s * v, along, Vec3::Zero()), part.along_r,
          {part.along_s.weight[q] * fixed, part.along_s.weight[q] * growing});
    }
  }
}

}  // namespace febem::bem
