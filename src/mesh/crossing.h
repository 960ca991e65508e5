// Panels that cross or touch each other.
#pragma once

#include <optional>

#include "core/error.h"
#include "mesh/surface.h"

namespace febem::mesh {

/// Two panels touch if they are nearer to each other than this fraction of the size of the smaller
/// panel.
inline constexpr double contact = 1e-6;

/// Two panels that meet at a place where they share no vertex.
struct Crossing {
  Index first = 0, second = 0;  ///< first < second
  Vec3 where = Vec3::Zero();    ///< centroid of the smaller panel, m

  /// "panel 1 meets panel 5 near (0, 0, 1)"
  std::string text() const {
    return core::text("panel ", first, " meets panel ", second, " near ", mesh::text(where));
  }
};

/// The first pair of panels that cross or touch, if any. Vertices and edges that two panels share
/// do not count. Panels that touch are as bad as panels that cross: a collocation point on two
/// panels has the same equation twice. A gap wider than `contact` is fluid. The surface must be
/// measured and free of degenerate panels.
std::optional<Crossing> find_crossing(const Surface& surface);

/// Throws core::InputError if two panels cross or touch. The message names both panels.
void refuse_crossing(const Surface& surface);

}  // namespace febem::mesh
