// Stage 2. By the schedule static rows are formed where they are owned, and nothing is sent. By
// dynamic, on machines with a slow rank, the rows are those of static, and the ledger has what was
// foretold.

#include "comm/conformance.h"
#include "meshes/icosphere.h"
#include "network/bounded_receiver.h"
#include "network/emulator.h"
#include "stages/form/form.h"
#include "support/catch.h"
#include "support/costs.h"
#include "support/world.h"

using la::Index;

namespace {

const comm::StrategyNames usual{"star", "whole", "blocking"};

/// The surface of a sphere and its operators.
struct Sphere {
  explicit Sphere(int frequency)
      : surface(meshes::icosphere(1.0, frequency)),
        collocation(surface, bem::burton_miller(1.0, surface)) {}
  mesh::Surface surface;
  bem::Collocation collocation;
};

/// Which rank is slow, and how long it rests after each row, s.
struct Slow {
  int rank = -1;
  double rest = 0;
};

struct Formed {
  form::BoundaryRows rows;
  core::Traffic sent, expected;
  core::Count flops = 0;  ///< on the master
  std::vector<double> progress;

  /// Blocks that another rank than their owner formed.
  Index moved() const {
    Index count = 0;
    for (Index block = 0; block < std::ssize(rows.formed_by); ++block)
      count += rows.formed_by[block] != rows.h.map.block_owner(block);
    return count;
  }
};

/// What the schedule dynamic sent, by the formulas of the README.
core::Traffic expected_of(const form::BoundaryRows& rows, const test::Costs& costs) {
  if (costs.ranks() == 1) return {};
  const auto& map = rows.h.map;
  const auto& formed_by = rows.formed_by;
  auto total = costs.tasks(std::count_if(formed_by.begin(), formed_by.end(), [](int rank) {
    return rank != 0;
  })) + costs.broadcast(formed_by.size() * sizeof(int), sizeof(int));
  for (Index block = 0; block < map.blocks(); ++block)
    if (formed_by[block] != map.block_owner(block))
      total += costs.send_numbers(
          2 * map.rows() * std::min(map.block(), map.rows() - block * map.block()));
  return total;
}

/// By the schedule dynamic, over a transport.
Formed formed(comm::Transport& transport, const bem::Collocation& collocation,
    const la::RowMap& map, const comm::StrategyNames& names, const Slow& slow = {},
    const timing::Arithmetic& arithmetic = timing::Arithmetic{}) {
  comm::Ledger ledger(transport);
  Formed result{{{map, {}}, {map, {}}}, {}, {}, 0, {}};
  const auto rest = [&](std::string_view, double done) {
    result.progress.push_back(done);
    if (ledger.rank() == slow.rank)
      std::this_thread::sleep_for(std::chrono::duration<double>(slow.rest));
  };
  common::Run run(ledger, rest, arithmetic);
  const auto strategy = comm::make_strategy(names);
  result.rows = run.section(core::Stage::form, strategy, [&](const common::StageContext& context) {
    return form::method("dynamic").run(collocation, map, context);
  });
  const comm::Messenger messenger(ledger, strategy);
  result.expected = expected_of(result.rows, test::Costs(messenger));
  const auto report = run.report();
  if (run.is_master()) result.flops = report.front().flops;
  if (run.is_master()) result.sent = report.front().sent;
  messenger.broadcast(result.sent, core::master);
  return result;
}

/// By the schedule static.
Formed statically(
    comm::Transport& transport, const bem::Collocation& collocation, const la::RowMap& map) {
  comm::Ledger ledger(transport);
  common::Run run(ledger, {});
  Formed result{{{map, {}}, {map, {}}}, {}, {}, 0, {}};
  result.rows = run.section(
      core::Stage::form, comm::make_strategy(usual), [&](const common::StageContext& context) {
        return form::method("static").run(collocation, map, context);
      });
  const auto report = run.report();
  if (run.is_master()) result.flops = report.front().flops;
  return result;
}

/// Holds what was formed to static's rows and flops, and what was sent to the formula.
void check(const Formed& found, const Formed& expected) {
  CHECK(found.rows.h.values == expected.rows.h.values);
  CHECK(found.rows.b.values == expected.rows.b.values);
  CHECK(found.flops == expected.flops);
  CHECK(found.sent == found.expected);
  CHECK(std::ssize(found.rows.formed_by) == found.rows.h.map.blocks());
  for (const double done : found.progress) {
    CHECK(done > 0);
    CHECK(done <= 1);
  }
}

/// The first in which blocks move: a rank that rests ever longer becomes the slowest, whatever else
/// the machine has to do.
template <class Form>
Formed with_moves(Form&& form) {
  double rest = 2e-3;
  auto found = form(rest);
  while (found.moved() == 0 && rest < 2) found = form(rest *= 4);
  return found;
}

}  // namespace

TEST_CASE("own rows are those of the serial operators, to the last bit, and no message is sent") {
  World world;
  const auto surface = meshes::icosphere(1.0, 2);
  const bem::Collocation collocation(surface, bem::burton_miller(1.0, surface));
  for (const bem::Index block : {1, 7, 100}) {
    const la::RowMap map(collocation.size(), block, world.ranks());
    const auto rows =
        world.section(core::Stage::form, {}, [&](const common::StageContext& context) {
          return form::method("static").run(collocation, map, context);
        });
    for (const bem::Index row : map.rows_of(world.rank())) {
      la::Vector h(surface.size()), b(surface.size());
      collocation.row(row, {h.data(), static_cast<std::size_t>(h.size())},
          {b.data(), static_cast<std::size_t>(b.size())});
      CHECK(rows.h.values.col(map.local(row)) == h);
      CHECK(rows.b.values.col(map.local(row)) == b);
    }
  }
  CHECK(world.sent(core::Stage::form) == core::Traffic{});
}

