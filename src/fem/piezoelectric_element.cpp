// Piezoelectric bricks, wedges and tetrahedra of order 2, with the unknowns u and phi^ = phi/s at
// each node. With N the shape functions, B u the strain and G phi the gradient, and with the
// constants turned at every quadrature point from the axes of the polarisation,
//
//   c = M^T c' M,   e = R^T e' M,   eps = R^T eps' R,      rows of R: the local axes; S' = M S
//   K_uu = int B^T c B,   K_uphi = s int B^T e^T G,   K_phiphi = s^2 int G^T eps G
//
//   [ K_uu - omega^2 M   K_uphi    ] [ u    ]   [ F    ]      Q: charge put on an electrode, C;
//   [ K_uphi^T           -K_phiphi ] [ phi^ ] = [ -s Q ]      0 at every other node
//
// So K is int P^T C P, where P holds the strain and the gradient, and C is constitutive(). It is
// complex symmetric and indefinite. Faces without electrode have D.n = 0.
//
// B of bricks and wedges is that of steps 1 to 4 and 6 of elastic_element.cpp, so that thin rings
// and discs do not lock; e couples the gradient of the shape functions to this B. Step 5, of the
// normal stress beside a support, and step 8 are not taken.
#include <optional>

#include "core/error.h"
#include "fem/wall_strains.h"
#include "mesh/point.h"

namespace febem::fem {
namespace {

using Eigen::Matrix3d;
using Eigen::Matrix3Xd;
using mesh::ElementKind;

/// In the order 11 22 33 23 13 12.
constexpr std::array<std::array<int, 2>, 6> voigt{{{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}}};

/// Rows: axes 1, 2, 3, with axis 3 along `poled`. In class 6mm axis 1 may have any direction.
Matrix3d local_axes(const Eigen::Vector3d& poled) {
  int least = 0;
  poled.cwiseAbs().minCoeff(&least);
  Matrix3d rows;
  rows.row(2) = poled.transpose();
  rows.row(0) = Eigen::Vector3d::Unit(least).cross(poled).normalized().transpose();
  rows.row(1) = rows.row(2).cross(rows.row(0));
  return rows;
}

/// M and R together: local strain and gradient from global ones, whose strain has the order of
/// tensor_components.
Eigen::Matrix<double, 9, 9> to_local(const Matrix3d& r) {
  Eigen::Matrix<double, 9, 9> result = Eigen::Matrix<double, 9, 9>::Zero();
  for (int p = 0; p < 6; ++p)
    for (int q = 0; q < 6; ++q) {
      const auto [a, b] = voigt[p];
      const auto [i, j] = tensor_components[q];
      // S'_ab = R_ai R_bj S_ij, with engineering shears on both sides.
      double sum = r(a, i) * r(b, j);
      if (i != j) sum = (sum + r(a, j) * r(b, i)) / 2;
      result(p, q) = a == b ? sum : 2 * sum;
    }
  result.bottomRightCorner<3, 3>() = r;
  return result;
}

class PiezoelectricElement : public ElementFormulation {
 public:
  explicit PiezoelectricElement(ElementKind kind) : ElementFormulation(kind) {
    if (kind != ElementKind::tet10) strains_.emplace(*this);
  }

  std::span<const int> components() const override { return displacements_and_potential; }
  ElementMatrices matrices(const Matrix3Xd& points, const Material& material, const Walls& walls,
      const std::string& what) const override;
  core::Count matrices_flops(const Walls& walls) const override;

 private:
  static constexpr std::array displacements_and_potential{0, 1, 2, 3};

  la::RealMatrix strains(const Matrix3Xd& points, const Geometry& at, const Walls& walls) const;

