// What the master knows, every rank knows after it was shared; and it costs what the model says.
#include <new>

#include "cases/model.h"
#include "cases/share.h"
#include "comm/decorator.h"
#include "meshes/icosphere.h"
#include "support/catch.h"
#include "support/costs.h"
#include "support/world.h"

using cases::share;

namespace {

mesh::Solid one_brick() {
  mesh::Solid solid;
  for (int i = 0; i < 8; ++i) solid.points.emplace_back(i & 1, (i >> 1) & 1, i >> 2);
  mesh::Element element;
  element.kind = mesh::ElementKind::hex8;
  element.nodes = {0, 1, 3, 2, 4, 5, 7, 6};
  solid.elements = {element};
  solid.regions = {"steel", ""};
  solid.node_sets = {{"corner", {7}}, {"none", {}}};
  solid.face_sets = {{"top", {{0, 5}}}};
  return solid;
}

/// Notes when ranks meet and which section they enter.
class Meetings final : public comm::Decorator {
 public:
  using Decorator::Decorator;

  const Texts& seen() const { return seen_; }

  void synchronise() override {
    seen_.emplace_back("meet");
    Decorator::synchronise();
  }
  void enter(std::string_view section) override {
    seen_.emplace_back(section);
    Decorator::enter(section);
  }

 private:
  Texts seen_;
};

}  // namespace

TEST_CASE("a solid arrives whole") {
  World world;
  auto expected = one_brick();
  mesh::Solid solid = world.rank() == core::master ? expected : mesh::Solid{};
  const core::StrategyNames names{"binomial", "16", "ack"};
  world.section(
      core::Stage::distribute, names, [&](const auto& context) { share(context.messages, solid); });
  CHECK(solid.points == expected.points);
  CHECK(solid.elements[0].nodes == expected.elements[0].nodes);
  CHECK(solid.elements[0].kind == expected.elements[0].kind);
  CHECK(solid.regions == expected.regions);
  CHECK(solid.node_sets == expected.node_sets);
  CHECK(solid.face_sets.at("top")[0].face == 5);
  cases::Packet packet;
  packet(expected);
  const test::Costs costs(names, world.ranks());
  CHECK(world.sent(core::Stage::distribute) ==
        costs.broadcast(8, 8) + costs.broadcast(packet.bytes().size(), 1));
}

TEST_CASE("a surface arrives with its measures") {
  World world;
  const auto expected = meshes::icosphere(1.0, 3);
  cases::Model model;
  if (world.rank() == core::master) model.wet.surface = expected;
  world.section(core::Stage::distribute, {},
      [&](const auto& context) { cases::share_surface(model, 0, context.messages); });
  const auto& surface = model.wet.surface;
  CHECK(surface.points == expected.points);
  CHECK(surface.regions == expected.regions);
  CHECK(surface.centroids == expected.centroids);
  CHECK(surface.areas == expected.areas);
}

TEST_CASE("a curved surface arrives with its middles, its ninth nodes and its space") {
  World world;
  auto expected = meshes::icosphere(1.0, 2);
  mesh::set_middles(expected,
      [](const mesh::Vec3& a, const mesh::Vec3& b) { return mesh::Vec3((a + b).normalized()); });
  for (const auto& centroid : expected.centroids)
    expected.ninth_nodes.push_back(centroid.normalized());
  cases::Model model;
  if (world.rank() == core::master) {
    model.wet.surface = expected;
    model.make_space(2);
  }
  world.section(core::Stage::distribute, {},
      [&](const auto& context) { cases::share_surface(model, 2, context.messages); });
  CHECK(model.wet.surface.middles == expected.middles);
  CHECK(model.wet.surface.ninth_nodes == expected.ninth_nodes);
  CHECK(model.space.points == bem::BoundarySpace(expected, 2).points);
  CHECK(model.unknown_cells().size() == 6 * expected.size());
}

TEST_CASE("a sparse matrix arrives, empty columns included") {
  World world;
  fem::SparseMatrix expected(5, 3);
  expected.insert(4, 0) = 1.5;
  expected.insert(0, 2) = -2.0;
  expected.makeCompressed();
  fem::SparseMatrix matrix;
  if (world.rank() == core::master) matrix = expected;
  world.section(
      core::Stage::distribute, {}, [&](const auto& context) { share(context.messages, matrix); });
  CHECK(Eigen::MatrixXd(matrix) == Eigen::MatrixXd(expected));
}

