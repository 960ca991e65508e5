// Every method of stage 1 gives stage 3 the same solutions.
#include "element_systems.h"
#include "stages/merge/merge.h"
#include "support/catch.h"
#include "support/random_matrix.h"
#include "support/world.h"

using namespace febem;
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
Matrix solutions(test::World& world, pipeline::Factor& factor, Matrix x) {
  if (factor.opaque) {
    factor.opaque->solve(x);
    return x;
  }
  const auto messenger = world.messenger();
  if (factor.subdomains)
    return world.section(core::Stage::check, {}, [&](const execution::StageContext& context) {
      Matrix own;
      for (int rank = 0; rank < world.ranks(); ++rank) {
        const Matrix b = of_rank(rank, x, messenger);
        const Matrix solved = of_rank(core::master, test::solved_rows(factor, b, context), messenger);
        if (rank == world.rank()) own = solved;
      }
      return own;
    });
  for (const auto& shape : factor.shapes)
    if (world.rank() != core::master) factor.panels.push_back(Matrix(shape.front(), shape.pivots));
  for (auto& panel : factor.panels)
    messenger.broadcast(std::span(panel.data(), panel.size()), core::master);
  return test::solved_rows(factor, x);
}

}  // namespace

TEST_CASE("all methods solve the same system, with as many right-hand sides a rank as it likes") {
  test::World world;
  const auto system = test::lattice(8, 5, 0.3);
  const Matrix a = test::assembled(system);
  const Index counts[] = {3, 0, 130, 1, 64};
  const Matrix b = test::random_matrix(counts[world.rank() % 5], system.size, 40u + static_cast<unsigned>(world.rank()));
  for (const auto& method : merge::methods()) {
    INFO(method.name);
    auto factor = world.section(core::Stage::merge, {}, [&](const execution::StageContext& context) {
      return merge::run(system, {std::string(method.name), 7}, context);
    });
    CHECK(factor.method == method.name);
    CHECK(factor.size == system.size);
    CHECK(factor.report.entries > 0);
    CHECK_FALSE(factor.report.singular);
    const Matrix x = solutions(world, factor, b);
    CHECK((x * a - b).norm() <= 1e-11 * (1 + b.norm()));
  }
}

TEST_CASE("factors live side by side: the end of one is not the end of another") {
  test::World world;
  const auto system = test::lattice(6, 4, 0.3);
  const Matrix a = test::assembled(system);
  const Matrix b = test::random_matrix(5, system.size, 80u + static_cast<unsigned>(world.rank()));
  const auto residual = [&](pipeline::Factor& factor) {
    const Matrix x = solutions(world, factor, b);
    return (x * a - b).norm() / b.norm();
  };
  for (const auto& method : merge::methods()) {
    INFO(method.name);
    const auto factored = [&] {
      return world.section(core::Stage::merge, {}, [&](const execution::StageContext& context) {
        return merge::run(system, {std::string(method.name), 7}, context);
      });
    };
    auto first = factored(), second = factored();
    CHECK(residual(first) <= 1e-11);
    first = {};
    CHECK(residual(second) <= 1e-11);
    auto third = factored();
    second = {};
    CHECK(residual(third) <= 1e-11);
  }
}

TEST_CASE("all methods call a singular matrix singular") {
  test::World world;
  const auto system = test::free_springs(5, 4);
  for (const auto& method : merge::methods()) {
    INFO(method.name);
    const auto factor = world.section(core::Stage::merge, {}, [&](const execution::StageContext& context) {
      return merge::run(system, {std::string(method.name), 4}, context);
    });
    CHECK(factor.report.singular);
  }
}

TEST_CASE("each element's arithmetic is counted once, by whoever merges it") {
  auto system = test::lattice(6, 4, 0.3);
  core::Count elements = 0;
  for (Index e = 0; e < system.elements(); ++e) elements += system.matrix_flops(e);
  for (const auto& method : merge::methods()) {
    INFO(method.name);
    const auto flops = [&] {
      test::World world;
      world.section(core::Stage::merge, {}, [&](const execution::StageContext& context) {
        return merge::run(system, {std::string(method.name), 7}, context);
      });
      return world.flops(core::Stage::merge);
    };
    const auto counted = flops();
    const auto charged = std::exchange(system.matrix_flops, [](Index) { return core::Count{0}; });
    const auto without = flops();
    system.matrix_flops = charged;
    if (test::World().rank() != core::master) continue;
    CHECK(counted - without == elements);
    if (method.is_library) CHECK(without == 0);
    if (!method.is_library) CHECK(without > 0);
  }
}

TEST_CASE("a misspelt method is answered with the nearest") {
  test::World world;
  const auto misspelt = [&] {
    world.section(core::Stage::merge, {}, [&](const execution::StageContext& context) {
      return merge::run(test::lattice(1, 1, 1.0), {"fontal", 4}, context);
    });
  };
  CHECK_THROWS_WITH(misspelt(), Catch::Matchers::Contains("did you mean 'frontal'"));
}
