// What `substructure` says it holds, against figures by hand for trees of which each has another moment of most memory.
#include <utility>

#include "core/types.h"
#include "stages/merge/merge.h"
#include "support/catch.h"

using namespace febem;
using common::EliminationTree;
using merge::Memory;

namespace {

constexpr int interface = EliminationTree::interface;

/// A node of so many own and other degrees of freedom; the memory does not depend on which they are.
EliminationTree::Node a_node(int rank, la::Index eliminated, la::Index others, la::Index parent, std::vector<la::Index> children = {}) {
  EliminationTree::Node node;
  node.rank = rank;
  node.eliminated.resize(eliminated);
  node.others.resize(others);
  node.parent = parent;
  node.is_leaf = children.empty();
  node.children = std::move(children);
  return node;
}

using Held = std::pair<core::Count, core::Count>;  ///< entries of the factor, and of the peak

/// By rank.
std::vector<Held> held(std::vector<EliminationTree::Node> nodes, int ranks) {
  EliminationTree tree;
  tree.nodes = std::move(nodes);
  std::vector<Held> entries;
  for (const Memory& memory : merge::substructure_memory(common::Subdomains::without_delays(std::move(tree)), ranks)) {
    CHECK(memory.factor % sizeof(core::Complex) == 0);
    CHECK(memory.peak % sizeof(core::Complex) == 0);
    entries.emplace_back(memory.factor / sizeof(core::Complex), memory.peak / sizeof(core::Complex));
  }
  return entries;
}

}  // namespace

TEST_CASE("three ranks of different subdomains hold fronts, factors, contributions and messages") {
  const auto found = held({a_node(0, 3, 4, 5), a_node(1, 2, 3, 3), a_node(1, 1, 4, 3), a_node(1, 3, 2, 5, {1, 2}), a_node(2, 5, 5, 5),
                           a_node(interface, 6, 0, -1, {0, 3, 4})},
                          3);
  // Messages hold a triangle and as many scales: 10 + 4, 3 + 2 and 15 + 5 entries.
  CHECK(found == std::vector<Held>{
                     // The interface adds 6 x 6. While the messages of all ranks come: 7 x 3 of the factor, a front of 7 x 7, what all
                     // three have left, 10 + 3 + 15, all messages and the own one once more.
                     {21 + 36, 21 + 49 + 28 + (14 + 5 + 20) + 14},
                     // Nothing is left of the contributions when the interface's panel has come.
                     {10 + 5 + 15 + 36, 66 + 25},
                     {50 + 36, 86 + 100},
                 });
}

TEST_CASE("of an interface of two nodes every rank gets both panels") {
  const auto found =
      held({a_node(0, 1, 4, 2), a_node(1, 1, 4, 2), a_node(interface, 3, 2, 4, {0, 1}), a_node(2, 1, 2, 4), a_node(interface, 4, 0, -1, {2, 3})}, 3);
  constexpr core::Count panels = 5 * 3 + 4 * 4;
  CHECK(found ==
        std::vector<Held>{{5 + panels, 5 + 25 + (10 + 10 + 3) + (14 + 14 + 5) + 14}, {5 + panels, 5 + panels + 25}, {3 + panels, 3 + panels + 9}});
}

TEST_CASE("with a small interface a rank holds most while its message leaves") {
  const auto found = held({a_node(0, 3, 2, 5), a_node(1, 2, 3, 3), a_node(1, 1, 4, 3), a_node(1, 3, 2, 5, {1, 2}), a_node(2, 5, 2, 5),
                           a_node(interface, 2, 0, -1, {0, 3, 4})},
                          3);
  CHECK(found[1] == Held{30 + 4, 30 + 25 + 3 + 5});
  CHECK(found[2] == Held{35 + 4, 35 + 49 + 3 + 5});
}

TEST_CASE("with a large interface the master holds most at its end") {
  const auto found = held({a_node(0, 1, 2, 3), a_node(1, 1, 2, 3), a_node(2, 1, 2, 3), a_node(interface, 12, 0, -1, {0, 1, 2})}, 3);
  CHECK(found[0] == Held{3 + 144, 147 + 144});
}

TEST_CASE("one rank with many small subtrees holds most when the front that takes their contributions begins") {
  const auto found = held({a_node(0, 1, 6, 5), a_node(0, 1, 6, 5), a_node(0, 1, 6, 5), a_node(0, 1, 6, 5), a_node(0, 1, 6, 5),
                           a_node(0, 1, 8, 6, {0, 1, 2, 3, 4}), a_node(0, 8, 0, -1, {5})},
                          1);
  CHECK(found == std::vector<Held>{{5 * 7 + 9 + 64, 5 * 7 + 81 + 5 * 21}});
}

TEST_CASE("a large front is updated by three products, whose operand is half as large again") {
  const auto found = held({a_node(0, 128, 128, 1), a_node(0, 128, 0, -1, {0})}, 1);
  CHECK(found == std::vector<Held>{{256 * 128 + 128 * 128, 256 * 256 + 256 * 128 + 3 * 128 * 128 / 2}});
}
