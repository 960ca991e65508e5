// Stage 4 by PETSc's Krylov methods, with products by a matrix that only the test has.
#include <Eigen/LU>

#include "eliminate/whole_matrix.h"
#include "la/norms.h"
#include "stages/common/row_operator.h"
#include "stages/eliminate/eliminate.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "support/world.h"

using core::Complex;
using eliminate::IterationLimits;
using la::Index;
using la::Matrix;
using la::Vector;
using test::WholeMatrix;

namespace {

/// Rows within three orders of size, each within its own scale not far from a row of the unit
/// matrix.
Matrix ksp_matrix(Index n) {
  Matrix a =
      Matrix::Identity(n, n) + 0.5 / std::sqrt(static_cast<double>(n)) * random_matrix(n, n, 7);
  for (Index i = 0; i < n; ++i) a.col(i) *= std::pow(10, i % 4) * Complex(1, i % 2);
  return a;
}

Vector right_hand_side(Index n) { return random_matrix(n, 1, 8); }

IterationLimits with(const std::string& petsc) { return {.petsc = petsc}; }

eliminate::Elimination by_ksp(World& world, common::RowOperator& a, const Vector& b,
    const IterationLimits& limits = {}, const comm::StrategyNames& names = {},
    const char* method = "ksp") {
  return test::iterated(method, world, a, b, limits, names);
}

/// What is said of options that cannot be used.
std::string refusal(const std::string& petsc) {
  World world;  // PETSc starts over all ranks
  try {
    eliminate::method("ksp").iterative().start(with(petsc));
    return {};
  } catch (const core::InputError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("ksp solves for every size and ownership, more ranks than rows included") {
  check_every_size("ksp", ksp_matrix);
}

TEST_CASE("without options ksp iterates as krylov does, in one cycle or in several") {
  World world;
  const Matrix a = ksp_matrix(40);
  const Vector b = right_hand_side(40);
  WholeMatrix products(a, 3, world);
  for (const IterationLimits& limits : {IterationLimits{}, IterationLimits{1e-4, 1000, 0},
           IterationLimits{1e-10, 1000, 6}, IterationLimits{1e-10, 5, 2}}) {
    INFO(limits.tolerance << ", at most " << limits.most << ", restarted after " << limits.restart);
    const auto ours = by_ksp(world, products, b, limits, {}, "krylov"),
               theirs = by_ksp(world, products, b, limits);
    CHECK(theirs.iterations[0].converged == ours.iterations[0].converged);
    const auto &expected = ours.iterations[0].residuals, &found = theirs.iterations[0].residuals;
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      CHECK(found[i] == Approx(expected[i]).epsilon(1e-4).margin(1e-14));
  }
}

TEST_CASE("ksp takes the methods, preconditioners and limits of PETSc's that it is told") {
  World world;
  const Index n = 40;
  const Matrix a = ksp_matrix(n);
  const Vector b = right_hand_side(n), expected = a.lu().solve(b);
  WholeMatrix products(a, 3, world);
  const char* nested =
      "-ksp_type fgmres -pc_type ksp -ksp_ksp_type gmres -ksp_ksp_rtol 1e-3 -ksp_pc_type jacobi";
  for (const char* options :
      {"-ksp_type bcgs -ksp_max_it 200", "-ksp_type tfqmr", "-ksp_type fgmres",
          "-ksp_type gcr -ksp_gcr_restart 40", "-ksp_pc_side left -ksp_rtol 1e-13", "-pc_type none",
          "-ksp_gmres_restart 15", "-ksp_rtol 1e-12", nested}) {
    INFO(options);
    const auto result = by_ksp(world, products, b, with(options));
    CHECK(result.iterations[0].converged);
    CHECK(result.iterations[0].residuals.back() <= 1e-9);
    CHECK(result.iterations[0].residuals.back() ==
          Approx(relative_residual(a, result.solution, b)).margin(1e-14));
    CHECK(la::max_norm(result.solution - expected) <= 1e-7 * la::max_norm(expected));
  }
  const auto iterations = [&](const char* options) {
    return by_ksp(world, products, b, with(options)).iterations[0].residuals.size() - 1;
  };
  CHECK(iterations("-ksp_rtol 1e-3") < iterations(""));
  CHECK(iterations("-pc_type none") > iterations("-pc_type jacobi"));
  CHECK(iterations("") == iterations("-pc_type jacobi"));
  CHECK(iterations(nested) < iterations("-ksp_type fgmres"));
}

TEST_CASE(
    "what ksp does not reach in its iterations is not converged, and nothing of its options "
    "reaches the next solution") {
  World world;
  const Matrix a = ksp_matrix(40);
  const Vector b = right_hand_side(40);
  WholeMatrix products(a, 3, world);
  for (const IterationLimits& limits : {with("-ksp_max_it 1"), IterationLimits{1e-10, 1, 0}}) {
    const auto stopped = by_ksp(world, products, b, limits);
    CHECK_FALSE(stopped.iterations[0].converged);
    REQUIRE(stopped.iterations[0].residuals.size() == 2);
    CHECK(stopped.iterations[0].residuals.back() ==
          Approx(relative_residual(a, stopped.solution, b)));
    CHECK(stopped.iterations[0].residuals.back() < 1);
    CHECK(stopped.iterations[0].residuals.back() > 1e-3);
    CHECK(by_ksp(world, products, b).iterations[0].converged);
  }
  // PETSc is content after five iterations, whatever is left.
  const auto unjudged =
      by_ksp(world, products, b, with("-ksp_max_it 5 -ksp_convergence_test skip"));
  CHECK(unjudged.iterations[0].residuals.size() == 6);
  CHECK_FALSE(unjudged.iterations[0].converged);
}

TEST_CASE("options that PETSc does not know, does not use or cannot follow are refused by name") {
  for (const char* good : {"", "-ksp_type bcgs", "-ksp_monitor -ksp_view -ksp_converged_reason",
           "-ksp_rtol 1e-3\n\t-ksp_max_it 1", "-ksp_error_if_not_converged",
           "-pc_type ksp -ksp_pc_type none"}) {
    INFO(good);
    CHECK(refusal(good).empty());
  }
  CHECK_THAT(refusal("-ksp_typo bcgs"), Contains("'-ksp_typo'"));
  CHECK_THAT(refusal("-ksp_type bcgs -ksp_gmres_restart 20"), Contains("'-ksp_gmres_restart'"));
  CHECK_THAT(
      refusal("-ksp_rtol 1e-3 -mat_type aij -vec_type mpi"), Contains("'-mat_type', '-vec_type'"));
  CHECK_THAT(refusal("-ksp_type bicgstab"), Contains("bicgstab"));
  CHECK_THAT(refusal("-pc_type jakobi"), Contains("jakobi"));
  CHECK_THAT(refusal("-ksp_rtol small"), Contains("small"));
  CHECK_THAT(refusal("bcgs"), Contains("'bcgs' is neither"));
  CHECK_THAT(refusal("-ksp_type bcgs gmres"), Contains("'gmres' is neither"));
  CHECK_THAT(refusal("-options_file none"), Contains("'-options_file'"));
  CHECK_THAT(refusal("-ksp_type 'bcgs"), Contains("PETSc: "));
  CHECK_THAT(refusal("-help"), Contains("'-help'"));
  CHECK_THAT(refusal("-pc_type lu"), Contains("PETSc: "));     // needs entries
  CHECK_THAT(refusal("-ksp_type bicg"), Contains("PETSc: "));  // needs products with the transpose
  CHECK_THAT(refusal("-ksp_type bcgs\x1b[31m -ksp_x\ny"), !Contains("\n") && !Contains("\x1b"));
}

TEST_CASE(
    "ksp has nothing to do for a right-hand side of zeros, and does not depend on its units") {
  check_zeros_and_units("ksp", ksp_matrix(13));
}

TEST_CASE("without a solution, or with a NaN, ksp does not converge, and says so on every rank") {
  World world;
  Matrix a = ksp_matrix(11);
  a.row(4).setZero();
  const Vector b = right_hand_side(11);
  WholeMatrix singular(a, 2, world), zeros(Matrix::Zero(5, 5), 1, world);
  const auto inconsistent = by_ksp(world, singular, b);
  CHECK_FALSE(inconsistent.iterations[0].converged);
  CHECK(inconsistent.iterations[0].residuals.back() > 1e-3);
  CHECK_FALSE(by_ksp(world, zeros, Vector::Ones(5)).iterations[0].converged);
  check_not_a_number("ksp", ksp_matrix(11), {0, 6, 10});
}

TEST_CASE(
    "of what ksp sends the products and the account of it are counted, exactly, and PETSc's sums "
    "are not") {
  const Vector b = right_hand_side(13);
  check_messages(
      ksp_matrix(13),
      [&](World& world, WholeMatrix& products, const comm::StrategyNames& names) {
        auto result = by_ksp(world, products, b, {1e-2, 1000, 0}, names);
        CHECK(result.iterations[0].converged);
        CHECK(products.applied() ==
              std::ssize(result.iterations[0]
                             .residuals));  // one more than iterations: for the last residual
        return result;
      },
      [](const WholeMatrix& products, const eliminate::Iteration& done, const test::Costs& costs) {
        const auto residuals = std::size(done.residuals) * sizeof(double);
        return costs.all_reduce(sizeof(double)) +
               (std::ssize(done.residuals) + 1) * costs.all_entries(products.map()) +
               costs.broadcast(sizeof(std::size_t), sizeof(std::size_t)) +
               costs.broadcast(residuals, sizeof(double)) +
               costs.broadcast(sizeof(bool), sizeof(bool));
      });
}

TEST_CASE("ksp counts the operations of PETSc") {
  const Index n = 40;
  World world;
  WholeMatrix products(ksp_matrix(n), 3, world);
  const double k = static_cast<double>(
      by_ksp(world, products, right_hand_side(n)).iterations[0].residuals.size() - 1);
  const auto flops = static_cast<double>(world.flops(core::Stage::eliminate));
  if (world.rank() != core::master) return;
  // Gram-Schmidt twice, 4 (j + 1) n complex multiply-adds in iteration j, and what is linear in k.
  CHECK(flops > 8 * 2 * k * k * n);
  CHECK(flops < 8 * (2 * k * k + 20 * k) * n);
}

namespace {

class Broken final : public common::RowOperator {
 public:
  explicit Broken(WholeMatrix& whole) : whole_(whole) {}
  const la::RowMap& map() const override { return whole_.map(); }
  Vector apply(const Vector& own, const common::StageContext& context) override {
    if (whole_.applied() == 2) throw core::RunError("the line is cut");
    return whole_.apply(own, context);
  }
  Vector diagonal() const override { return whole_.diagonal(); }

 private:
  WholeMatrix& whole_;
};

}  // namespace

TEST_CASE(
    "what fails within ksp comes out with its stage and its cause, and the next solution is none "
    "the worse") {
  World world;
  const Vector b = right_hand_side(13);
  WholeMatrix products(ksp_matrix(13), 2, world);
  Broken broken(products);
  CHECK_THROWS_WITH(by_ksp(world, products, b, with("-ksp_type bicg")),
      Contains("stage eliminate: KSPSolve failed: ") && Contains("multiply transpose") &&
          !Contains("\n"));
  CHECK_THROWS_WITH(by_ksp(world, broken, b), "stage eliminate: the line is cut");
  CHECK(by_ksp(world, products, b).iterations[0].converged);
}