TEST_CASE("the flops of all ranks together are those of all rows") {
  World world;
  const auto surface = meshes::icosphere(1.0, 2);
  const bem::Collocation collocation(surface, bem::burton_miller(1.0, surface));
  core::Count expected = 0;
  std::vector<core::Complex> h(static_cast<std::size_t>(surface.size())), b(h.size());
  for (bem::Index i = 0; i < surface.size(); ++i) expected += collocation.row(i, h, b);
  const la::RowMap map(collocation.size(), 7, world.ranks());
  world.section(core::Stage::form, {}, [&](const common::StageContext& context) {
    return form::method("static").run(collocation, map, context);
  });
  const auto flops = world.flops(core::Stage::form);
  if (world.rank() == core::master) CHECK(flops == expected);
}

TEST_CASE("rows are those of static to the last bit, whoever is slow, in blocks of every size") {
  comm::MpiTransport transport(mpi::Communicator::world());
  const Sphere sphere(2);
  const Index n = sphere.collocation.size();
  const int last = transport.size() - 1;
  for (const Index width : {Index{1}, Index{4}, Index{7}, (n + 1) / 2, n - 1, n, 2 * n}) {
    const la::RowMap map(n, width, transport.size());
    const auto expected = statically(transport, sphere.collocation, map);
    for (const Slow slow : {Slow{-1, 0}, {core::master, 1e-3}, {last, 1e-3}}) {
      INFO(width << " rows a block, rank " << slow.rank << " slow");
      check(formed(transport, sphere.collocation, map, usual, slow), expected);
    }
  }
}

TEST_CASE("blocks of a slow rank are formed by the others, and sent to it", "[several]") {
  comm::MpiTransport transport(mpi::Communicator::world());
  const Sphere sphere(2);
  const la::RowMap map(sphere.collocation.size(), 4, transport.size());
  const auto expected = statically(transport, sphere.collocation, map);
  for (const int slow : {core::master, transport.size() - 1}) {
    INFO("rank " << slow << " slow");
    const auto found = with_moves([&](double rest) {
      return formed(transport, sphere.collocation, map, usual, {slow, rest});
    });
    check(found, expected);
    CHECK(found.moved() > 0);
  }
}

TEST_CASE(
    "blocks move by every cut and pace, routes in turn, and the ledger has what was foretold") {
  comm::MpiTransport transport(mpi::Communicator::world());
  const Sphere sphere(1);
  const la::RowMap map(sphere.collocation.size(), 2, transport.size());
  const auto expected = statically(transport, sphere.collocation, map);
  std::size_t compared = 0;
  Index moved = 0;
  for (const auto& cut : comm::cuts())
    for (const auto& pace : comm::paces()) {
      const auto& route = comm::routes()[compared % comm::routes().size()];
      const comm::StrategyNames names{
          std::string(route.name), std::string(cut.example), std::string(pace.example)};
      if (!comm::conformance::unsupported_reason(transport, names).empty()) continue;
      INFO(text(names));
      const auto found = formed(transport, sphere.collocation, map, names,
          {static_cast<int>(compared) % transport.size(), 1e-3});
      check(found, expected);
      moved += found.moved();
      ++compared;
    }
  CHECK(compared > 15);
  if (transport.size() > 1) CHECK(moved > 0);
}

TEST_CASE("no rank needs what it sends to be buffered") {
  comm::MpiTransport wire(mpi::Communicator::world());
  network::Unbuffered transport(wire);
  const Sphere sphere(1);
  const int last = wire.size() - 1;
  for (const Index width : {1, 3, 15}) {
    const la::RowMap map(sphere.collocation.size(), width, wire.size());
    const auto expected = statically(transport, sphere.collocation, map);
    for (const auto& names : {usual, {"binomial", "256", "ack"}, {"chain", "1KiB", "window:2"},
             {"ring", "512", "flood"}})
      for (const int slow : {core::master, last}) {
        INFO(width << " rows a block, " << text(names) << ", rank " << slow << " slow");
        check(formed(transport, sphere.collocation, map, names, {slow, 5e-4}), expected);
      }
  }
}

TEST_CASE("on a slow network the rows are the same", "[real]") {
  comm::MpiTransport wire(mpi::Communicator::world());
  network::Emulator transport(wire, {{2e-4, 0, 1e8}, {}});
  const Sphere sphere(1);
  const la::RowMap map(sphere.collocation.size(), 2, wire.size());
  check(formed(transport, sphere.collocation, map, usual, {core::master, 1e-3}),
      statically(transport, sphere.collocation, map));
}

TEST_CASE("a modelled run has the blocks move by the time that passes", "[several]") {
  comm::MpiTransport transport(mpi::Communicator::world());
  const Sphere sphere(2);
  const la::RowMap map(sphere.collocation.size(), 4, transport.size());
  const auto expected = statically(transport, sphere.collocation, map);
  for (const int slow : {core::master, transport.size() - 1}) {
    const auto found = with_moves([&](double rest) {
      timing::Profile profile = timing::free_of_charge();
      const auto flops = static_cast<double>(sphere.collocation.row_cost(0).flops);
      if (transport.rank() == slow)
        profile.prices[static_cast<std::size_t>(timing::Operation::green_functions)][0] =
            rest / flops;
      return formed(transport, sphere.collocation, map, usual, {}, timing::Arithmetic(profile));
    });
    CHECK(found.moved() > 0);
    CHECK(found.sent == found.expected);
    CHECK(found.flops == expected.flops);
    CHECK(core::is_nowhere(found.rows.h.values.data()));
  }
}
