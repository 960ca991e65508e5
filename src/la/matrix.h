// Dense storage. Column major throughout, as BLAS and LAPACK expect.
#pragma once

#include <Eigen/Core>

#include "core/types.h"

namespace febem::la {

using core::Complex;
/// Of a row or column, and how many there are: signed and as wide as memory, as std::ssize and Eigen count. What is stored
/// by the thousand (degrees of freedom, nodes, panels) is a core::Index.
using Index = Eigen::Index;

using Matrix = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<Complex, Eigen::Dynamic, 1>;
using RealMatrix = Eigen::MatrixXd;
using RealVector = Eigen::VectorXd;

/// A block of a matrix, or all of it, where it stands: A11, A12, ...
using View = Eigen::Ref<Matrix>;
using ConstView = Eigen::Ref<const Matrix>;

}  // namespace febem::la
