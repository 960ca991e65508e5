// For an isotropic material, with W_(ai)(bj) = int dN_a/dx_i dN_b/dx_j dV,
//   K_(ai)(bj) = lambda W_(ai)(bj) + mu W_(aj)(bi) + mu delta_ij sum_k W_(ak)(bk)
//   M_(ai)(bj) = rho delta_ij int N_a N_b dV
// W is one product P P^T, where column g of P holds sqrt(w det J) dN/dx at quadrature point g.
#include "fem/element_matrices.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace febem::fem {

using Eigen::Matrix3Xd;

namespace {

la::RealMatrix stiffness(const la::RealMatrix& w, const Material& material) {
  const double lambda = material.lame_lambda(), mu = material.lame_mu();
  la::RealMatrix k(w.rows(), w.cols());
  for (la::Index a = 0; a < w.rows(); a += 3)
    for (la::Index b = 0; b < w.cols(); b += 3) {
      const Eigen::Matrix3d block = w.block<3, 3>(a, b);
      k.block<3, 3>(a, b) =
          lambda * block + mu * block.transpose() + mu * block.trace() * Eigen::Matrix3d::Identity();
    }
  return k;
}

}  // namespace

ElementKernel::ElementKernel(mesh::ElementKind kind) : rule_(element_rule(kind)) {
  for (const auto& point : rule_) shapes_.push_back(shape(kind, point.at));
}

ElementMatrices ElementKernel::matrices(const Matrix3Xd& points, const Material& material,
                                        const std::string& what) const {
  const la::Index n = points.cols(), count = std::ssize(rule_);
  la::RealMatrix p(3 * n, count), q(n, count);
  for (la::Index g = 0; g < count; ++g) {
    const Eigen::Matrix3d jacobian = points * shapes_[g].gradient;  // dx_i/dxi_j
    const double determinant = jacobian.determinant();
    if (!(determinant > 0))
      throw core::InputError(what +
                             " is inverted or too distorted (its Jacobian is not positive everywhere)");
    const double root = std::sqrt(rule_[g].weight * determinant);
    const Matrix3Xd gradient = (shapes_[g].gradient * jacobian.inverse()).transpose();  // dN_a/dx_i, 3 x n
    p.col(g) = root * gradient.reshaped();
    q.col(g) = root * shapes_[g].value;
  }
  ElementMatrices result{stiffness(p * p.transpose(), material), la::RealMatrix::Zero(3 * n, 3 * n)};
  const la::RealMatrix mass = material.density * q * q.transpose();
  for (la::Index b = 0; b < n; ++b)
    for (la::Index a = 0; a < n; ++a)
      result.mass.block<3, 3>(3 * a, 3 * b).diagonal().setConstant(mass(a, b));
  return result;
}

core::Count ElementKernel::matrices_flops() const {
  const core::Count n = shapes_.front().value.size(), points = std::ssize(rule_);
  return points * (40 * n + 58) + 18 * n * n * points + 33 * n * n + points * n * (2 * n + 1);
}

double ElementKernel::quality(const Matrix3Xd& points) const {
  double least = 0, sum = 0;
  for (std::size_t g = 0; g < rule_.size(); ++g) {
    const double determinant = Eigen::Matrix3d(points * shapes_[g].gradient).determinant();
    least = g == 0 ? determinant : std::min(least, determinant);
    sum += determinant;
  }
  return least * static_cast<double>(rule_.size()) / sum;
}

double ElementKernel::volume(const Matrix3Xd& points) const {
  double sum = 0;
  for (std::size_t g = 0; g < rule_.size(); ++g)
    sum += rule_[g].weight * Eigen::Matrix3d(points * shapes_[g].gradient).determinant();
  return sum;
}

}  // namespace febem::fem
