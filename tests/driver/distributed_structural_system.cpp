// The assembled structure, whose rows the ranks share.
#include <concepts>

#include "driver/small_cases.h"
#include "driver/stage_drivers.h"
#include "driver/structural_system.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "support/world.h"

using namespace febem::driver;

using la::Index;
using la::Matrix;
using la::Vector;

namespace {

/// An AssembledSystem with its ranks: every rank asks, and gets the master's answer.
class Assembled {
 public:
  explicit Assembled(const common::ElementSystem& elements)
      : Assembled([&](const common::StageContext& context) {
          return AssembledSystem(elements, context);
        }) {}
  template <std::invocable<const common::StageContext&> Make>
  explicit Assembled(Make&& make) : system_(world_.check(std::forward<Make>(make))) {}

  Vector residual(const Vector& v, const Vector& g) {
    return world_.check([&](const common::StageContext& context) {
      Vector r = system_.residual(of_master(v), of_master(g), context);
      context.messages.broadcast(la::span_of(r), core::master);
      return r;
    });
  }
  StructuralQuality quality(const Vector& v, const Vector& g) {
    return world_.check([&](const common::StageContext& context) {
      auto found = system_.quality(of_master(v), of_master(g), context);
      context.messages.broadcast(found, core::master);
      return found;
    });
  }
  double backward_error(const Vector& v, const Vector& g) { return quality(v, g).backward_error; }
  const la::RealVector& scale() const { return system_.scale(); }
  double scaled_norm() const { return system_.scaled_norm(); }

 private:
  /// The others may have anything or nothing.
  Vector of_master(const Vector& v) const { return world_.rank() == core::master ? v : Vector(); }

  mutable World world_;
  AssembledSystem system_;
};

/// The shell's A_s itself.
Assembled plain() {
  common::ElementSystem elements;
  const auto& structure = *shell().structure;
  elements.size = structure.dofs();
  for (core::Index e = 0; e < structure.solid().element_total(); ++e)
    elements.dofs.push_back(structure.element_dofs(e));
  elements.matrix = [&](core::Index e) { return dynamic_stiffness(structure, e, omega); };
  return Assembled(elements);
}

AssembledStructure rows_of(const common::ElementSystem& elements, la::IndexRange rows,
    core::Count most = std::numeric_limits<core::Index>::max()) {
  return {elements,
      [&](Index e) {
        const Matrix a = elements.matrix(e);
        return fem::UnknownsMatrices{a, a.real()};
      },
      rows, most};
}

/// All columns of the rows at omega = 2, and of others zeros.
Matrix dense(const AssembledStructure& structure) {
  Matrix result = Matrix::Zero(structure.size(), structure.size());
  structure.for_each_row([&](Index row, auto columns, core::Index place) {
    for (const auto column : columns) result(row, column) += structure.entry(2, place++);
  });
  return result;
}

/// The system of these numbers.
Assembled of(const Matrix& a) {
  common::ElementSystem elements;
  elements.size = static_cast<core::Index>(a.rows());
  elements.dofs.emplace_back();
  for (core::Index i = 0; i < elements.size; ++i) elements.dofs[0].push_back(i);
  elements.matrix = [&](core::Index) { return a; };
  return Assembled(elements);
}

}  // namespace

TEST_CASE(
    "the structural backward error is that of the assembled equations, and shows a planted error") {
  const Matrix a = stiffness();
  const Vector f = shell().force;
  const Vector u = a.partialPivLu().solve(f);
  auto system = plain();
  CHECK(system.backward_error(u, f) < 1e-15);
  CHECK(system.quality(u, f).loss == Approx(u.dot(a.imag() * u).real()).epsilon(1e-10));
  const Eigen::Index n = u.size();
  for (const Eigen::Index at : {Eigen::Index(0), n / 2, n - 1}) {
    Vector wrong = u;
    wrong[at] += 1e-3 * u.cwiseAbs().maxCoeff();
    const double whole = (a.cwiseAbs() * wrong.cwiseAbs() + f.cwiseAbs()).maxCoeff();
    const double expected = (a * wrong - f).cwiseAbs().maxCoeff() / whole;
    CHECK(system.backward_error(wrong, f) == Approx(expected));
    CHECK(expected > 1e-10);
  }
}

