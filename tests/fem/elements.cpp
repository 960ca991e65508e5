#include <Eigen/Eigenvalues>

#include "core/error.h"
#include "fem/element_formulation.h"
#include "fem/rigid_body.h"
#include "fem/steel_body.h"
#include "support/bodies.h"
#include "support/catch.h"

using fem::Material;
using fem::Structure;

namespace {

// Moves all nodes at random a little; edges of quadratic elements become curved.
Solid distorted(Solid solid, const Vec3& amount) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> shift(-1, 1);
  for (auto& x : solid.points) {
    const double a = shift(random), b = shift(random), c = shift(random);
    x += Vec3(a, b, c).cwiseProduct(amount);
  }
  return solid;
}

const Vec3 block(1, 1.2, 0.9), wall(1, 1.2, 0.04);

Solid distorted(ElementKind kind) {
  return distorted(
      box(kind, block, {2, 2, 2}), Vec3::Constant(kind == ElementKind::tet10 ? 0.025 : 0.06));
}

// A field of all node entries restricted to one element.
la::RealVector gather(const Structure& s, Index e, const la::RealVector& all) {
  const auto& element = s.solid().elements[e];
  la::RealVector result(3 * mesh::node_count(element.kind));
  for (int i = 0; i < mesh::node_count(element.kind); ++i)
    result.segment<3>(3 * i) = all.segment<3>(3 * element.nodes[i]);
  return result;
}

}  // namespace

