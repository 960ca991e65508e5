// The map from the square [-1, 1] x [-1, 1] to a panel, and batches of such maps for the inner loops.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "bem/panel_kernels.h"
#include "bem/panel_shape.h"

namespace febem::bem {

/// The bilinear map x(s, t) = sum N_v(s, t) c_v of panel_kernels.h. For a triangle the third and fourth corner are equal.
struct PanelMap {
  Vec3 middle, along_s, along_t, twist;
  Vec3 jacobian;  ///< n.(x_s cross x_t) = jacobian . (1, s, t)

  Vec3 point(double s, double t) const { return middle + s * along_s + t * along_t + s * t * twist; }
  double area_element(double s, double t) const { return jacobian.dot(Vec3(1, s, t)); }
};
static_assert(sizeof(PanelMap) == map_coefficients * sizeof(double));

inline PanelMap panel_map(const PanelShape& shape) {
  const auto& [a, b, c, d] = shape.corners;
  const Vec3 middle = (a + b + c + d) / 4, along_s = (b + c - a - d) / 4, along_t = (c + d - a - b) / 4, twist = (a + c - b - d) / 4;
  const Vec3& normal = shape.normal;
  return {middle, along_s, along_t, twist, {normal.dot(along_s.cross(along_t)), normal.dot(along_s.cross(twist)), normal.dot(twist.cross(along_t))}};
}

/// Pairs of a point and a panel, or a part of a panel. Entries from `size` on are undefined.
struct MapBatch {
  static constexpr std::size_t capacity = 32;
  static_assert(capacity % padding == 0);

  std::size_t size = 0;
  double coefficient[map_coefficients][capacity];

  bool full() const { return size == capacity; }

  /// Adds a pair and returns its place.
  std::size_t add(const Vec3& x, const PanelMap& map) {
    PanelMap seen = map;
    seen.middle = x - map.middle;
    std::array<double, map_coefficients> values;
    std::memcpy(values.data(), &seen, sizeof values);
    for (std::size_t m = 0; m < map_coefficients; ++m) coefficient[m][size] = values[m];
    return size++;
  }

  /// The pairs for the kernels. The last pair is repeated up to padded(size).
  MapArrays arrays() {
    MapArrays maps;
    for (std::size_t m = 0; m < map_coefficients; ++m) {
      repeat_last(coefficient[m]);
      maps.coefficient[m] = coefficient[m];
    }
    return maps;
  }
  void repeat_last(double* values) const { std::fill(values + size, values + padded(size), values[size - 1]); }
};

}  // namespace febem::bem
