// Free vibrations of a thick spherical shell in vacuo.
#include <boost/math/special_functions/legendre.hpp>
#include <cmath>

#include "verify/free_vibration.h"
#include "verify/measures.h"
#include "verify/suite/thick_shell.h"
#include "verify/verification_case.h"

namespace febem::verify {
namespace {

/// The search begins this far below the exact frequency.
constexpr double shift = 0.98;

// u_r = P_n, u_t = (1/(n+1)) dP_n/dtheta: about the lowest spheroidal mode n, enough to start from.
mesh::Vec3 mode_shape(int n, const mesh::Vec3& x) {
  const mesh::Vec3 radial = x.normalized();
  const double cosine = radial.z();
  const mesh::Vec3 tangential =
      boost::math::legendre_p_prime(n, cosine) * (mesh::Vec3::UnitZ() - cosine * radial);
  return boost::math::legendre_p(n, cosine) * radial + tangential / (n + 1.0);
}

// Share of P_n in the radial motion of the wet surface.
double legendre_share(const Prepared& shell, const la::RealVector& mode, int n) {
  const auto& surface = shell.model.wet.surface;
  const la::RealVector volume_displacement = shell.model.coupling.transpose() * mode;
  double both = 0.0, moving = 0.0, wanted = 0.0;
  for (core::Index j = 0; j < surface.size(); ++j) {
    const auto panel = static_cast<std::size_t>(j);
    const double p = boost::math::legendre_p(n, surface.centroids[panel].normalized().z()),
                 u = volume_displacement[j] / surface.areas[panel];
    both += surface.areas[panel] * p * u;
    moving += surface.areas[panel] * u * u;
    wanted += surface.areas[panel] * p * p;
  }
  return std::abs(both) / std::sqrt(moving * wanted);
}

void run_shell_in_vacuo(VerificationSuite& suite) {
  const auto shell = suite.prepare(thick_shell_case(8) + plane_wave() + at_ka({1.0}));
  for (const int n : {2, 3, 4}) {
    const double exact_hz = exact::in_vacuo_frequencies(thick_shell, n, 2000.0).front();
    const auto found = nearest_vibration(
        shell, shift * exact_hz, [&](const mesh::Vec3& x) { return mode_shape(n, x); }, suite.run());
    if (!suite.is_master()) continue;
    const auto label = ", n = " + std::to_string(n);
    suite.record(compare("frequency, Hz" + label, exact_hz, found.hz, 0.005));
    suite.record(
        compare("share of P_n in the mode" + label, 1.0, legendre_share(shell, found.mode, n), 0.01));
  }
}

}  // namespace

extern const VerificationCase shell_in_vacuo_case{
    "shell_in_vacuo", "free vibrations of a thick steel shell", run_shell_in_vacuo};

}  // namespace febem::verify
