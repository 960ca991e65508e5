// The condition of the structure, and the refinement of the coupled solution, on any number of
// ranks.
#include <Eigen/LU>

#include "driver/refinement.h"
#include "driver/small_cases.h"
#include "merge/element_systems.h"
#include "merge/factored.h"
#include "stages/merge/merge.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "support/world.h"

using namespace febem::driver;

using la::Matrix;
using la::Vector;

namespace {

/// A free shell of so many metres.
cases::Case of_thickness(double thickness, double hz) {
  return free_shell("cells = 1\nthickness = " + std::to_string(thickness),
      wave + ("[[excitation]]\nkind = \"pressure\"\nfaces = \"inner\"\nlegendre = 1\n"
              "amplitude = 1\n[eliminate]\npanel = 5\n[frequency]\nhz = [" +
                 std::to_string(hz) + "]\n"));
}

AssembledSystem assembled_of(World& world, const common::ElementSystem& elements) {
  return world.section(core::Stage::check, {},
      [&](const common::StageContext& context) { return AssembledSystem(elements, context); });
}

/// Everything up to the unrefined solution.
struct Prepared {
  cases::Case problem;
  cases::Model model;
  Sweep sweep;
  StageDrivers stages;
  common::Factor factor;
  AssembledSystem assembled;
  form::BoundaryRows rows;
  eliminate::Elimination solved;

  CoupledSystem coupled() {
    return {problem, sweep.loads().front(), model, stages, assembled, factor, rows};
  }
  Prepared(World& world, double thickness, double hz)
      : problem(of_thickness(thickness, hz)), model(model_of(problem)),
        sweep(problem, model, world.run()), stages(sweep, hz, world.run()),
        factor(stages.merge(world.run(), comm::make_strategy({}))),
        assembled(assembled_of(world, element_system(model, stages.at().omega))),
        rows(stages.form(world.run(), comm::make_strategy({}))) {
    auto reduced = stages.reduce(world.run(), comm::make_strategy({}), rows.h, rows.b, factor);
    solved = stages.eliminate(world.run(), comm::make_strategy({}), reduced);
  }
};

}  // namespace

TEST_CASE(
    "the condition of the structure is that of the whole scaled matrix, or up to a third of it") {
  World world;
  for (const double thickness : {0.05, 0.001})
    for (const double hz : {1e-3, 200.0}) {
      Prepared p(world, thickness, hz);
      const double estimate = world.check([&](const common::StageContext& context) {
        return structural_condition(p.assembled, p.factor, context);
      });
      const auto n = p.factor.size;
      Matrix a(n, n);
      world.check([&](const common::StageContext& context) {
        for (core::Index j = 0; j < n; ++j)
          a.col(j) = -p.assembled.residual(Vector::Unit(n, j), Vector::Zero(n), context);
      });
      if (world.rank() != core::master) {
        CHECK(estimate == 0);
        continue;
      }
      const la::RealVector d = p.assembled.scale();
      const Matrix scaled = d.asDiagonal() * a * d.asDiagonal();
      const double exact = scaled.cwiseAbs().colwise().sum().maxCoeff() *
                           scaled.inverse().cwiseAbs().colwise().sum().maxCoeff();
      INFO(thickness << " m, " << hz << " Hz");
      CHECK(estimate <= 1.01 * exact);
      CHECK(estimate >= 0.3 * exact);
      CHECK(exact < (thickness > 0.01 ? 1e7 : 1e11));
    }
}

TEST_CASE(
    "the condition of the structure is what the estimate makes of the scaled inverse, complex as "
    "it is") {
  using Ask = la::OneNormEstimate::Ask;
  World world;
  for (const double shift : {0.0, 0.3, 1.0}) {
    const auto system = lattice(6, 4, {shift, -shift});
    auto factor = factored(world, system, "frontal", 8);
    const auto assembled = assembled_of(world, system);
    const double found = world.check([&](const common::StageContext& context) {
      return structural_condition(assembled, factor, context);
    });
    if (world.rank() != core::master) continue;
    const auto d = assembled.scale().asDiagonal();
    const Matrix scaled = d * test::assembled(system) * d, inverse = scaled.inverse();
    la::OneNormEstimate estimate(system.size);
    Vector x(system.size);
    for (auto ask = estimate.next(x); ask != Ask::nothing; ask = estimate.next(x))
      x = ask == Ask::product ? Vector(inverse * x) : Vector(inverse.adjoint() * x);
    CHECK(found == Approx(scaled.cwiseAbs().colwise().sum().maxCoeff() * estimate.value()));
  }
}

