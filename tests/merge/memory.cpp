// What `substructure` says it holds, against figures by hand for trees of which each has another
// moment of most memory.

#include "core/types.h"
#include "stages/merge/merge.h"
#include "support/catch.h"

using common::EliminationTree;
using merge::Memory;

namespace {

/// A node of so many own and other degrees of freedom; the memory does not depend on which they
/// are. The first rank of its team eliminates it.
EliminationTree::Node a_node(core::RankRange team, la::Index eliminated, la::Index others,
    la::Index parent, std::vector<la::Index> children = {}) {
  EliminationTree::Node node;
  node.team = team;
  node.rank = team.first;
  node.eliminated.resize(eliminated);
  node.others.resize(others);
  node.parent = parent;
  node.is_leaf = children.empty();
  node.children = std::move(children);
  return node;
}
EliminationTree::Node a_node(int rank, la::Index eliminated, la::Index others, la::Index parent,
    std::vector<la::Index> children = {}) {
  return a_node({rank, rank + 1}, eliminated, others, parent, std::move(children));
}

using Held = std::pair<core::Count, core::Count>;  ///< entries of the factor, and of the peak

/// By rank.
std::vector<Held> held(std::vector<EliminationTree::Node> nodes, int ranks, la::Index width = 48) {
  EliminationTree tree;
  tree.spreading.width = width;
  tree.nodes = std::move(nodes);
  for (la::Index v = 0; v < std::ssize(tree.nodes); ++v)
    if (tree.nodes[v].is_shared()) tree.shared.push_back(v);
  std::vector<Held> entries;
  for (const Memory& memory :
      merge::substructure_memory(common::Subdomains::without_delays(std::move(tree)), ranks)) {
    CHECK(memory.factor % sizeof(core::Complex) == 0);
    CHECK(memory.peak % sizeof(core::Complex) == 0);
    entries.emplace_back(
        memory.factor / sizeof(core::Complex), memory.peak / sizeof(core::Complex));
  }
  return entries;
}

}  // namespace

TEST_CASE("three ranks of different subdomains hold fronts, factors, contributions and panels") {
  const auto found =
      held({a_node(0, 3, 4, 5), a_node(1, 2, 3, 3), a_node(1, 1, 4, 3), a_node(1, 3, 2, 5, {1, 2}),
               a_node(2, 5, 5, 5), a_node({0, 3}, 6, 0, -1, {0, 3, 4})},
          3);
  CHECK(found == std::vector<Held>{
                     // When the last contribution has come: 7 x 3 of the factor, a front of 7 x 7,
                     // 10 + 3 + 15, and the last one's message.
                     {21 + 36, 21 + 49 + 28 + 15},
                     // Nothing is left of the contribution when the shared panel has come.
                     {10 + 5 + 15 + 36, 66 + 25},
                     {50 + 36, 86 + 100},
                 });
}

TEST_CASE("a rank gets the panels of the nodes above its subdomain, and no others") {
  const auto found = held({a_node(0, 1, 4, 2), a_node(1, 1, 4, 2), a_node({0, 2}, 3, 2, 4, {0, 1}),
                              a_node(2, 1, 2, 4), a_node({0, 3}, 4, 0, -1, {2, 3})},
      3);
  constexpr core::Count lower = 5 * 3, upper = 4 * 4;
  CHECK(found == std::vector<Held>{{5 + lower + upper, 5 + lower + upper + 25},
                     {5 + lower + upper, 5 + lower + upper + 25}, {3 + upper, 3 + upper + 9}});
}

TEST_CASE("of a front whose columns are spread each rank holds its own") {
  auto first = a_node(0, 2, 5, 2), second = a_node(1, 1, 5, 2),
       above = a_node({0, 2}, 3, 2, 3, {0, 1}), root = a_node({0, 2}, 2, 0, -1, {2});
  first.others = second.others = {3, 4, 5, 6, 7};
  above.eliminated = {3, 4, 5};
  above.others = root.eliminated = {6, 7};
  above.is_spread = true;
  const auto found = held({first, second, above, root}, 2, 2);
  // Rank 0 has columns 0 and 1, and 3 and 4, of five: 5 x 2 + 2 x 2; all of S, 3 entries. Its own
  // front had 7 x 7. Of what the children left, 15 entries each, 5 + 4 + 2 + 1 are rank 0's, and 3
  // are rank 1's: so many go from one to the other. At the panel: 4 x 2 x 5 besides.
  CHECK(
      found == std::vector<Held>{{14 + 15 + 4, 14 + 15 + 49 + 40}, {6 + 15 + 4, 6 + 36 + 15 + 40}});
}

TEST_CASE("the rank of a shared node holds most when all contributions to it have come") {
  const auto found = held({a_node(0, 1, 6, 3), a_node(1, 1, 6, 3), a_node(2, 1, 6, 3),
                              a_node({0, 3}, 1, 5, 4, {0, 1, 2}), a_node({0, 3}, 5, 0, -1, {3})},
      3);
  CHECK(found[0] == Held{7 + 6 + 25, 7 + 49 + 3 * 21 + 21});
}

TEST_CASE("with a large shared node its rank holds most at its end") {
  const auto found = held({a_node(0, 1, 2, 3), a_node(1, 1, 2, 3), a_node(2, 1, 2, 3),
                              a_node({0, 3}, 12, 0, -1, {0, 1, 2})},
      3);
  CHECK(found[0] == Held{3 + 144, 147 + 144});
}

TEST_CASE(
    "one rank with many small subtrees holds most when the front that takes their contributions "
    "begins") {
  const auto found =
      held({a_node(0, 1, 6, 5), a_node(0, 1, 6, 5), a_node(0, 1, 6, 5), a_node(0, 1, 6, 5),
               a_node(0, 1, 6, 5), a_node(0, 1, 8, 6, {0, 1, 2, 3, 4}), a_node(0, 8, 0, -1, {5})},
          1);
  CHECK(found == std::vector<Held>{{5 * 7 + 9 + 64, 5 * 7 + 81 + 5 * 21}});
}

TEST_CASE("a large front is updated by three products, whose operand is half as large again") {
  const auto found = held({a_node(0, 128, 128, 1), a_node(0, 128, 0, -1, {0})}, 1);
  CHECK(found ==
        std::vector<Held>{{256 * 128 + 128 * 128, 256 * 256 + 256 * 128 + 3 * 128 * 128 / 2}});
}
