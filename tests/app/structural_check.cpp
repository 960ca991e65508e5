#include "app/structural_check.h"

#include <limits>

#include "app/small_shell.h"
#include "support/catch.h"

using namespace febem;

namespace {

using test::omega, test::shell, test::stiffness;

double error_of(const la::Vector& u, const la::Vector& f) {
  return app::structural_backward_error(*shell().structure, omega, u, f);
}

}  // namespace

TEST_CASE("the structural backward error is that of the assembled equations, and shows a planted error") {
  const la::Matrix a = stiffness();
  const la::Vector f = shell().force;
  const la::Vector u = a.partialPivLu().solve(f);
  CHECK(error_of(u, f) < 1e-15);
  const Eigen::Index n = u.size();
  const double norm = a.cwiseAbs().rowwise().sum().maxCoeff();
  for (const Eigen::Index at : {Eigen::Index(0), n / 2, n - 1}) {
    la::Vector wrong = u;
    wrong[at] += 1e-3 * u.cwiseAbs().maxCoeff();
    const double expected = (a * wrong - f).cwiseAbs().maxCoeff() /
                            (norm * wrong.cwiseAbs().maxCoeff() + f.cwiseAbs().maxCoeff());
    CHECK(error_of(wrong, f) == Approx(expected));
    CHECK(error_of(wrong, f) > 1e-10);
  }
}

TEST_CASE("a NaN anywhere makes the structural backward error NaN") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Eigen::Index n = shell().force.size();
  for (const Eigen::Index at : {Eigen::Index(0), Eigen::Index(1), n / 2, n - 1}) {
    la::Vector u = la::Vector::Ones(n), f = shell().force;
    u[at] = {0, nan};
    CHECK(std::isnan(error_of(u, f)));
    u[at] = 1;
    f[at] = nan;
    CHECK(std::isnan(error_of(u, f)));
  }
}

TEST_CASE("nothing moved by nothing is exact") {
  const la::Vector zero = la::Vector::Zero(shell().force.size());
  CHECK(error_of(zero, zero) == 0);
}