TEST_CASE(
    "shape functions are one at their node, zero at the others, and their gradients are right") {
  for (const auto kind : mesh::element_kinds()) {
    INFO(mesh::name(kind));
    const auto one = box(kind, {1, 1, 1}, {1, 1, 1});
    const Eigen::Vector3d at(0.13, 0.29, 0.41);
    const auto s = fem::shape(kind, at);
    CHECK(s.value.sum() == Approx(1));
    CHECK(s.gradient.colwise().sum().norm() < 1e-14);
    for (int d = 0; d < 3; ++d) {
      const Eigen::Vector3d step = 1e-6 * Eigen::Vector3d::Unit(d);
      const Eigen::VectorXd difference =
          (fem::shape(kind, at + step).value - fem::shape(kind, at - step).value) / 2e-6;
      CHECK((difference - s.gradient.col(d)).norm() < 1e-8);
    }
    // The nodes of a brick from 0 to 1 are its reference coordinates, moved.
    if (kind == ElementKind::hex8 || kind == ElementKind::hex20)
      for (int i = 0; i < mesh::node_count(kind); ++i) {
        const Vec3 node = 2 * one.points[one.elements[0].nodes[i]] - Vec3::Ones();
        CHECK((fem::shape(kind, node).value - Eigen::VectorXd::Unit(mesh::node_count(kind), i))
                  .norm() < 1e-14);
      }
  }
  const std::array<Vec3, 4> t{Vec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::array<std::array<int, 2>, 10> tet{
      {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
  for (int i = 0; i < 10; ++i)
    CHECK((fem::shape(ElementKind::tet10, (t[tet[i][0]] + t[tet[i][1]]) / 2).value -
              Eigen::VectorXd::Unit(10, i))
              .norm() < 1e-14);
  const std::array<Vec3, 6> w{Vec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
  const std::array<std::array<int, 2>, 15> wedge{{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5},
      {0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}}};
  for (int i = 0; i < 15; ++i)
    CHECK((fem::shape(ElementKind::wedge15, (w[wedge[i][0]] + w[wedge[i][1]]) / 2).value -
              Eigen::VectorXd::Unit(15, i))
              .norm() < 1e-14);
}

TEST_CASE("quadrature rules integrate polynomials exactly up to their degree") {
  const auto factorial = [](int n) { return std::tgamma(n + 1.0); };
  for (int i = 0; i <= 4; ++i)
    for (int j = 0; i + j <= 4; ++j)
      for (int k = 0; i + j + k <= 4; ++k) {
        double tet = 0, wedge = 0;
        for (const auto& p : fem::element_rule(ElementKind::tet10))
          tet += p.weight * std::pow(p.at(0), i) * std::pow(p.at(1), j) * std::pow(p.at(2), k);
        for (const auto& p : fem::element_rule(ElementKind::wedge15))
          wedge += p.weight * std::pow(p.at(0), i) * std::pow(p.at(1), j) * std::pow(p.at(2), k);
        CHECK(tet == Approx(factorial(i) * factorial(j) * factorial(k) / factorial(i + j + k + 3)));
        CHECK(wedge == Approx(factorial(i) * factorial(j) / factorial(i + j + 2) / (k + 1)));
      }
  for (int n = 1; n <= 6; ++n)
    for (int d = 0; d < 2 * n; ++d) {
      double sum = 0;
      for (const auto& p : fem::gauss_legendre(n)) sum += p.weight * std::pow(p.at, d);
      CHECK(sum == Approx(d % 2 == 0 ? 2.0 / (d + 1) : 0).margin(1e-14));
    }
}

// `inside`: the number of nodes within the undistorted body between the origin and `size`.
void check_constant_strain(
    const Solid& straight, const Structure& s, const Vec3& size, int inside) {
  Eigen::Matrix3d gradient;
  gradient << 1, 2, -1, 0.5, -2, 3, 1.5, 0.25, 0.75;
  const Eigen::Matrix3d strain = (gradient + gradient.transpose()) / 2;
  const auto& material = s.material(0);
  const Eigen::Matrix3d stress =
      material.lame_lambda() * strain.trace() * Eigen::Matrix3d::Identity() +
      2 * material.lame_mu() * strain;
  la::RealVector u(3 * s.solid().node_total()), force = la::RealVector::Zero(u.size());
  for (Index i = 0; i < s.solid().node_total(); ++i)
    u.segment<3>(3 * i) = gradient * s.solid().points[i];
  double energy = 0;
  for (Index e = 0; e < s.solid().element_total(); ++e) {
    const auto& element = s.solid().elements[e];
    const la::RealVector ue = gather(s, e, u), fe = s.element_matrices(e).stiffness * ue;
    energy += 0.5 * ue.dot(fe);
    for (int i = 0; i < mesh::node_count(element.kind); ++i)
      force.segment<3>(3 * element.nodes[i]) += fe.segment<3>(3 * i);
  }
  const double rounding = 1e-12 * std::max(1.0, material.lame_lambda() / material.lame_mu());
  CHECK(energy == Approx(0.5 * (stress.cwiseProduct(strain)).sum() * volume(s)).epsilon(rounding));
  int found = 0;
  for (Index i = 0; i < s.solid().node_total(); ++i) {
    const Vec3 x = straight.points[i];
    if (x.minCoeff() < 1e-9 || (size - x).minCoeff() < 1e-9 || s.node_dofs()[i] == 0) continue;
    ++found;
    CHECK(force.segment<3>(3 * i).norm() < rounding * force.norm());
  }
  CHECK(found == inside);
}

TEST_CASE("patch test: distorted elements reproduce a constant strain exactly") {
  for (const auto& [kind, inside] : std::map<ElementKind, int>{{ElementKind::hex8, 1},
           {ElementKind::hex20, 7}, {ElementKind::tet10, 27}, {ElementKind::wedge15, 11}}) {
    INFO(mesh::name(kind));
    for (const auto& material : {steel, rubber})
      check_constant_strain(
          box(kind, block, {2, 2, 2}), free_body(distorted(kind), material), block, inside);
  }
}

TEST_CASE("patch test: a thin wall one element thick reproduces a constant strain exactly") {
  for (const auto& [kind, inside] : std::map<ElementKind, int>{
           {ElementKind::hex8, 0}, {ElementKind::hex20, 4}, {ElementKind::wedge15, 4}})
    for (const auto& material : {steel, rubber}) {
      INFO(mesh::name(kind) << ", Poisson's ratio " << material.poisson);
      const auto straight = box(kind, wall, {3, 3, 1});
      check_constant_strain(
          straight, free_body(distorted(straight, {0.03, 0.03, 0.002}), material), wall, inside);
    }
}

TEST_CASE("an element has six rigid-body motions without strain, and no more") {
  for (const auto kind : mesh::element_kinds())
    for (const auto& material : {steel, rubber}) {
      INFO(mesh::name(kind) << ", Poisson's ratio " << material.poisson);
      const auto s = free_body(distorted(kind), material);
      const auto modes = fem::free_motions(s).bodies.at(0).modes;
      REQUIRE(modes.cols() == 6);
      const la::RealMatrix k = s.element_matrices(0).stiffness;
      CHECK((k - k.transpose()).norm() < 1e-14 * k.norm());
      for (int m = 0; m < 6; ++m) CHECK((k * gather(s, 0, modes.col(m))).norm() < 1e-12 * k.norm());
      const Eigen::SelfAdjointEigenSolver<la::RealMatrix> solver(k);
      const auto& values = solver.eigenvalues();
      CHECK(std::abs(values(5)) < 1e-12 * values(values.size() - 1));
      CHECK(values(6) >
            1e-5 * material.lame_mu() / material.lame_lambda() * values(values.size() - 1));
    }
}

TEST_CASE("an element that is a wall has six motions without strain, and no more, thick and thin") {
  for (const auto kind : {ElementKind::hex8, ElementKind::hex20, ElementKind::wedge15})
    for (const auto& material : {steel, rubber})
      for (const double thickness : {1e-3, 1e-2, 0.1, 0.5, 1.0, 3.0}) {
        INFO(mesh::name(kind) << ", thickness " << thickness << ", Poisson's ratio "
                              << material.poisson);
        const auto s = free_body(
            distorted(box(kind, {1, 1, thickness}, {1, 1, 1}), {0.1, 0.1, 0.1 * thickness}),
            material);
        CHECK(s.free_faces()[0][2]);
        const Eigen::SelfAdjointEigenSolver<la::RealMatrix> solver(s.element_matrices(0).stiffness);
        const auto& values = solver.eigenvalues();
        const double largest = values(values.size() - 1),
                     bending = std::min(
                         1.0, std::pow(thickness, 4));  // stresses across the wall are the largest
        CHECK(values.head(6).cwiseAbs().maxCoeff() < 1e-14 * largest);
        CHECK(values(6) > 1e-4 * bending * material.lame_mu() / material.lame_lambda() * largest);
      }
}

TEST_CASE(
    "the mass matrix carries the mass in every direction and the moments of inertia of a brick") {
  for (const auto kind : mesh::element_kinds()) {
    INFO(mesh::name(kind));
    const auto s = free_body(distorted(kind));
    const auto m = fem::assemble(s).mass;
    la::RealVector push = la::RealVector::Zero(s.dofs());
    for (Index i = 0; i < s.solid().node_total(); ++i)
      if (s.dof(i, 1) >= 0) push(s.dof(i, 1)) = 1;
    CHECK(push.dot(m * push) == Approx(steel.density * volume(s)));

    const auto straight = free_body(box(kind, {2, 1, 1}, {2, 1, 1}));
    CHECK(volume(straight) == Approx(2));
    la::RealVector spin = la::RealVector::Zero(straight.dofs());
    for (Index i = 0; i < straight.solid().node_total(); ++i)
      for (int d = 0; d < 3; ++d)
        if (straight.dof(i, d) >= 0)
          spin(straight.dof(i, d)) =
              Vec3::UnitZ().cross(straight.solid().points[i] - Vec3(1, 0.5, 0.5))(d);
    const auto mass = fem::assemble(straight).mass;
    CHECK(spin.dot(mass * spin) == Approx(2 * steel.density * (4 + 1) / 12));
  }
}

TEST_CASE(
    "the operations of an element follow from its nodes, quadrature points and assumed strains") {
  struct Sizes {
    core::Count n, points, samples, weighted, modes,
        rotated;  // weighted: samples times the components; rotated: samples of a wall's
  };
  const std::map<ElementKind, Sizes> sizes{{ElementKind::hex8, {8, 2 * 2 * 2, 6 * 8, 6 * 8, 9, 0}},
      {ElementKind::hex20, {20, 3 * 3 * 3, 3 * 18 + 3 * 12, 3 * 18 + 3 * 12, 0, 0}},
      {ElementKind::wedge15, {15, 3 * 3 * 3, 3 * 15 + 12 + 28, 3 * 3 * 15 + 12 + 2 * 28, 0, 14}}};
  for (const auto& [kind, size] : sizes) {
    INFO(mesh::name(kind));
    const auto [n, points, samples, weighted, modes, rotated] = size;
    // J = X G and the gradients G J^{-1}, det J and J^{-1}, a root and its product with the values.
    const core::Count geometry = points * (2 * (2 * 3 * 3 * n) + 14 + 42 + 1),
                      mass = points * (n + 2) + 2 * n * n * points + n * n;
    const core::Count strains =
        samples * 36 * n + 2 * points * weighted * 3 * n + points * (6 + 2 * 36 * 3 + 36) * n;
    const core::Count product = (6 * points + 2 * 6) * 3 * n * (3 * n + 1);
    const core::Count condensed =
        12 * points * modes * (modes + 3 * n) + 3 * n * modes * modes + modes * 3 * n * (3 * n + 1);
    const auto s = free_body(box(kind, {1, 1, 1}, {1, 1, 1}));
    const auto& kernel = s.formulation(0);
    const core::Count none = kernel.matrices_flops({});
    CHECK(none == geometry + mass + strains + product + condensed);
    CHECK(kernel.matrices_flops({{}, {false, true, false}}) == none + 75 * n * points);
    // The strain of the rotation has five components, is turned into a Cartesian one, averaged and
    // taken away.
    const core::Count rotation = rotated == 0 ? 0
                                              : rotated * (36 * n + 2 * points * 5 * 3 * n) +
                                                    points * (2 * 36 + 12 + 12) * 3 * n;
    CHECK(kernel.matrices_flops({{true, true, true}, {}}) == none + rotation);
    CHECK(s.dynamic_stiffness_flops(0) == none + rotation + 5 * (3 * n) * (3 * n));
  }
  const core::Count n = 10, points = 4 * 4 * 4;
  const auto s = free_body(box(ElementKind::tet10, {1, 1, 1}, {1, 1, 1}));
  CHECK(s.formulation(0).matrices_flops({}) ==
        points * (36 * n + 57) + points * (n + 2) + 2 * n * n * points + n * n + points * 3 * n +
            2 * (3 * n) * (3 * n) * points + n * n * (3 * 9 + 3 + 3));
}

TEST_CASE("an inverted element is named") {
  auto solid = box(ElementKind::hex8, {1, 1, 1}, {1, 1, 1});
  std::swap(solid.elements[0].nodes[0], solid.elements[0].nodes[4]);
  const auto s = free_body(solid);
  CHECK_THROWS_WITH(s.element_matrices(0), Contains("element 0 is inverted"));
}

TEST_CASE("axial frequencies of a bar converge to the exact ones with order four or two") {
  // Poisson's ratio 0 makes the bar one-dimensional: f_1 = sqrt(E/rho)/(4 L) held at one end.
  const Material bar{200e9, 0, 8000, 0};
  const double exact = core::pi / 2 * std::sqrt(bar.young / bar.density) / 2;  // omega_1, L = 2
  for (const auto& [kind, order] :
      std::vector<std::pair<ElementKind, double>>{{ElementKind::hex8, 2}, {ElementKind::hex20, 4},
          {ElementKind::tet10, 4}, {ElementKind::wedge15, 4}}) {
    std::vector<double> error;
    for (int n : {2, 4}) {
      auto solid = box(kind, {2, 0.3, 0.3}, {n, 1, 1});
      for (Index i = 0; i < solid.node_total(); ++i) {
        solid.node_sets["all"].push_back(i);
        if (solid.points[i].x() == 0) solid.node_sets["end"].push_back(i);
      }
      const Structure s(solid, {{"box", bar}},
          {{"end", {true, true, true}}, {"all", {false, true, true}}}, false);
      const auto matrices = fem::assemble(s);
      const Eigen::GeneralizedSelfAdjointEigenSolver<la::RealMatrix> solver{
          la::RealMatrix(matrices.stiffness), la::RealMatrix(matrices.mass)};
      error.push_back(std::sqrt(solver.eigenvalues()(0)) / exact - 1);
    }
    INFO(mesh::name(kind));
    CHECK(error[1] > 0);
    CHECK(std::log2(error[0] / error[1]) == Approx(order).margin(0.4));
  }
}

TEST_CASE("impossible materials are refused by property and value") {
  const auto solid = box(ElementKind::hex8, {1, 1, 1}, {1, 1, 1});
  const auto with = [&](const Material& m) { return Structure(solid, {{"box", m}}, {}, true); };
  CHECK_THROWS_WITH(
      with({-1, 0.3, 7800, 0}), Contains("young") && Contains("-1") && Contains("box"));
  CHECK_THROWS_WITH(with({1e9, 0.5, 7800, 0}), Contains("poisson"));
  CHECK_THROWS_WITH(with({1e9, 0.3, 0, 0}), Contains("density"));
  CHECK_THROWS_WITH(with({1e9, 0.3, 1, -0.1}), Contains("loss_factor"));
  CHECK_THROWS_WITH(with({std::nan(""), 0.3, 1, 0}), Contains("young"));
  CHECK_THROWS_WITH(Structure(solid, {}, {}, true), Contains("no material"));
  CHECK_THROWS_WITH(
      Structure(solid, {{"bocks", steel}}, {}, true), Contains("unknown region 'bocks'"));
  CHECK_THROWS_WITH(fem::known_material("aluminum"), Contains("aluminium"));
  for (const auto& known : fem::known_materials())
    CHECK_NOTHROW(validate(known.material, "handbook"));
}
