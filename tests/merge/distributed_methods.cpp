// Every method of stage 1 gives stage 3 the same solutions.

#include "element_systems.h"
#include "merge/factored.h"
#include "stages/merge/merge.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "support/world.h"

using test::Index;
using test::Matrix;

namespace {

/// The right-hand sides of one rank, on every rank.
Matrix of_rank(int rank, const Matrix& mine, const comm::Messenger& messages) {
  std::vector<Index> shape{mine.rows(), mine.cols()};
  messages.broadcast(std::span(shape), rank);
  Matrix x = messages.rank() == rank ? mine : Matrix(shape[0], shape[1]);
  messages.broadcast(std::span(x.data(), static_cast<std::size_t>(x.size())), rank);
  return x;
}

/// A^{-1} b for this rank's right-hand sides, one a row, the panels (if any) taken from the master.
Matrix solutions(World& world, common::Factor& factor, Matrix x) {
  if (factor.opaque) {
    factor.opaque->solve(x);
    return x;
  }
  const auto messenger = world.messenger();
  if (factor.subdomains)
    return world.section(core::Stage::check, {}, [&](const common::StageContext& context) {
      Matrix own;
      for (int rank = 0; rank < world.ranks(); ++rank) {
        const Matrix b = of_rank(rank, x, messenger);
        const Matrix solved = of_rank(core::master, solved_rows(factor, b, context), messenger);
        if (rank == world.rank()) own = solved;
      }
      return own;
    });
  for (const auto& shape : factor.shapes)
    if (world.rank() != core::master) factor.panels.push_back(Matrix(shape.front(), shape.pivots));
  for (auto& panel : factor.panels)
    messenger.broadcast(std::span(panel.data(), panel.size()), core::master);
  return solved_rows(factor, x);
}

}  // namespace

TEST_CASE("all methods solve the same system, with as many right-hand sides a rank as it likes") {
  World world;
  const auto system = lattice(8, 5, 0.3);
  const Matrix a = test::assembled(system);
  const Index counts[] = {3, 0, 130, 1, 64};
  const Matrix b = random_matrix(
      counts[world.rank() % 5], system.size, 40u + static_cast<unsigned>(world.rank()));
  for (const auto& method : merge::methods()) {
    INFO(method.name);
    auto factor = factored(world, system, method.name, 7);
    CHECK(factor.method == method.name);
    CHECK(factor.size == system.size);
    CHECK(factor.report.entries > 0);
    CHECK_FALSE(factor.report.singular);
    const Matrix x = solutions(world, factor, b);
    CHECK((x * a - b).norm() <= 1e-11 * (1 + b.norm()));
  }
}

TEST_CASE("all methods solve a system whose elements list a degree of freedom twice") {
  World world;
  auto system = lattice(8, 5, 0.3);
  for (std::size_t e = 0; e < system.dofs.size(); e += 3)
    system.dofs[e].push_back(system.dofs[e][1]);
  system = changed(system, [](Index e, Matrix& a) {
    if (e % 3 != 0) return;
    const Matrix r = random_matrix(5, 5, static_cast<unsigned>(e));
    a = r + r.transpose();
  });
  const Matrix a = test::assembled(system), b = random_matrix(3, system.size, 40);
  for (const auto& method : merge::methods()) {
    INFO(method.name);
    auto factor = factored(world, system, method.name, 7);
    CHECK_FALSE(factor.report.singular);
    const Matrix x = solutions(world, factor, b);
    CHECK((x * a - b).norm() <= 1e-11 * b.norm());
  }
}

TEST_CASE("all methods factor bodies that share nothing") {
  World world;
  for (const auto& system : forests()) {
    const Matrix a = test::assembled(system);
    const Matrix b = random_matrix(5, system.size, 60u + static_cast<unsigned>(world.rank()));
    for (const auto& method : merge::methods())
      for (const Index block : {1, 7, 64}) {
        INFO(method.name << ", " << system.elements() << " elements, block " << block);
        auto factor = factored(world, system, method.name, block);
        CHECK_FALSE(factor.report.singular);
        const Matrix x = solutions(world, factor, b);
        CHECK((x * a - b).norm() <= 1e-11 * (1 + b.norm()));
      }
  }
}

TEST_CASE("all methods call a system singular that is, or one of whose bodies is, on every rank") {
  World world;
  const auto springs = free_springs(15, 4);
  for (const auto& system : {free_springs(5, 4), springs, spread(springs, 2),
           side_by_side({lattice(5, 4, 0.3), free_springs(5, 4)}),
           side_by_side({free_springs(2, 1), lattice(9, 4, 0.3)})})
    for (const auto& method : merge::methods())
      for (const Index block : {1, 5, 100}) {
        INFO(method.name << ", " << system.elements() << " elements, block " << block);
        const auto report = factored(world, system, method.name, block).report;
        CHECK(report.singular);
        if (!method.is_library) CHECK(report.smallest_pivot < 1e-14);
      }
}

