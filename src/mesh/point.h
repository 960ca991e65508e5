// A point or direction in space, and text about points and faults in messages.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstddef>
#include <string>

#include "core/error.h"
#include "core/types.h"

namespace febem::mesh {

using core::Index;
using Vec3 = Eigen::Vector3d;

/// "(0.5, 0, -1)", m.
std::string text(const Vec3& x);

/// Faults of one kind: what the first is, and how many there are.
struct Faults {
  std::string first;
  std::size_t count = 0;

  /// `parts` are the parts of its text.
  void add(const auto&... parts) {
    if (++count == 1) first = core::text(parts...);
  }
  /// The first fault, and " (and 2 panels more)" for 3 faults of things with the name "panel".
  std::string text(const std::string& name) const;
};

}  // namespace febem::mesh
