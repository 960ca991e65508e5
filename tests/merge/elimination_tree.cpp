// What the assembly tree promises: every degree of freedom once, fronts that nest, and a subdomain
// for each rank.
#include "element_systems.h"
#include "stages/common/element_system.h"
#include "support/catch.h"

using analysis::EliminationTree;
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

TEST_CASE(
    "a degree of freedom is eliminated at the lowest node whose elements are all that touch it") {
  const auto system = lattice(12, 7, 1.0);
  const auto tree = elimination_tree(system, 1);
  std::vector<int> times(system.size, 0);
  for (Index v = 0; v < std::ssize(tree.nodes); ++v)
    for (const auto dof : tree.nodes[v].eliminated) {
      ++times[dof];
      CHECK(tree.node_of_dof[dof] == v);
      for (Index leaf = 0; leaf < std::ssize(tree.nodes); ++leaf)
        if (tree.nodes[leaf].is_leaf && touched(system, tree, leaf).contains(dof))
          CHECK(is_below(tree, leaf, v));
      for (const Index child : tree.nodes[v].children)
        CHECK(touched(system, tree, child).contains(dof));
    }
  CHECK(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }));
}

TEST_CASE("a front is what its elements touch and is not eliminated below") {
  const auto system = lattice(12, 7, 1.0);
  const auto tree = elimination_tree(system, 3);
  for (Index v = 0; v < std::ssize(tree.nodes); ++v) {
    std::set<Index> front(tree.nodes[v].eliminated.begin(), tree.nodes[v].eliminated.end()),
        expected;
    front.insert(tree.nodes[v].others.begin(), tree.nodes[v].others.end());
    for (const Index dof : touched(system, tree, v))
      if (tree.node_of_dof[dof] >= v) expected.insert(dof);
    CHECK(front == expected);
    CHECK(front.size() == tree.nodes[v].eliminated.size() + tree.nodes[v].others.size());
  }
}

TEST_CASE(
    "each rank has a part of its own, its weight about the same, and teams of neighbours share "
    "what lies above") {
  const auto system = lattice(40, 12, 1.0);
  for (const int ranks : {1, 2, 3, 5, 7, 8, 16}) {
    INFO(ranks << " ranks");
    const auto tree = elimination_tree(system, ranks);
    std::vector<Index> elements(ranks, 0);
    for (const auto& node : tree.nodes) {
      CHECK(node.team.contains(node.rank));
      if (node.is_leaf) {
        CHECK_FALSE(node.is_shared());
        elements[node.rank] += node.end - node.begin;
      }
      if (node.children.empty()) continue;
      CHECK(node.team.first == tree.nodes[node.children.front()].team.first);
      CHECK(node.team.end == tree.nodes[node.children.back()].team.end);
      CHECK(std::any_of(node.children.begin(), node.children.end(),
          [&](Index child) { return tree.nodes[child].rank == node.rank; }));
      for (const Index child : node.children) {
        CHECK(node.team.contains(tree.nodes[child].rank));
        CHECK((node.is_shared() || !tree.nodes[child].is_shared()));
      }
    }
    const bool even = (ranks & (ranks - 1)) == 0;  // else some have half as much as others
    for (const Index count : elements) {
      CHECK(count * ranks >= (even ? 0.75 : 0.55) * system.elements());
      CHECK(count * ranks <= (even ? 1.3 : 1.75) * system.elements());
    }
    CHECK(tree.nodes.back().team == core::RankRange{0, ranks});
    for (int rank = 0; rank < ranks; ++rank) CHECK(std::ssize(tree.roots_of(rank)) == (ranks > 1));
  }
}

TEST_CASE("every shared node is listed once, after its children, and for each rank of its team") {
  const auto system = lattice(40, 12, 1.0);
  for (const int ranks : {1, 2, 3, 5, 7, 8, 16}) {
    const auto tree = elimination_tree(system, ranks);
    std::vector<int> seen(tree.nodes.size(), 0);
    for (const Index v : tree.shared) {
      CHECK(tree.nodes[v].is_shared());
      CHECK(seen[v]++ == 0);
      for (const Index child : tree.nodes[v].children)
        CHECK((seen[child] == 1 || !tree.nodes[child].is_shared()));
    }
    Index listed = 0, members = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      listed += std::ssize(tree.shared_by(rank));
      for (const Index v : tree.eliminated_by(rank)) CHECK(tree.nodes[v].rank == rank);
      for (const Index v : tree.nodes_of(rank))
        CHECK(tree.nodes[v].team == core::RankRange{rank, rank + 1});
    }
    for (const Index v : tree.shared) members += tree.nodes[v].team.size();
    CHECK(listed == members);
    CHECK(std::ssize(tree.shared) == std::count_if(tree.nodes.begin(), tree.nodes.end(),
                                         [](const auto& node) { return node.is_shared(); }));
  }
}

TEST_CASE("what shared nodes cost decides how many there are") {
  auto system = lattice(40, 12, 1.0);
  const auto shared_with = [&](core::Count elimination, core::Count if_shared) {
    auto dissection = *system.dissection;
    for (auto& node : dissection.nodes) {
      const bool is_leaf = node.end - node.begin <= la::largest_leaf;
      node.weight = node.end - node.begin;  // an element's right-hand sides take 1
      if (is_leaf) continue;
      node.elimination = elimination;
      node.if_shared = if_shared;
    }
    for (std::size_t v = 0; v < dissection.nodes.size(); ++v)
      for (auto above = static_cast<core::Index>(v);
           dissection.nodes[v].elimination > 0 && above >= 0;
           above = dissection.nodes[above].parent)
        dissection.nodes[above].weight += elimination;
    system.dissection = std::make_shared<la::Dissection>(dissection);
    return elimination_tree(system, 3).shared.size();
  };
  CHECK(shared_with(0, 0) == 2);
  CHECK(shared_with(1, 0) == 2);
  CHECK(shared_with(0, 3 * 300) == 0);  // 480 of one rank, or half of it and 300 besides
  CHECK(shared_with(0, 3 * 130) == 1);  // a half stays whole: 240 + 130, or 120 + 2 x 130 beside it
  CHECK(shared_with(0, 3) == 2);
}

TEST_CASE("what lies above separate bodies has no degree of freedom") {
  const auto system = side_by_side({lattice(8, 5, 1.0), lattice(8, 5, 1.0)});
  for (const int ranks : {1, 2, 3}) {
    const auto tree = elimination_tree(system, ranks);
    const auto& root = tree.nodes.back();
    CHECK(root.eliminated.empty());
    CHECK(root.others.empty());
    for (const Index child : root.children) CHECK(tree.nodes[child].others.empty());
    CHECK(std::count(tree.node_of_dof.begin(), tree.node_of_dof.end(), -1) == 0);
    CHECK(root.is_shared() == (ranks > 1));
  }
}

TEST_CASE("with more ranks than elements some have nothing") {
  const auto system = lattice(2, 2, 1.0);
  const auto tree = elimination_tree(system, 7);
  Index elements = 0;
  for (int rank = 0; rank < 7; ++rank)
    for (const Index v : tree.nodes_of(rank))
      if (tree.nodes[v].is_leaf) elements += tree.nodes[v].end - tree.nodes[v].begin;
  CHECK(elements == system.elements());
  for (const auto& node : tree.nodes)  // those who have nothing share nothing, and are the last
    for (int rank = node.team.first; rank < node.team.end; ++rank)
      CHECK_FALSE(tree.nodes_of(rank).empty());
}
