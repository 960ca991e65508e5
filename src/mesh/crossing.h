// Panels that cut through one another.
#pragma once

#include <optional>

#include "mesh/surface.h"

namespace febem::mesh {

/// Panels nearer to each other than this fraction of the smaller one's size touch.
inline constexpr double contact = 1e-6;

/// Two panels that meet where they share no vertex.
struct Crossing {
  Index first = 0, second = 0;  ///< first < second
  Vec3 where = Vec3::Zero();    ///< the centroid of the smaller, m
};

/// The first pair of panels that cross or touch, if any: nearer to each other than `contact` apart from a vertex or edge
/// they share. Touching is no better than crossing, for a collocation point on two panels has the same equation twice; a
/// wider gap is fluid, however thin. The surface must be measured and free of degenerate panels.
std::optional<Crossing> find_crossing(const Surface& surface);

/// Throws core::InputError naming both panels if there is such a pair.
void refuse_crossing(const Surface& surface);

}  // namespace febem::mesh
