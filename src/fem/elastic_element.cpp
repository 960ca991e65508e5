// Stiffness of tetrahedra. For an isotropic material, with W_(ai)(bj) = int dN_a/dx_i dN_b/dx_j dV,
//   K_(ai)(bj) = lambda W_(ai)(bj) + mu W_(aj)(bi) + mu delta_ij sum_k W_(ak)(bk)
// W is one product P P^T, where column g of P holds sqrt(w det J) dN/dx at quadrature point g. Step
// 8 below follows.
//
// Stiffness of bricks and wedges: int B^T D B dV, where B u is an assumed strain.
//   1. The mean strain m of the displacements is kept apart: what follows acts on e - m, so that a
//      constant strain is exact in an element of any shape.
//   2. Covariant components of e - m are interpolated from samples (assumed_strain.h).
//   3. In a wedge that is a wall, the normal turns further between the edges
//      (AssumedStrain::rotation), with its own mean strain.
//   4. The interpolation loses shears across a wall. In a curved one their mean strain has
//      stretches along the surface, for the shears point in other directions at every point. In a
//      thin element whose edges sag by more than a third of its thickness (wedge: 1.5 times) these
//      stretches are taken from m. With them a bent wall would stretch.
//   5. In a direction d that `released` names, the normal stress along d is nearly nought on both
//      faces. The part of it that is odd in xi_d is divided by four through the strain normal to
//      the layer. The nodes between the faces, which the support holds, then no longer keep a bent
//      wall from being in plane stress.
//   6. The mean of e - m is taken away again, so that constant stresses are in equilibrium: the
//      patch test holds.
//   7. Enhanced strains M of linear bricks are condensed: K - (int B^T D M) (int M^T D M)^{-1} (int
//      M^T D B).
//   8. If Poisson's ratio exceeds .45, steps 1 to 7 have the lambda of .45, and the rest of lambda
//      acts on the projection of the volumetric strain onto 1, xi_1, xi_2, xi_3 (1 in a
//      tetrahedron; without xi_d where d is released): four pressures for an element, discontinuous
//      between elements. More of them would be more conditions than an element has unknowns of its
//      own, and it would lock.
// With D = L L^T, P_g = sqrt(w det J) L^T B_g of e - m, V N^T N the stiffness of a constant strain
// and N_P the mean of P, this is
//   K = P^T P + V (N_m^T N_m - N_P^T N_P),
// and N_m + N_P in place of N_m where the mean is not taken away. N_m has the mean of the rotation
// of step 3 in it.
//
// Mass: M_(ai)(bj) = rho delta_ij int N_a N_b dV, of the displacements, with the full rule.
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>

#include "fem/element_formulation.h"
#include "fem/wall_strains.h"
#include "mesh/element_topology.h"

namespace febem::fem {

using Eigen::Matrix3Xd;
using mesh::ElementKind;

namespace {

using Vector6d = Eigen::Matrix<double, 6, 1>;

// Of lambda without the rest of step 8.
constexpr double greatest_poisson = 0.45;

double lambda_outside(const Material& material) {
  return material.poisson > greatest_poisson
             ? 2 * greatest_poisson / (1 - 2 * greatest_poisson) * material.lame_mu()
             : material.lame_lambda();
}

la::RealMatrix stiffness_of_gradients(const la::RealMatrix& w, double lambda, double mu) {
  la::RealMatrix k(w.rows(), w.cols());
  for (la::Index a = 0; a < w.rows(); a += 3)
    for (la::Index b = 0; b < w.cols(); b += 3) {
      const Eigen::Matrix3d block = w.block<3, 3>(a, b);
      k.block<3, 3>(a, b) = lambda * block + mu * block.transpose() +
                            mu * block.trace() * Eigen::Matrix3d::Identity();
    }
  return k;
}

constexpr double kept_of_odd_stress = 0.25;

// Stresses of strains whose shears are engineering ones, twice the tensor's.
Matrix6d elasticity(double lambda, double mu) {
  Matrix6d d = Matrix6d::Zero();
  d.topLeftCorner<3, 3>().setConstant(lambda);
  d.diagonal() += mu * Vector6d(2, 2, 2, 1, 1, 1);
  return d;
}

// An orthonormal basis of the pressures in columns of `polynomials`, times the roots of the
// weights. Where the thickness is released, no pressure is odd across it.
la::RealMatrix pressure_basis(
    const la::RealMatrix& polynomials, const Eigen::VectorXd& root, const Walls& walls) {
  std::vector<int> columns{0};
  for (int d = 0; d + 1 < polynomials.cols(); ++d)
    if (!walls.released[d]) columns.push_back(1 + d);
  const Eigen::HouseholderQR<la::RealMatrix> qr(
      root.asDiagonal() * polynomials(Eigen::all, columns));
  return qr.householderQ() * la::RealMatrix::Identity(polynomials.rows(), std::ssize(columns));
}

// The quadrature point that mirrors each one in direction d.
std::vector<int> mirrored(const std::vector<VolumePoint>& rule, ElementKind kind, int d) {
  std::vector<int> result;
  for (const auto& point : rule) {
    Eigen::Vector3d at = point.at;
    at(d) = (kind == ElementKind::wedge15 ? 1 : 0) - at(d);
    const auto found = std::find_if(
        rule.begin(), rule.end(), [&](const auto& other) { return (other.at - at).norm() < 1e-9; });
    result.push_back(found == rule.end() ? -1 : static_cast<int>(found - rule.begin()));
  }
  return result;
}

/// Elements of one kind: their assumed strains, of bricks and wedges.
class ElasticElement : public ElementFormulation {
 public:
  explicit ElasticElement(ElementKind kind);