TEST_CASE("a wrong rigid-body motion shows although its equations are small beside the stiffness") {
  for (const double low : {2 * core::pi * 1e-3, 2 * core::pi, omega}) {
    const auto elements = element_system(shell(), low);
    REQUIRE(elements.motions != nullptr);
    Assembled system(elements);
    Matrix a(elements.size, elements.size);
    for (core::Index j = 0; j < elements.size; ++j)
      a.col(j) = -system.residual(Vector::Unit(elements.size, j), Vector::Zero(elements.size));
    const Vector g = elements.motions->forces(Vector::Unit(elements.size, 17));
    const Vector v = a.partialPivLu().solve(g);
    CHECK(system.backward_error(v, g) < 1e-12);
    // The forces do the work that the structure loses: the motions lose none.
    CHECK(system.quality(v, g).loss == Approx(v.dot(g).imag()).epsilon(1e-9));
    for (const auto place : elements.motions->replaced) {
      Vector wrong = v;
      wrong[place] += 1e-3 * v(elements.motions->replaced).cwiseAbs().maxCoeff();
      CHECK(system.backward_error(wrong, g) > 1e-5);
    }
  }
}

TEST_CASE("the error of a body that hardly moves shows beside one that moves much") {
  common::ElementSystem elements;
  elements.size = 5;
  elements.dofs = {{3, 1}, {-1, 0}, {4, 2, -1}};  // the bodies are 1 and 3, 0 alone, 2 and 4
  elements.matrix = [](core::Index e) {
    Matrix m = Matrix::Identity(e == 2 ? 3 : 2, e == 2 ? 3 : 2);
    m(0, 1) = m(1, 0) = 0.25;
    return m;
  };
  CHECK(rows_of(elements, {0, 5}).groups() == std::vector<core::Index>{0, 2, 4, 2, 4});
  Assembled system(elements);
  Vector u(5);
  u << 1, 2, 1e-9, 3, -1e-9;
  Vector f = -system.residual(u, Vector::Zero(5));
  CHECK(system.backward_error(u, f) < 1e-15);
  u[2] *= 1 + 1e-6;
  CHECK(system.backward_error(u, f) > 1e-7);
}

TEST_CASE("the structure that a sweep assembles once is that of the elements at every frequency") {
  World world;
  Sweep sweep(shell_case(), shell(), world.run());
  for (const double at : {omega, omega / 1e3, 7 * omega, omega}) {
    Assembled kept(
        [&](const common::StageContext& context) { return sweep.assembled_system(at, context); });
    Assembled anew(element_system(shell(), at));
    const Vector v = random_matrix(shell().force.size(), 1, 5), f = shell().force;
    CHECK((kept.residual(v, f) - anew.residual(v, f)).norm() <
          1e-15 * anew.residual(v, Vector::Zero(f.size())).norm());
    CHECK((kept.scale() - anew.scale()).cwiseQuotient(anew.scale()).cwiseAbs().maxCoeff() < 1e-13);
    CHECK(kept.scaled_norm() == Approx(anew.scaled_norm()).epsilon(1e-13));
  }
}

TEST_CASE("residuals are accumulated in extended precision, real and imaginary parts alike") {
  if (std::numeric_limits<long double>::digits <= std::numeric_limits<double>::digits) {
    WARN("this machine has no extended precision");
    SUCCEED();
    return;
  }
  Matrix a = Matrix::Identity(3, 3);
  a.row(0) << 1e16, 1, -1e16;
  auto system = of(a);
  const core::Complex i(0, 1);
  CHECK(system.residual(Vector::Ones(3), Vector::Zero(3))[0] == core::Complex(-1));
  CHECK(system.residual(i * Vector::Ones(3), Vector::Zero(3))[0] == -i);
  CHECK(system.residual(Vector::Zero(3), Vector::Constant(3, 2.0 * i))[1] == 2.0 * i);
  auto turned = of(i * a);
  CHECK(turned.residual(Vector::Ones(3), Vector::Zero(3))[0] == -i);
  CHECK(turned.residual(i * Vector::Ones(3), Vector::Zero(3))[0] == core::Complex(1));
}

