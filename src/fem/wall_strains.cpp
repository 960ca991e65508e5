#include "fem/wall_strains.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "mesh/element_topology.h"

namespace febem::fem {

using Eigen::Matrix3Xd;
using mesh::ElementKind;

namespace {

// The sag of the edges of a curved wall over its thickness in step 4. The error of bricks that sag
// less is below one per cent. Cylinders of wedges that sag less are more accurate without step 4.
constexpr double least_sag_of_bricks = 1.0 / 3, least_sag_of_wedges = 1.5;

// The stiffness of a wedge's further rotation in bending, over that in shear, is about this times
// (thickness)^2 / area.
constexpr double bending_over_shear = 3;

// Row of B for one component at one point, as a column: (g_i . du/dxi_j + g_j . du/dxi_i)/2, less
// the mean strain, where row a of `mean` is the mean of dN_a/dx.
void set_row(Eigen::Ref<Eigen::VectorXd> row, const StrainInterpolation::Sample& sample,
    const Matrix3Xd& points, const Eigen::MatrixX3d& mean) {
  using OfNodes = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 20, 1>;
  const auto [i, j] = tensor_components[sample.component];
  const Eigen::Vector3d along_i = points.lazyProduct(sample.gradient.col(i)),
                        along_j = points.lazyProduct(sample.gradient.col(j));
  const OfNodes rest_i = sample.gradient.col(i) - mean.lazyProduct(along_i),
                rest_j = sample.gradient.col(j) - mean.lazyProduct(along_j);
  Eigen::Map<Matrix3Xd>(row.data(), 3, points.cols()) =
      0.5 * (along_j.lazyProduct(rest_i.transpose()) + along_i.lazyProduct(rest_j.transpose()));
}

// The greatest distance, along the normal, of a mid-edge node from the middle of its edge's ends.
// Edges across the element do not count.
double sag(const Matrix3Xd& points, ElementKind kind, const Eigen::Vector3d& normal) {
  const auto edges = mesh::middle_edges(kind);
  Eigen::Index node = points.cols() - std::ssize(edges);
  double result = 0;
  for (const auto& [a, b] : edges) {
    const Eigen::Vector3d along = points.col(b) - points.col(a),
                          away = points.col(node++) - (points.col(a) + points.col(b)) / 2;
    if (2 * std::abs(along.dot(normal)) < along.norm())
      result = std::max(result, std::abs(away.dot(normal)));
  }
  return result;
}

}  // namespace

Matrix6d cartesian_from_covariant(const Eigen::Matrix3d& inverse) {
  Matrix6d result;
  for (int p = 0; p < 6; ++p)
    for (int q = 0; q < 6; ++q) {
      const auto [a, b] = tensor_components[p];
      const auto [i, j] = tensor_components[q];
      double sum = inverse(i, a) * inverse(j, b);
      if (i != j) sum += inverse(j, a) * inverse(i, b);
      result(p, q) = a == b ? sum : 2 * sum;
    }
  return result;
}

la::RealMatrix constant_strain(const Eigen::MatrixX3d& gradient) {
  la::RealMatrix b = la::RealMatrix::Zero(6, 3 * gradient.rows());
  for (Eigen::Index a = 0; a < gradient.rows(); ++a)
    for (int p = 0; p < 6; ++p) {
      const auto [i, j] = tensor_components[p];
      b(p, 3 * a + i) += gradient(a, j);
      if (i != j) b(p, 3 * a + j) += gradient(a, i);
    }
  return b;
}

WallStrains::WallStrains(const ReferenceElement& element) : kind_(element.kind()) {
  for (int thin = -1; thin < 3; ++thin)
    strains_.push_back(assumed_strain(kind_, element.rule(), thin));
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  if (is_wedge()) centre = {1.0 / 3, 1.0 / 3, 0.5};
  centre_ = shape(kind_, centre).gradient;
}

const AssumedStrain& WallStrains::strain_of(
    const Eigen::Matrix3d& centre, const Walls& walls) const {
  if (is_wedge()) return strains_[walls.free[2] ? 3 : 0];
  const Eigen::Vector3d size = centre.colwise().norm();
  int thinnest = 0;
  size.minCoeff(&thinnest);
  const bool thin = (walls.free[thinnest] ? 1 : 2) * size(thinnest) <
                    std::min(size((thinnest + 1) % 3), size((thinnest + 2) % 3));
  return strains_[thin || kind_ == ElementKind::hex20 ? 1 + thinnest : 0];
}

WallStrains::ConstantStrain WallStrains::mean_of(
    const la::RealMatrix& part, const ReferenceElement::Geometry& at) {
  const double volume = at.weight.sum();
  ConstantStrain sum = ConstantStrain::Zero(part.rows(), 6);
  for (Eigen::Index g = 0; g < at.root.size(); ++g)
    sum += at.root(g) / volume * part.middleCols<6>(6 * g);
  return sum;
}

WallStrains::Rows WallStrains::rows(const Matrix3Xd& points, const ReferenceElement::Geometry& at,
    const Matrix6d& upper, const Walls& walls) const {
  const Eigen::Index n = points.cols(), count = at.weight.size();
  const Eigen::Matrix3d centre = points * centre_;
  const auto& strain = strain_of(centre, walls);
  const double volume = at.weight.sum();

  Eigen::MatrixX3d mean_gradient = Eigen::MatrixX3d::Zero(n, 3);
  for (Eigen::Index g = 0; g < count; ++g) mean_gradient += at.weight(g) / volume * at.gradient[g];

  const auto& root = at.root;
  const auto sampled = [&](const StrainInterpolation& interpolation,
                           const Eigen::MatrixX3d& constant) {
    la::RealMatrix samples(3 * n, std::ssize(interpolation.samples));
    for (Eigen::Index s = 0; s < samples.cols(); ++s)
      set_row(samples.col(s), interpolation.samples[s], points, constant);
    return samples;
  };
  // P^T of e less the strain of constant gradients, interpolated.
  const auto interpolated = [&](const std::vector<StrainInterpolation>& interpolations,
                                const Eigen::MatrixX3d& constant) {
    std::array<la::RealMatrix, 6> covariant;
    covariant.fill(la::RealMatrix::Zero(3 * n, count));
    for (const auto& interpolation : interpolations) {
      const la::RealMatrix samples = sampled(interpolation, constant);
      for (const auto& [component, weights] : interpolation.weights)
        covariant[component].noalias() = samples * weights.transpose();
    }
    la::RealMatrix result(3 * n, 6 * count);
    for (Eigen::Index g = 0; g < count; ++g) {
      const Matrix6d to_p = root(g) * upper * cartesian_from_covariant(at.inverse[g]);
      Eigen::Matrix<double, Eigen::Dynamic, 6, 0, 60, 6> here(3 * n, 6);
      for (int q = 0; q < 6; ++q) here.col(q) = covariant[q].col(g);
      result.middleCols<6>(6 * g) = here.lazyProduct(to_p.transpose());
    }
    return result;
  };
  la::RealMatrix p = interpolated(strain.interpolations, mean_gradient);
  ConstantStrain mean = constant_strain(mean_gradient).transpose() * upper.transpose();
  if (!strain.rotation.samples.empty()) {
    const Eigen::MatrixX3d at_centre =
        strain.rotation_reference * (points * strain.rotation_reference).inverse();
    const double area = centre.col(0).cross(centre.col(1)).norm() / 2,
                 followed = area / (area + bending_over_shear * centre.col(2).squaredNorm());
    const la::RealMatrix turned = interpolated({strain.rotation}, at_centre);
    p -= followed * turned;
    mean -= followed * mean_of(turned, at);
  }

  if (strain.across >= 0) {
    const Eigen::Vector3d normal =
        centre.col((strain.across + 1) % 3).cross(centre.col((strain.across + 2) % 3)).normalized();
    const double thickness = (is_wedge() ? 1 : 2) * std::abs(centre.col(strain.across).dot(normal));
    const double shortest = std::min(
        centre.col((strain.across + 1) % 3).norm(), centre.col((strain.across + 2) % 3).norm());
    const bool thin = 2 * centre.col(strain.across).norm() < shortest;
    if (thin && sag(points, kind_, normal) >
                    (is_wedge() ? least_sag_of_wedges : least_sag_of_bricks) * thickness) {
      const Eigen::Matrix3d onto_surface =
          Eigen::Matrix3d::Identity() - normal * normal.transpose();
      for (const auto& interpolation : strain.lost_shears) {
        const auto& [component, weights] = interpolation.weights.front();
        la::RealMatrix of_mean(count, 6);
        for (Eigen::Index g = 0; g < count; ++g)
          of_mean.row(g) =
              at.weight(g) / volume *
              (upper * cartesian_from_covariant(at.inverse[g] * onto_surface)).col(component);
        mean -= sampled(interpolation, mean_gradient) * (weights.transpose() * of_mean);
      }
    }
  }

  return {strain, centre, std::move(p), std::move(mean)};
}

}  // namespace febem::fem
