// The frontal method on any number of ranks.

#include "element_systems.h"
#include "merge/costs.h"
#include "merge/factored.h"
#include "stages/merge/merge.h"
#include "stages/reduce/rows/panel_sweep.h"
#include "support/catch.h"
#include "support/world.h"

using core::Complex;
using test::Index;
using test::Matrix;

namespace {

/// The block of two columns that a narrow panel sees when they are fully summed, too small to
/// divide by.
constexpr double tiny = 1e-9;

/// x such that A x = b by the panels, on the master.
Matrix solved_there(const common::Factor& factor, const Matrix& b) {
  return solved_rows(factor, b.transpose()).transpose();
}

}  // namespace

TEST_CASE("the factor solves, for every block size, whatever the number of ranks") {
  World world;
  const auto system = lattice(9, 6, 0.3);
  const Matrix a = test::assembled(system), b = right_hand_sides(system.size);
  for (const Index block : {1, 2, 3, 8, 17, 1000}) {
    const auto factor = factored(world, system, "frontal", block);
    CHECK_FALSE(factor.report.singular);
    CHECK(factor.report.growth <= 100);
    Index eliminated = 0, widest = 0;
    core::Count entries = 0;  // below and on the diagonal
    for (const auto& shape : factor.shapes) {
      widest = std::max(widest, shape.front());
      eliminated += shape.pivots;
      for (Index k = 0; k < shape.pivots; ++k) entries += shape.front() - k;
    }
    CHECK(eliminated == system.size);
    CHECK(factor.report.entries == entries);
    CHECK(factor.report.front_size == widest);  // it shrinks by elimination alone
    if (world.rank() == core::master) CHECK(backward_error(a, solved_there(factor, b), b) < 1e-13);
    if (world.rank() != core::master) CHECK(factor.panels.empty());
  }
}

TEST_CASE(
    "a sweep over many right-hand sides, which it takes in parts, gives what the plain solution "
    "gives") {
  World world;
  const auto system = lattice(9, 6, 0.3);
  const auto factor = factored(world, system, "frontal", 8);
  if (world.rank() != core::master) return;
  for (const Index count : {256, 257, 600}) {
    Matrix x(count, system.size);
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < system.size; ++j)
        x(i, j) = Complex(std::sin(i + 7 * j), std::cos(3 * i - j));
    const Matrix expected = solved_rows(factor, x);
    timing::Arithmetic arithmetic;
    reduce::PanelSweep sweep(factor.shapes, x, arithmetic);
    const auto progress = [] {};
    for (std::size_t k = 0; k < factor.shapes.size(); ++k)
      sweep.forward(k, factor.panels[k], progress);
    for (std::size_t k = factor.shapes.size(); k-- > 0;)
      sweep.backward(k, factor.panels[k], progress);
    CHECK((x - expected).norm() < 1e-11 * expected.norm());
  }
}

TEST_CASE("degrees of freedom held by supports stay out") {
  World world;
  auto system = lattice(4, 3, 2.0);
  // Hold the first corner: the others move up by one.
  for (auto& dofs : system.dofs)
    for (auto& dof : dofs) --dof;
  --system.size;
  const auto factor = factored(world, system, "frontal", 4);
  const Matrix a = test::assembled(system), b = right_hand_sides(system.size);
  if (world.rank() == core::master) CHECK(backward_error(a, solved_there(factor, b), b) < 1e-14);
}

TEST_CASE("zero diagonals need pivots of two") {
  World world;
  const auto system = changed(lattice(6, 5, 0.0), [](Index, Matrix& a) { a.diagonal().setZero(); });
  const Matrix a = test::assembled(system), b = right_hand_sides(system.size);
  for (const Index block : {1, 4, 30}) {
    const auto factor = factored(world, system, "frontal", block);
    CHECK_FALSE(factor.report.singular);
    CHECK(factor.report.two_by_two_pivots > 0);
    CHECK(factor.report.growth <= 100);
    if (world.rank() == core::master) CHECK(backward_error(a, solved_there(factor, b), b) < 1e-13);
  }
}

TEST_CASE("a column whose own block is tiny is delayed, not divided by") {
  World world;
  const auto system = changed(
      lattice(8, 2, 1.0), [](Index, Matrix& a) { a.topLeftCorner(2, 2).setConstant(tiny); });
  const Matrix a = test::assembled(system), b = right_hand_sides(system.size);
  const auto factor = factored(world, system, "frontal", 2);
  CHECK(factor.report.delayed_pivots > 0);
  CHECK(factor.report.growth <= 100);
  if (world.rank() == core::master) CHECK(backward_error(a, solved_there(factor, b), b) < 1e-13);
}

TEST_CASE("panels are wider while no pivot is found, and as wide as before once one is") {
  World world;
  const auto system = changed(lattice(8, 2, 3.0), [](Index e, Matrix& a) {
    if (e == 0) a.topLeftCorner(2, 2).setConstant(tiny);
  });
  constexpr Index block = 1;
  const auto factor = factored(world, system, "frontal", block);
  CHECK_FALSE(factor.report.singular);
  CHECK(factor.report.delayed_pivots > 0);
  const auto is_wider = [](const common::PanelSum& sum) { return sum.candidates > block; };
  CHECK(std::any_of(factor.sums.begin(), factor.sums.end(), is_wider));
  CHECK_FALSE(is_wider(factor.sums.back()));
}

TEST_CASE("a singular matrix takes no more memory once it is known to be so") {
  World world;
  const auto system = side_by_side({free_springs(1, 1), lattice(9, 6, 0.3)});
  const auto factor = factored(world, system, "frontal", 1);
  CHECK(factor.report.singular);
  CHECK(factor.report.front_size == 4);  // of the springs alone
}

TEST_CASE("the ledger shows what the cost model says, to the byte") {
  const auto system = lattice(7, 5, 0.5);
  for (const auto& names :
      {comm::StrategyNames{"star", "whole", "blocking"}, comm::StrategyNames{"star", "4KiB", "ack"},
          comm::StrategyNames{"binomial", "100", "window:2"},
          comm::StrategyNames{"native", "1KiB", "sync"}})
    for (const Index block : {1, 6}) {
      World world;
      const auto factor = factored(world, system, "frontal", block, names);
      CHECK(world.sent(core::Stage::merge) ==
            test::frontal_cost(factor.sums, test::Costs(names, world.ranks())));
    }
}

TEST_CASE("the factor does not depend on cut and pace, to the last bit") {
  World world;
  const auto system = lattice(6, 6, 0.4);
  for (const char* route : {"star", "binomial"}) {
    const auto reference = factored(world, system, "frontal", 5, {route, "whole", "blocking"});
    for (const char* cut : {"whole", "48", "1KiB"})
      for (const char* pace : {"blocking", "sync", "ack", "window:3"}) {
        const auto other = factored(world, system, "frontal", 5, {route, cut, pace});
        REQUIRE(other.panels.size() == reference.panels.size());
        for (std::size_t k = 0; k < reference.panels.size(); ++k)
          CHECK(other.panels[k] == reference.panels[k]);
      }
  }
}
