// Dense storage. Column major throughout, as BLAS and LAPACK expect.
#pragma once

#include <Eigen/Dense>

#include "core/types.h"

namespace febem::la {

using core::Complex;
using core::Index;

using Matrix = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<Complex, Eigen::Dynamic, 1>;
using RealMatrix = Eigen::MatrixXd;
using RealVector = Eigen::VectorXd;

}  // namespace febem::la
