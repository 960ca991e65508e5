#include "fem/piezoelectric.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

#include "core/error.h"

namespace febem::fem {

using Eigen::Vector3d;

Vector3d Poling::at(const Vector3d& x) const {
  const Vector3d along = Vector3d::Map(axis.data()).normalized(),
                 from = x - Vector3d::Map(origin.data()), away = from - from.dot(along) * along;
  switch (field) {
    case Field::axis:
      return along;
    case Field::radial:
      return from.normalized();
    case Field::cylindrical:
      return away.normalized();
    case Field::circumferential:
      break;
  }
  return along.cross(away).normalized();
}

double Piezoelectric::own_scale() const { return std::sqrt(c[3].real() / eps[1].real()); }

Piezoelectric from_compliance(const std::array<double, 5>& s, const std::array<double, 3>& d,
    const std::array<double, 2>& permittivity) {
  Eigen::Matrix3d compliance;
  compliance << s[0], s[1], s[2], s[1], s[0], s[2], s[2], s[2], s[3];
  const Eigen::Matrix3d c = compliance.inverse();
  Piezoelectric result;
  result.c = {c(0, 0), c(0, 1), c(0, 2), c(2, 2), 1 / s[4]};
  result.e = {d[0] * (c(0, 0) + c(0, 1)) + d[1] * c(0, 2), 2 * d[0] * c(0, 2) + d[1] * c(2, 2),
      d[2] / s[4]};
  result.eps = {permittivity[0] * vacuum_permittivity - d[2] * result.e[2],
      permittivity[1] * vacuum_permittivity - 2 * d[0] * result.e[0] - d[1] * result.e[1]};
  return result;
}

Piezoelectric lossless(Piezoelectric of) {
  for (auto& c : of.c) c = c.real();
  for (auto& e : of.e) e = e.real();
  for (auto& eps : of.eps) eps = eps.real();
  return of;
}

Piezoelectric with_losses(Piezoelectric of, double eta, double tan_delta, double eta_e) {
  for (auto& c : of.c) c *= Complex(1, -eta);
  for (auto& eps : of.eps) eps *= Complex(1, tan_delta);
  for (auto& e : of.e) e *= Complex(1, eta_e);
  return of;
}

Matrix9cd constitutive(const Piezoelectric& constants) {
  const auto& [c, e, eps, poling, scale] = constants;
  Matrix9cd m = Matrix9cd::Zero();
  m.topLeftCorner<3, 3>() << c[0], c[1], c[2], c[1], c[0], c[2], c[2], c[2], c[3];
  m(3, 3) = m(4, 4) = c[4];
  m(5, 5) = (c[0] - c[1]) / 2.0;
  const auto couple = [&](int i, int j, Complex value) { m(i, j) = m(j, i) = scale * value; };
  couple(6, 4, e[2]);
  couple(7, 3, e[2]);
  couple(8, 0, e[0]);
  couple(8, 1, e[0]);
  couple(8, 2, e[1]);
  m(6, 6) = m(7, 7) = -scale * scale * eps[0];
  m(8, 8) = -scale * scale * eps[1];
  return m;
}

void require_passive(const Piezoelectric& constants, const std::string& what) {
  constexpr double rounding = 1e-12;
  auto scaled = constants;
  scaled.scale = constants.own_scale();
  using Matrix9d = Eigen::Matrix<double, 9, 9>;
  const auto values = [](const Matrix9d& m) {
    return Eigen::SelfAdjointEigenSolver<Matrix9d>(m, Eigen::EigenvaluesOnly).eigenvalues().eval();
  };
  const Matrix9cd m = constitutive(scaled);
  Matrix9d real = m.real();
  real.bottomRows<3>() *= -1;  // of eps
  real.topRightCorner<6, 3>().setZero();
  real.bottomLeftCorner<3, 6>().setZero();
  if (!real.allFinite() || !(values(real).minCoeff() > 0))
    throw core::InputError(what, ": its stiffness or its permittivity is not positive definite");
  const auto lost = values(-m.imag());
  if (!(lost.minCoeff() >= -rounding * lost.cwiseAbs().maxCoeff()))
    throw core::InputError(what,
        ": it gives out energy: {c'', -e''; -e'', eps''} is not positive semidefinite; lower "
        "coupling_loss, or raise loss_factor and tan_delta");
}

}  // namespace febem::fem