  std::span<const int> components() const override { return displacements; }
  ElementMatrices matrices(const Matrix3Xd& points, const Material& material, const Walls& walls,
      const std::string& what) const override;
  /// A thin linear brick is counted like one that is not. What curved walls and nearly
  /// incompressible materials need besides is not counted.
  core::Count matrices_flops(const Walls& walls) const override;

 private:
  static constexpr std::array displacements{0, 1, 2};

  la::RealMatrix assumed_stiffness(const Matrix3Xd& points, const Geometry& at,
      const Material& material, const Walls& walls) const;

  /// Polynomials at the quadrature points, for nearly incompressible materials.
  la::RealMatrix pressures_;
  std::optional<WallStrains> strains_;  ///< of bricks and wedges
  std::array<std::vector<int>, 3> mirrored_;
};

ElasticElement::ElasticElement(ElementKind kind) : ElementFormulation(kind) {
  pressures_.setOnes(std::ssize(rule()), kind == ElementKind::tet10 ? 1 : 4);
  if (kind == ElementKind::tet10) return;
  for (Eigen::Index g = 0; g < pressures_.rows(); ++g) pressures_.row(g).tail<3>() = rule()[g].at;
  for (int d = 0; d < 3; ++d) mirrored_[d] = mirrored(rule(), kind, d);
  strains_.emplace(*this);
}

la::RealMatrix ElasticElement::assumed_stiffness(const Matrix3Xd& points, const Geometry& at,
    const Material& material, const Walls& walls) const {
  const Eigen::Index n = points.cols(), count = std::ssize(rule());
  const double volume = at.weight.sum(), lambda = lambda_outside(material);
  const Matrix6d d = elasticity(lambda, material.lame_mu()), upper = d.llt().matrixU();
  const auto& root = at.root;
  auto [strain, centre, p, mean] = strains_->rows(points, at, upper, walls);

  for (int direction = 0; direction < 3; ++direction) {
    if (!walls.released[direction]) continue;
    la::RealMatrix stress(3 * n, count), change(6, count);
    for (Eigen::Index g = 0; g < count; ++g) {
      const Eigen::Vector3d unit = at.jacobian[g]
                                       .col((direction + 1) % 3)
                                       .cross(at.jacobian[g].col((direction + 2) % 3))
                                       .normalized();
      Vector6d nn;  // n n^T, shears twice: a strain normal to the layer, and what picks the normal
                    // stress
      for (int q = 0; q < 6; ++q) {
        const auto [i, j] = tensor_components[q];
        nn(q) = (i == j ? 1 : 2) * unit(i) * unit(j);
      }
      const Vector6d of_p =
          upper.transpose().triangularView<Eigen::Lower>().solve(d * nn / (d(0, 0) * root(g)));
      stress.col(g) = p.middleCols<6>(6 * g).lazyProduct(of_p);
      change.col(g) = (1 - kept_of_odd_stress) / 2 * root(g) * upper * nn;
    }
    for (Eigen::Index g = 0; g < count; ++g)
      p.middleCols<6>(6 * g) -=
          (stress.col(g) - stress.col(mirrored_[direction][g])) * change.col(g).transpose();
  }

  const WallStrains::ConstantStrain mean_of_p = WallStrains::mean_of(p, at);
  if (!strain.keeps_mean) mean += mean_of_p;
  la::RealMatrix k = la::RealMatrix::Zero(3 * n, 3 * n);
  auto lower = k.selfadjointView<Eigen::Lower>();
  lower.rankUpdate(p);
  lower.rankUpdate(mean, volume);
  lower.rankUpdate(mean_of_p, -volume);
  la::RealMatrix volumetric;
  const Vector6d trace =
      upper.transpose().triangularView<Eigen::Lower>().solve(Vector6d(1, 1, 1, 0, 0, 0));
  const double inside = material.lame_lambda() - lambda;
  if (inside > 0) {
    la::RealMatrix traces(3 * n, count);
    for (Eigen::Index g = 0; g < count; ++g)
      traces.col(g) = (p.middleCols<6>(6 * g) + root(g) * (mean - mean_of_p)) * trace;
    volumetric = std::sqrt(inside) * traces * pressure_basis(pressures_, at.root, walls);
    lower.rankUpdate(volumetric);
  }
  if (!strain.enhanced.empty()) {
    const Eigen::Index modes = strain.enhanced.front().cols();
    la::RealMatrix m(6 * count, modes), sum = la::RealMatrix::Zero(6, modes);
    const Matrix6d at_centre = cartesian_from_covariant(centre.inverse());
    for (Eigen::Index g = 0; g < count; ++g) {
      const double ratio = centre.determinant() / at.jacobian[g].determinant();
      m.middleRows<6>(6 * g) = ratio * root(g) * upper * at_centre * strain.enhanced[g];
      sum += root(g) * m.middleRows<6>(6 * g);
    }
    la::RealMatrix of_modes = m.transpose() * m, with_nodes = p * m + (mean - mean_of_p) * sum;
    if (inside > 0) {
      la::RealMatrix traces(modes, count);
      for (Eigen::Index g = 0; g < count; ++g)
        traces.col(g) = m.middleRows<6>(6 * g).transpose() * trace;
      const la::RealMatrix of_pressures =
          std::sqrt(inside) * traces * pressure_basis(pressures_, at.root, walls);
      of_modes += of_pressures * of_pressures.transpose();
      with_nodes += volumetric * of_pressures.transpose();
    }
    const Eigen::LLT<la::RealMatrix> factor(of_modes);
    const la::RealMatrix coupled = factor.matrixL().solve(with_nodes.transpose());
    lower.rankUpdate(coupled.transpose(), -1);
  }
  return lower;
}

ElementMatrices ElasticElement::matrices(const Matrix3Xd& points, const Material& material,
    const Walls& walls, const std::string& what) const {
  const la::Index n = points.cols(), count = std::ssize(rule());
  const Geometry at = geometry(points, what);
  la::RealMatrix q(n, count);
  for (la::Index g = 0; g < count; ++g) q.col(g) = at.root(g) * shapes()[g].value;
  ElementMatrices result{{}, la::RealMatrix::Zero(3 * n, 3 * n)};
  if (kind() == ElementKind::tet10) {
    la::RealMatrix p(3 * n, count);
    for (la::Index g = 0; g < count; ++g)
      p.col(g) = at.root(g) * at.gradient[g].transpose().reshaped();
    const double lambda = lambda_outside(material);
    result.stiffness = stiffness_of_gradients(p * p.transpose(), lambda, material.lame_mu());
    if (const double inside = material.lame_lambda() - lambda; inside > 0) {
      const la::RealMatrix volumetric = p * pressure_basis(pressures_, at.root, walls);
      result.stiffness += inside * volumetric * volumetric.transpose();
    }
  } else {
    result.stiffness = assumed_stiffness(points, at, material, walls);
  }
  const la::RealMatrix mass = material.density * q * q.transpose();
  for (la::Index b = 0; b < n; ++b)
    for (la::Index a = 0; a < n; ++a)
      result.mass.block<3, 3>(3 * a, 3 * b).diagonal().setConstant(mass(a, b));
  return result;
}

core::Count ElasticElement::matrices_flops(const Walls& walls) const {
  const core::Count n = shapes().front().value.size(), points = std::ssize(rule()), rows = 3 * n;
  const core::Count geometry = points * (36 * n + 14 + 42 + 1),
                    mass = points * (n + 2) + 2 * n * n * points + n * n;
  if (kind() == ElementKind::tet10)
    return geometry + mass + points * rows + 2 * rows * rows * points + 33 * n * n;
  const auto& strain = strains_->strain_of(Eigen::Matrix3d::Identity(), walls);
  core::Count sum = geometry + mass + points * 6 * n;
  const auto add = [&](const StrainInterpolation& interpolation) {
    const core::Count samples = std::ssize(interpolation.samples);
    sum += samples * 36 * n + 2 * points * samples * rows * std::ssize(interpolation.weights);
  };
  for (const auto& interpolation : strain.interpolations) add(interpolation);
  if (!strain.rotation.samples.empty()) {
    add(strain.rotation);
    sum += points * (72 + 12 + 12) * rows;
  }
  sum += std::count(walls.released.begin(), walls.released.end(), true) * points *
         (12 * rows + 13 * rows);
  sum += points * (72 + 12) * rows + (6 * points + 12) * rows * (rows + 1);
  if (strain.enhanced.empty()) return sum;
  const core::Count modes = strain.enhanced.front().cols();
  return sum + 12 * points * modes * (modes + rows) + modes * modes * rows +
         modes * rows * (rows + 1);
}

std::shared_ptr<const ElementFormulation> make_elastic(ElementKind kind) {
  return std::make_shared<ElasticElement>(kind);
}

}  // namespace

extern const FormulationEntry hex8_formulation{ElementKind::hex8, "elastic", make_elastic};
extern const FormulationEntry hex20_formulation{ElementKind::hex20, "elastic", make_elastic};
extern const FormulationEntry tet10_formulation{ElementKind::tet10, "elastic", make_elastic};
extern const FormulationEntry wedge15_formulation{ElementKind::wedge15, "elastic", make_elastic};

}  // namespace febem::fem
