// Maps of panels, each with its point of view, gathered for the inner loops.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "bem/panel_map.h"

namespace febem::bem {

/// Pairs of a point and a panel or a part of one; undefined beyond `size`.
struct MapBatch {
  static constexpr std::size_t capacity = 32;
  static_assert(capacity % padding == 0);

  std::size_t size = 0;
  double coefficient[map_coefficients][capacity];

  bool full() const { return size == capacity; }

  /// Returns its place.
  std::size_t add(const Vec3& x, const PanelMap& map) {
    PanelMap seen = map;
    seen.middle = x - map.middle;
    std::array<double, map_coefficients> values;
    std::memcpy(values.data(), &seen, sizeof values);
    for (std::size_t m = 0; m < map_coefficients; ++m) coefficient[m][size] = values[m];
    return size++;
  }

  /// With the last pair repeated up to padded(size).
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
