#include "bem/beam.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/types.h"

namespace febem::bem {

Beam beam_of(std::span<const mesh::Vec3> directions, const la::Vector& f) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN(), degree = core::pi / 180;
  const mesh::Vec3 x = directions.front();
  const auto aside =
      std::ranges::find_if(directions, [&](const auto& v) { return x.cross(v).norm() > 1e-3; });
  if (aside == directions.end()) return {none, none};
  const mesh::Vec3 normal = x.cross(*aside).normalized(), y = normal.cross(x);
  struct Ray {
    double angle, modulus;  // degrees, |f|
  };
  std::vector<Ray> cut;
  for (const auto& v : directions) {
    if (std::abs(normal.dot(v)) > 1e-9) return {none, none};
    cut.push_back({std::atan2(v.dot(y), v.dot(x)) / degree, std::abs(f[std::ssize(cut)])});
  }
  std::ranges::sort(cut, {}, &Ray::angle);
  const int count = static_cast<int>(cut.size());
  int first = 0;  // after the widest gap
  double widest = cut.front().angle + 360 - cut.back().angle;
  for (int i = 1; i < count; ++i)
    if (const double gap = cut[i].angle - cut[i - 1].angle; gap > widest) widest = gap, first = i;
  const bool is_circle = widest < 45;
  // Three turns of a circle, so that a lobe in the second one has both sides.
  for (int i = 0; i < (is_circle ? 2 * count : first); ++i)
    cut.push_back({cut[i].angle + 360, cut[i].modulus});
  if (!is_circle) cut.erase(cut.begin(), cut.begin() + first);
  const auto begin = cut.begin() + (is_circle ? count : 0);
  const auto top = std::ranges::max_element(begin, begin + count, {}, &Ray::modulus) - cut.begin();
  const double half = cut[top].modulus / std::sqrt(2.0);
  double width = 0;
  const auto end_of_lobe = [&](int sense) {
    auto i = top;
    const auto next = [&] {
      const auto to = i + sense;
      return to >= 0 && to < std::ssize(cut) ? cut[to] : Ray{none, none};
    };
    while (next().modulus > half) i += sense;
    const Ray a = cut[i], b = next();
    const double part = (a.modulus - half) / (a.modulus - b.modulus);
    width += std::abs(a.angle + part * (b.angle - a.angle) - cut[top].angle);
    while (next().modulus <= cut[i].modulus) i += sense;
    return i;
  };
  const auto left = end_of_lobe(-1), right = end_of_lobe(1);
  if (std::isnan(width)) return {none, none};
  double largest = none;
  for (auto i = is_circle ? left : 0; i < count + (is_circle ? left : 0); ++i)
    if (i < left || i > right) largest = std::fmax(largest, cut[i].modulus);
  return {width, 20 * std::log10(largest / cut[top].modulus)};
}

}  // namespace febem::bem