TEST_CASE("a structure that floats arrives with its motions, materials and supports") {
  World world;
  cases::Model model;
  const fem::Material steel{207e9, 0.3, 7800, 0.002};
  if (world.rank() == core::master) {
    model.materials = {{"steel", steel}, {"", steel}};
    model.supports = {{"corner", {true, false, true}}};
    model.structure.emplace(one_brick(), model.materials, model.supports, true);
    model.motions = fem::free_motions(*model.structure);
    model.order = {0};
    model.dissection = std::make_shared<la::Dissection>(la::Dissection{{0}, {{0, 1, -1, 7, 8, 9}}});
    model.coupling.resize(model.structure->dofs(), 2);
  }
  world.section(core::Stage::distribute, {},
      [&](const auto& context) { cases::share_structure(model, context.messages); });
  REQUIRE(model.structure);
  CHECK(model.structure->dofs() == 22);
  CHECK(model.structure->dof(7, 1) >= 0);
  CHECK(model.structure->dof(7, 2) < 0);
  CHECK(model.structure->material(0).poisson == 0.3);
  CHECK(model.supports.at(0).node_set == "corner");
  CHECK(model.order == std::vector<core::Index>{0});
  CHECK(model.dissection->nodes.at(0).if_shared == 9);
  CHECK(model.coupling.cols() == 2);
  const auto motions = fem::free_motions(*model.structure);
  CHECK(model.motions.replaced == motions.replaced);
  REQUIRE(model.motions.bodies.size() == motions.bodies.size());
  CHECK(model.motions.bodies.at(0).modes == motions.bodies.at(0).modes);
}

TEST_CASE("a packet that ends too early is refused") {
  cases::Packet packet(std::vector<std::byte>(4));
  double value = 0;
  CHECK_THROWS_AS(packet(value), core::RunError);
}

TEST_CASE("the time of a section is that of its slowest rank") {
  World world;
  for (int slow = 0; slow < world.ranks(); ++slow) {
    world.section(core::stage_table[static_cast<std::size_t>(slow)].stage, {}, [&](const auto&) {
      // Nobody waits for another, so the others take as long only if the machine keeps them from
      // their core.
      for (const double end = mpi::wall_time() + 0.05;
           world.rank() == slow && mpi::wall_time() < end;)
        continue;
    });
  }
  const auto report = world.run().report();
  if (world.rank() != core::master) return;
  REQUIRE(report.size() == static_cast<std::size_t>(world.ranks()));
  for (std::size_t slow = 0; slow < report.size(); ++slow) {
    const auto& section = report[slow];
    REQUIRE(section.ranks.size() == report.size());
    double most = 0;
    for (const auto& rank : section.ranks) most = std::max(most, rank.seconds);
    CHECK(section.ranks[slow].seconds >= 0.05);
    CHECK(section.seconds == most);
  }
}

TEST_CASE("a section that is entered again adds to what it took") {
  World world;
  for (int time = 0; time < 2; ++time)
    world.section(core::Stage::merge, {}, [](const auto&) {
      for (const double end = mpi::wall_time() + 0.02; mpi::wall_time() < end;) continue;
    });
  const auto report = world.run().report();
  if (world.rank() != core::master) return;
  REQUIRE(report.size() == 1);
  CHECK(report[0].seconds >= 0.04);
}

TEST_CASE(
    "whether a rank had its core to itself stands beside what a section took, and only where it "
    "computes",
    "[real]") {
  const auto wait = [](const auto&) {
    for (const double end = mpi::wall_time() + 0.05; mpi::wall_time() < end;) continue;
  };
  World world;
  for (int time = 0; time < 2; ++time) world.section(core::Stage::merge, {}, wait);
  const auto report = world.run().report();
  if (world.rank() == core::master) {
    REQUIRE(report.size() == 1);
    const auto& cores = report[0].cores;
    CHECK(cores.seconds >= report[0].seconds);
    CHECK(cores.ran_seconds > 0);
    CHECK(report[0].ranks[0].cores.seconds > 0);
  }
  World modelled{timing::Arithmetic{timing::free_of_charge()}};
  modelled.section(core::Stage::merge, {}, wait);
  const auto none = modelled.run().report();
  if (world.rank() == core::master) CHECK(none.at(0).cores.seconds == 0);
}

TEST_CASE("all ranks meet before a section begins, so that none pays for the one before") {
  comm::MpiTransport transport(mpi::Communicator::world());
  Meetings meetings(transport);
  comm::Ledger ledger(meetings);
  common::Run run(ledger, {});
  for (const auto stage : {core::Stage::merge, core::Stage::form, core::Stage::merge})
    run.section(stage, comm::make_strategy({}), [](const auto&) {});
  CHECK(meetings.seen() == Texts{"meet", "merge", "meet", "form", "meet", "merge"});
}

TEST_CASE("a failure comes out with the name of the section") {
  World world;
  const auto fail = [&] {
    world.section(
        core::Stage::merge, {}, [](const auto&) { throw std::runtime_error("no more memory"); });
  };
  CHECK_THROWS_WITH(fail(), "stage merge: no more memory");
}

TEST_CASE("a failed allocation comes out with the name of the section and what limits memory") {
  World world;
  const auto fail = [&] {
    world.section(core::Stage::merge, {}, [](const auto&) { throw std::bad_alloc(); });
  };
  CHECK_THROWS_WITH(
      fail(), Catch::Matchers::StartsWith("stage merge: not enough memory: an allocation "));
}
