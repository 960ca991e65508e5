// What the assembly tree promises: every degree of freedom once, fronts that nest, and a subdomain for each rank.
#include "stages/common/elimination_tree.h"

#include <algorithm>
#include <set>

#include "element_systems.h"
#include "support/catch.h"

using namespace febem;
using common::EliminationTree;
using test::Index;

namespace {

std::set<Index> touched(const common::ElementSystem& system, const EliminationTree& tree, Index v) {
  std::set<Index> dofs;
  for (Index place = tree.nodes[v].begin; place < tree.nodes[v].end; ++place)
    for (const auto dof : system.dofs[tree.elements[place]])
      if (dof >= 0) dofs.insert(dof);
  return dofs;
}

bool is_below(const EliminationTree& tree, Index v, Index above) {
  while (v >= 0 && v != above) v = tree.nodes[v].parent;
  return v == above;
}

}  // namespace

TEST_CASE("a degree of freedom is eliminated at the lowest node whose elements are all that touch it") {
  const auto system = test::lattice(12, 7, 1.0);
  const auto tree = elimination_tree(system, 1);
  std::vector<int> times(system.size, 0);
  for (Index v = 0; v < std::ssize(tree.nodes); ++v)
    for (const auto dof : tree.nodes[v].eliminated) {
      ++times[dof];
      CHECK(tree.node_of_dof[dof] == v);
      for (Index leaf = 0; leaf < std::ssize(tree.nodes); ++leaf)
        if (tree.nodes[leaf].is_leaf && touched(system, tree, leaf).contains(dof)) CHECK(is_below(tree, leaf, v));
      for (const Index child : tree.nodes[v].children) CHECK(touched(system, tree, child).contains(dof));
    }
  CHECK(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }));
}

TEST_CASE("a front is what its elements touch and is not eliminated below") {
  const auto system = test::lattice(12, 7, 1.0);
  const auto tree = elimination_tree(system, 3);
  for (Index v = 0; v < std::ssize(tree.nodes); ++v) {
    std::set<Index> front(tree.nodes[v].eliminated.begin(), tree.nodes[v].eliminated.end()), expected;
    front.insert(tree.nodes[v].others.begin(), tree.nodes[v].others.end());
    for (const Index dof : touched(system, tree, v))
      if (tree.node_of_dof[dof] >= v) expected.insert(dof);
    CHECK(front == expected);
    CHECK(front.size() == tree.nodes[v].eliminated.size() + tree.nodes[v].others.size());
  }
}

TEST_CASE("each rank has a part of its own, its weight about the same, and the interface is what lies above") {
  const auto system = test::lattice(40, 12, 1.0);
  for (const int ranks : {1, 2, 3, 5, 8}) {
    INFO(ranks << " ranks");
    const auto tree = elimination_tree(system, ranks);
    std::vector<Index> elements(ranks, 0);
    for (const auto& node : tree.nodes) {
      if (node.rank == EliminationTree::interface) {
        CHECK_FALSE(node.is_leaf);
        if (node.parent >= 0) CHECK(tree.nodes[node.parent].rank == EliminationTree::interface);
        continue;
      }
      REQUIRE(node.rank >= 0);
      REQUIRE(node.rank < ranks);
      for (const Index child : node.children) CHECK(tree.nodes[child].rank == node.rank);
      if (node.is_leaf) elements[node.rank] += node.end - node.begin;
    }
    for (const Index count : elements) {
      CHECK(count * ranks >= 0.8 * system.elements());
      CHECK(count * ranks <= 1.25 * system.elements());
    }
    CHECK(tree.nodes_of(EliminationTree::interface).empty() == (ranks == 1));
    for (int rank = 0; rank < ranks; ++rank) CHECK(tree.roots_of(rank).empty() == (ranks == 1));
  }
}

TEST_CASE("what the interface costs decides how deep it goes") {
  auto system = test::lattice(40, 12, 1.0);
  const auto interface_with = [&](core::Count elimination, core::Count if_shared) {
    auto dissection = *system.dissection;
    for (auto& node : dissection.nodes) {
      node.elimination = elimination;
      node.if_shared = if_shared;
    }
    system.dissection = std::make_shared<la::Dissection>(dissection);
    return elimination_tree(system, 3).nodes_of(EliminationTree::interface).size();
  };
  const auto deep = interface_with(0, 0);
  CHECK(deep > 1);
  CHECK(interface_with(system.elements(), 0) == 0);
  CHECK(interface_with(100, 0) == 1);      // one half stays whole: 240 + 100 in place of about 160 + 200 or more
  CHECK(interface_with(0, 3 * 100) == 1);  // the same by all of three ranks
  CHECK(interface_with(0, 3) > 1);
}

TEST_CASE("what lies above separate bodies has no degree of freedom") {
  const auto system = test::side_by_side({test::lattice(8, 5, 1.0), test::lattice(8, 5, 1.0)});
  for (const int ranks : {1, 2, 3}) {
    const auto tree = elimination_tree(system, ranks);
    const auto& root = tree.nodes.back();
    CHECK(root.eliminated.empty());
    CHECK(root.others.empty());
    for (const Index child : root.children) CHECK(tree.nodes[child].others.empty());
    CHECK(std::count(tree.node_of_dof.begin(), tree.node_of_dof.end(), -1) == 0);
    CHECK((root.rank == EliminationTree::interface) == (ranks > 1));
  }
}

TEST_CASE("with more ranks than elements some have nothing") {
  const auto system = test::lattice(2, 2, 1.0);
  const auto tree = elimination_tree(system, 7);
  Index elements = 0;
  for (int rank = 0; rank < 7; ++rank)
    for (const Index v : tree.nodes_of(rank))
      if (tree.nodes[v].is_leaf) elements += tree.nodes[v].end - tree.nodes[v].begin;
  CHECK(elements == system.elements());
}