TEST_CASE("factors live side by side: the end of one is not the end of another") {
  World world;
  const auto system = lattice(6, 4, 0.3);
  const Matrix a = test::assembled(system);
  const Matrix b = random_matrix(5, system.size, 80u + static_cast<unsigned>(world.rank()));
  const auto residual = [&](common::Factor& factor) {
    const Matrix x = solutions(world, factor, b);
    return (x * a - b).norm() / b.norm();
  };
  for (const auto& method : merge::methods()) {
    INFO(method.name);
    const auto factored = [&] { return test::factored(world, system, method.name, 7); };
    auto first = factored(), second = factored();
    CHECK(residual(first) <= 1e-11);
    first = {};
    CHECK(residual(second) <= 1e-11);
    auto third = factored();
    second = {};
    CHECK(residual(third) <= 1e-11);
  }
}

// Where it ends in the last pivots alone, no entry below them tells of it.
TEST_CASE(
    "a diagonal with an entry that is not a number is called singular on every rank, wherever the "
    "entry stands") {
  World world;
  const auto system = lattice(5, 3, 1.0);
  for (const auto& method : merge::methods()) {
    if (method.is_library) continue;
    int seen_in_pivots_alone = 0;
    for (Index dof = 0; dof < system.size; ++dof) {
      INFO(method.name << ", degree of freedom " << dof);
      const auto touched = changed(system, [&](Index e, Matrix& a) {
        for (Index i = 0; i < a.rows(); ++i)
          if (system.dofs[e][i] == dof) a(i, i) = std::nan("");
      });
      const auto report = factored(world, touched, method.name, 7).report;
      CHECK(report.singular);
      if (std::isfinite(report.growth) && std::isnan(report.smallest_pivot)) ++seen_in_pivots_alone;
    }
    CHECK(seen_in_pivots_alone > 0);
  }
}

// Of diagonal element matrices all pivots are known: of the one degree of freedom at which two
// elements nearly cancel, |1 - 3/4| / (1 + 3/4).
TEST_CASE(
    "the smallest pivot is relative to the sum over the elements, whatever node or rank each "
    "belongs to") {
  World world;
  const auto system = lattice(5, 3, 0.0);
  for (const auto& method : merge::methods()) {
    if (method.is_library) continue;
    for (Index dof = 0; dof < system.size; ++dof) {
      std::vector<Index> touching;
      for (Index e = 0; e < system.elements(); ++e)
        if (std::count(system.dofs[e].begin(), system.dofs[e].end(), dof) > 0)
          touching.push_back(e);
      if (touching.size() < 2) continue;
      for (std::size_t other = 1; other < touching.size(); ++other) {
        INFO(method.name << ", degree of freedom " << dof << ", elements " << touching[0] << " and "
                         << touching[other]);
        const auto cancelling = changed(system, [&](Index e, Matrix& a) {
          a.setIdentity();
          for (Index i = 0; i < a.rows(); ++i)
            if (system.dofs[e][i] == dof)
              a(i, i) = e == touching[0] ? 1.0 : e == touching[other] ? -0.75 : 0.0;
        });
        const auto report = factored(world, cancelling, method.name, 7).report;
        CHECK_FALSE(report.singular);
        CHECK(report.smallest_pivot == Approx(0.25 / 1.75));
      }
    }
  }
}

TEST_CASE("each element's arithmetic is counted once, by whoever merges it") {
  auto system = lattice(6, 4, 0.3);
  core::Count elements = 0;
  for (Index e = 0; e < system.elements(); ++e) elements += system.matrix_flops(e);
  for (const auto& method : merge::methods()) {
    INFO(method.name);
    const auto flops = [&] {
      World world;
      factored(world, system, method.name, 7);
      return world.flops(core::Stage::merge);
    };
    const auto counted = flops();
    const auto charged = std::exchange(system.matrix_flops, [](Index) { return core::Count{0}; });
    const auto without = flops();
    system.matrix_flops = charged;
    if (World().rank() != core::master) continue;
    CHECK(counted - without == elements);
    if (method.is_library) CHECK(without == 0);
    if (!method.is_library) CHECK(without > 0);
  }
}

TEST_CASE("a misspelt method is answered with the nearest") {
  World world;
  const auto misspelt = [&] { factored(world, lattice(1, 1, 1.0), "fontal", 4); };
  CHECK_THROWS_WITH(misspelt(), Contains("did you mean 'frontal'"));
}
