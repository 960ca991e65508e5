// A matrix by its products, for what iterates, and what is asked of every such method.
#pragma once

#include <cmath>
#include <initializer_list>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/strategy_grid.h"
#include "comm/conformance.h"
#include "eliminate/costs.h"
#include "stages/common/row_operator.h"
#include "stages/eliminate/eliminate.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "support/world.h"

namespace febem::test {

/// Every rank has the whole matrix; what is sent is the vector.
class WholeMatrix final : public common::RowOperator {
 public:
  WholeMatrix(la::Matrix a, la::Index block, World& world)
      : a_(std::move(a)), map_(a_.rows(), block, world.ranks()), rank_(world.rank()) {}

  const la::RowMap& map() const override { return map_; }
  la::Vector apply(const la::Vector& own, const common::StageContext& context) override {
    ++applied_;
    return common::own_entries(map_, a_ * common::all_entries(map_, own, context.messages), rank_);
  }
  la::Vector diagonal() const override { return common::own_entries(map_, a_.diagonal(), rank_); }

  /// Products so far.
  la::Index applied() const { return applied_; }

 private:
  la::Matrix a_;
  la::RowMap map_;
  int rank_;
  la::Index applied_ = 0;
};

inline eliminate::Elimination iterated(const std::string& method, World& world,
    common::RowOperator& a, const la::Vector& b, const eliminate::IterationLimits& limits = {},
    const comm::StrategyNames& names = {}) {
  return world.section(core::Stage::eliminate, names, [&](const common::StageContext& context) {
    return eliminate::method(method).iterative().run(
        a, common::own_entries(a.map(), b, world.rank()), limits, context);
  });
}

inline double relative_residual(const la::Matrix& a, const la::Vector& x, const la::Vector& b) {
  return (b - a * x).norm() / b.norm();
}

/// The method solves for every size and ownership, more ranks than rows included, and its residuals
/// are those of its solution. Returns the iterations.
template <class MatrixOf>
std::vector<eliminate::Iteration> check_every_size(const std::string& method, MatrixOf matrix_of) {
  World world;
  std::vector<eliminate::Iteration> all;
  for (const la::Index n : {1, 2, 13, 61})
    for (const la::Index block : {1, 5, 100}) {
      INFO(n << " unknowns in blocks of " << block << ", " << world.ranks() << " ranks");
      const la::Matrix a = matrix_of(n);
      const la::Vector b = random_matrix(n, 1, 8), other = random_matrix(n, 1, 9);
      WholeMatrix products(a, block, world);
      const auto result = iterated(method, world, products, b);
      REQUIRE(result.iterations.size() == 1);
      CHECK(result.iterations[0].converged);
      CHECK_FALSE(result.singular);
      CHECK(result.factored == nullptr);
      const double residual = relative_residual(a, result.solution, b);
      CHECK(residual <= 1.01e-10);
      const auto& residuals = result.iterations[0].residuals;
      CHECK(std::ssize(residuals) <= n + 1);
      CHECK(residuals.front() == 1);
      CHECK(residuals.back() == Approx(residual).margin(1e-14));
      CHECK(relative_residual(a, result.solver().solve(other), other) <= 1.01e-10);
      all.push_back(result.iterations[0]);
    }
  return all;
}

/// The method has nothing to do for a right-hand side of zeros, and its steps do not depend on the
/// units of another.
inline void check_zeros_and_units(const std::string& method, const la::Matrix& a) {
  World world;
  WholeMatrix products(a, 2, world);
  const auto nothing = iterated(method, world, products, la::Vector::Zero(a.rows()));
  CHECK(nothing.iterations[0].converged);
  CHECK(nothing.iterations[0].residuals == std::vector<double>{0});
  CHECK(nothing.solution == la::Vector::Zero(a.rows()));
  const la::Vector b = random_matrix(a.rows(), 1, 8);
  const auto one = iterated(method, world, products, b);
  for (const double scale : {0x1p-960, 0x1p+960}) {
    const auto other = iterated(method, world, products, scale * b);
    CHECK(other.iterations[0].residuals == one.iterations[0].residuals);
    CHECK(other.solution == scale * one.solution);
  }
}

/// With a NaN in one of these rows of the matrix, or of the right-hand side, the method does not
/// converge.
inline void check_not_a_number(
    const std::string& method, const la::Matrix& a, std::initializer_list<la::Index> rows) {
  constexpr double missing = std::numeric_limits<double>::quiet_NaN();
  World world;
  for (const la::Index row : rows) {
    la::Matrix spoilt = a;
    la::Vector b = random_matrix(a.rows(), 1, 8);
    WholeMatrix good(a, 2, world);
    spoilt(row, 3) = missing;
    WholeMatrix bad(spoilt, 2, world);
    CHECK_FALSE(iterated(method, world, bad, b).iterations[0].converged);
    b[row] = missing;
    const auto result = iterated(method, world, good, b);
    CHECK_FALSE(result.iterations[0].converged);
    CHECK(std::isnan(result.iterations[0].residuals.back()));
  }
}

/// By every route, cut and pace, `solve(world, products, names)` sends what `expected(products,
/// iteration, costs)` says, and cut and pace change no bit of the solution.
template <class Solve, class Expected>
void check_messages(const la::Matrix& a, Solve&& solve, Expected&& expected) {
  World world;
  std::map<std::string, la::Vector> of_route;
  for (const auto& names : cli::strategy_grid({{"all"}, {"whole", "48"}, {"all"}}, {})) {
    INFO(text(names));
    if (!comm::conformance::unsupported_reason(world.transport(), names).empty()) continue;
    World own;
    WholeMatrix products(a, 2, own);
    const eliminate::Elimination result = solve(own, products, names);
    CHECK(own.sent(core::Stage::eliminate) ==
          expected(products, result.iterations[0], Costs(names, own.ranks())));
    // The MPI library adds up in whatever order it likes.
    const auto first = of_route.emplace(names.route, result.solution).first;
    if (!names.route.starts_with("native")) CHECK(result.solution == first->second);
  }
  CHECK(of_route.size() > 3);
}

}  // namespace febem::test