TEST_CASE("refinement takes out what was planted, and says how much it was") {
  World world;
  Prepared p(world, 0.05, 200);
  struct Solution {
    Vector p;
    StructuralSolution structural;
    Refinement done;
  };
  const Vector original = p.solved.solution;
  const auto refined = [&](double error) {
    return world.section(core::Stage::recover, {}, [&](const common::StageContext& context) {
      Matrix f;
      if (context.is_master()) f = p.model.force - p.model.coupling * original;
      Solution result;
      result.structural = structural_solutions(p.factor, f, 1, context).front();
      result.p =
          original + error * original.cwiseAbs().maxCoeff() * random_matrix(original.size(), 1, 3);
      auto& v = result.structural.unknowns;
      if (context.is_master()) v += error * v.cwiseAbs().maxCoeff() * random_matrix(v.size(), 1, 4);
      result.done = refine(p.coupled(), p.solved.solver(), result.p, result.structural, context);
      return result;
    });
  };
  const auto right = refined(0);
  CHECK(right.done.steps == 1);
  CHECK(right.done.correction < 1e-11);
  for (const double error : {1e-6, 1e-3}) {
    const auto found = refined(error);
    INFO(error);
    CHECK(found.done.steps == 2);
    CHECK(found.done.correction < 1e-10);
    CHECK(distance(found.p, right.p) < 1e-12);
    const auto quality = world.check([&](const common::StageContext& context) {
      return p.assembled.quality(
          found.structural.unknowns, found.structural.right_hand_side, context);
    });
    if (world.rank() != core::master) continue;
    CHECK(quality.backward_error < 1e-14);
    CHECK(distance(found.structural.unknowns, right.structural.unknowns) < 1e-12);
    CHECK(distance(found.structural.displacement, right.structural.displacement) < 1e-12);
  }
}

TEST_CASE(
    "what does not converge ends, its last correction says so, and its forces are those of the "
    "last pressure") {
  World world;
  Prepared p(world, 0.05, 200);
  for (auto& panel : p.factor.panels) panel *= 3;  // a factor of another matrix
  StructuralSolution structural;
  Vector pressure = p.solved.solution;
  const auto done =
      world.section(core::Stage::recover, {}, [&](const common::StageContext& context) {
        Matrix f;
        if (context.is_master()) f = p.model.force - p.model.coupling * pressure;
        structural = structural_solutions(p.factor, f, 1, context).front();
        return refine(p.coupled(), p.solved.solver(), pressure, structural, context);
      });
  CHECK(done.steps == most_refinements);
  CHECK_FALSE(done.correction <= small_correction);
  if (world.rank() != core::master) return;
  const Vector force = p.model.force - p.model.coupling * pressure;
  CHECK(distance(structural.right_hand_side, p.model.motions.forces(force)) < 1e-12);
}

TEST_CASE(
    "without room to refine, a solution that is to be refined ends after stage 1 on every rank, "
    "and no other does") {
  World world;
  comm::StageStrategies strategies;
  for (const auto& entry : core::stage_table) strategies[entry.stage] = comm::make_strategy({});
  for (const double thickness : {0.05, 1e-4}) {
    const auto problem = of_thickness(thickness, 200);
    const auto model = model_of(problem);
    Sweep sweep(problem, model, world.run());
    const auto solved = [&](const std::string& no_room) {
      return solve_frequency(sweep, 200, world.run(), strategies, no_room);
    };
    const bool refines = thickness < 0.01;
    const auto figures = solved("").solutions.front().figures;
    if (world.rank() == core::master) CHECK(refines == (figures.refinement_steps > 0));
    if (refines)
      CHECK_THROWS_WITH(solved("there is no room"),
          Contains("condition estimate") && Contains("there is no room"));
    else
      CHECK_NOTHROW(solved("there is no room"));
  }
}