  std::optional<WallStrains> strains_;  ///< of bricks and wedges
};

/// Columns 6 g and on: sqrt(w det J) B_g^T of quadrature point g, 3 n rows.
la::RealMatrix PiezoelectricElement::strains(
    const Matrix3Xd& points, const Geometry& at, const Walls& walls) const {
  la::RealMatrix result(3 * points.cols(), 6 * at.root.size());
  for (la::Index g = 0; g < at.root.size() && !strains_; ++g)
    result.middleCols<6>(6 * g) = at.root(g) * constant_strain(at.gradient[g]).transpose();
  if (!strains_) return result;
  auto [strain, centre, p, mean] = strains_->rows(points, at, Matrix6d::Identity(), walls);
  mean -= WallStrains::mean_of(p, at);
  for (la::Index g = 0; g < at.root.size(); ++g) p.middleCols<6>(6 * g) += at.root(g) * mean;
  return std::move(p);
}

ElementMatrices PiezoelectricElement::matrices(const Matrix3Xd& points, const Material& material,
    const Walls& walls, const std::string& what) const {
  const la::Index n = points.cols(), count = std::ssize(rule());
  const Geometry at = geometry(points, what);
  const la::RealMatrix strain = strains(points, at, walls);
  const Matrix9cd constants = constitutive(material.piezoelectric);
  const bool is_lossy = !constants.imag().isZero(0);
  la::RealMatrix p = la::RealMatrix::Zero(9 * count, 4 * n), stress(9 * count, 4 * n), lost;
  if (is_lossy) lost.resize(9 * count, 4 * n);
  la::RealMatrix q(n, count);
  for (la::Index g = 0; g < count; ++g) {
    const Eigen::Vector3d x = points * shapes()[g].value,
                          poled = material.piezoelectric.poling.at(x);
    if (!(poled.squaredNorm() > 0.5))
      throw core::InputError(what, ": the polarisation has no direction at ", mesh::text(x));
    const Eigen::Matrix<double, 9, 9> local = to_local(local_axes(poled));
    auto here = p.middleRows<9>(9 * g);
    for (la::Index a = 0; a < n; ++a) {
      here.block<6, 3>(0, 4 * a) = strain.block<3, 6>(3 * a, 6 * g).transpose();
      here.block<3, 1>(6, 4 * a + 3) = at.root(g) * at.gradient[g].row(a).transpose();
    }
    here = (local * here).eval();
    stress.middleRows<9>(9 * g) = constants.real() * here;
    if (is_lossy) lost.middleRows<9>(9 * g) = -constants.imag() * here;
    q.col(g) = at.root(g) * shapes()[g].value;
  }
  // Products of both triangles may differ in the last bit.
  const auto symmetric = [](const la::RealMatrix& m) -> la::RealMatrix {
    return m.selfadjointView<Eigen::Lower>();
  };
  ElementMatrices result{symmetric(p.transpose() * stress), la::RealMatrix::Zero(4 * n, 4 * n),
      la::RealMatrix::Zero(4 * n, 4 * n)};
  if (is_lossy) result.loss = symmetric(p.transpose() * lost);
  const la::RealMatrix mass = material.density * q * q.transpose();
  for (la::Index b = 0; b < n; ++b)
    for (la::Index a = 0; a < n; ++a)
      result.mass.block<3, 3>(4 * a, 4 * b).diagonal().setConstant(mass(a, b));
  return result;
}

core::Count PiezoelectricElement::matrices_flops(const Walls&) const {
  const core::Count n = shapes().front().value.size(), points = std::ssize(rule()), rows = 4 * n;
  return points * (36 * n + 57 + 486 * rows + 36 * rows * rows + 2 * n * n);
}

std::shared_ptr<const ElementFormulation> make_piezoelectric(ElementKind kind) {
  return std::make_shared<PiezoelectricElement>(kind);
}

}  // namespace

extern const FormulationEntry piezoelectric_hex20_formulation{
    ElementKind::hex20, piezoelectric_physics, make_piezoelectric};
extern const FormulationEntry piezoelectric_tet10_formulation{
    ElementKind::tet10, piezoelectric_physics, make_piezoelectric};
extern const FormulationEntry piezoelectric_wedge15_formulation{
    ElementKind::wedge15, piezoelectric_physics, make_piezoelectric};

}  // namespace febem::fem