TEST_CASE("the scaled norm does not depend on the units of the unknowns") {
  Matrix a(3, 3);
  a << 4, core::Complex(0, 1), 0,  //
      core::Complex(0, 1), -9, 2,  //
      0, 2, 16;
  CHECK((of(a).scale() - la::RealVector(Eigen::Vector3d(1 / 2., 1 / 3., 1 / 4.))).norm() < 1e-14);
  CHECK(of(a).scaled_norm() == Approx(1 + 1 / 6. + 2 / 12.));
  const la::RealVector units = Eigen::Vector3d(1, 1e-8, 1e5);
  CHECK(of(units.asDiagonal() * a * units.asDiagonal()).scaled_norm() ==
        Approx(of(a).scaled_norm()).epsilon(0.3));
}

TEST_CASE("a NaN anywhere makes the structural backward error NaN") {
  const double not_a_number = std::nan("");
  auto system = plain();
  const Eigen::Index n = shell().force.size();
  for (const Eigen::Index at : {Eigen::Index(0), Eigen::Index(1), n / 2, n - 1}) {
    Vector u = Vector::Ones(n), f = shell().force;
    u[at] = {0, not_a_number};
    CHECK(std::isnan(system.backward_error(u, f)));
    u[at] = 1;
    f[at] = not_a_number;
    CHECK(std::isnan(system.backward_error(u, f)));
  }
}

TEST_CASE("nothing moved by nothing is exact") {
  const Vector zero = Vector::Zero(shell().force.size());
  CHECK(plain().backward_error(zero, zero) == 0);
}

TEST_CASE(
    "the expected effect of rounding is that of independent errors of half a unit in each entry") {
  const Matrix a = random_matrix(12, 12, 5);
  const Vector v = random_matrix(12, 1, 6).col(0), g = a * v;
  const double half_a_unit = std::numeric_limits<double>::epsilon() / 2, larger = 1e6;
  std::mt19937 random(7);
  std::bernoulli_distribution up;
  double squares = 0;
  const int trials = 400;
  for (int trial = 0; trial < trials; ++trial) {
    Matrix error = larger * half_a_unit * a;
    for (auto& entry : error.reshaped()) entry *= up(random) ? 1 : -1;
    squares += std::norm((v.transpose() * error * v).value() / (v.transpose() * g).value());
  }
  CHECK(of(a).quality(v, g).rounding * larger == Approx(std::sqrt(squares / trials)).epsilon(0.15));
}

TEST_CASE("ranks have all rows together, and every row as one rank would have it") {
  const auto elements = element_system(shell(), omega);
  const auto bytes = AssembledStructure::bytes_of_rows(elements);
  const Matrix all = dense(rows_of(elements, {0, elements.size}));
  const Matrix expected = assembled(
      elements.size, elements.elements(), [&](Index e) { return elements.dofs[e]; },
      [&](Index e) { return Matrix(elements.matrix(e) - 4 * elements.matrix(e).real()); });
  CHECK((all - expected).norm() < 1e-14 * expected.norm());
  for (const int ranks : {1, 2, 3, 7}) {
    Index next = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      const auto rows = assembled_rows(elements.size, rank, ranks);
      CHECK(rows.begin == next);
      next = rows.end;
      const auto structure = rows_of(elements, rows);
      CHECK(dense(structure).middleRows(rows.begin, rows.size()) ==
            all.middleRows(rows.begin, rows.size()));
      CHECK_NOTHROW(rows_of(elements, rows, structure.entries()));
      CHECK_THROWS_WITH(rows_of(elements, rows, structure.entries() - 1), Contains("more ranks"));
      const auto of_rows =
          std::accumulate(bytes.begin() + rows.begin, bytes.begin() + rows.end, core::Count{0});
      CHECK(structure.bytes() ==
            of_rows + static_cast<core::Count>((1 + elements.size) * sizeof(core::Index)));
    }
    CHECK(next == elements.size);
  }
}
