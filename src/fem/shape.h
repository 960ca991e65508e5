// Shape functions of the elements.
#pragma once

#include <Eigen/Core>

#include "mesh/solid.h"

namespace febem::fem {

/// Values (n) and gradients (n x 3) in reference coordinates, for the n nodes of an element in VTK order. Bricks span
/// [-1, 1]^3, tetrahedra and wedges r, s, (t) >= 0, r + s (+ t) <= 1, wedges with t in [0, 1].
struct Shape {
  Eigen::VectorXd value;
  Eigen::MatrixX3d gradient;
};

Shape shape(mesh::ElementKind kind, const Eigen::Vector3d& at);

}  // namespace febem::fem
