// The tree of bisections: a partition at every level, balanced, with small separators.
#include "graph/dissection.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "support/catch.h"

using namespace febem;
using core::Index;

namespace {

/// nx x ny cells with a degree of freedom at each corner.
std::vector<std::vector<Index>> lattice(Index nx, Index ny) {
  std::vector<std::vector<Index>> dofs;
  for (Index x = 0; x < nx; ++x)
    for (Index y = 0; y < ny; ++y) {
      const Index corner = x * (ny + 1) + y;
      dofs.push_back({corner, corner + 1, -1, corner + ny + 1, corner + ny + 2});
    }
  return dofs;
}

std::vector<Index> ones(std::size_t count) { return std::vector<Index>(count, 1); }

std::set<Index> dofs_of(const graph::Dissection& tree, const std::vector<std::vector<Index>>& dofs, Index node) {
  std::set<Index> all;
  for (Index place = tree.nodes[node].begin; place < tree.nodes[node].end; ++place)
    for (const Index dof : dofs[tree.order[place]])
      if (dof >= 0) all.insert(dof);
  return all;
}

std::vector<Index> children(const graph::Dissection& tree, Index node) {
  std::vector<Index> result;
  for (Index v = 0; v < std::ssize(tree.nodes); ++v)
    if (tree.nodes[v].parent == node) result.push_back(v);
  return result;
}

}  // namespace

TEST_CASE("every node is one of its children after the other, down to leaves, and the root is everything") {
  for (const auto& [nx, ny] : {std::pair<Index, Index>{1, 1}, {2, 4}, {3, 3}, {40, 3}, {17, 13}}) {
    INFO(nx << " x " << ny);
    const auto dofs = lattice(nx, ny);
    const auto tree = graph::dissect(dofs, ones(dofs.size()));
    auto order = tree.order;
    std::sort(order.begin(), order.end());
    std::vector<Index> all(dofs.size());
    std::iota(all.begin(), all.end(), 0);
    CHECK(order == all);
    REQUIRE_FALSE(tree.nodes.empty());
    const auto root = static_cast<Index>(tree.nodes.size()) - 1;
    CHECK(tree.nodes[root].begin == 0);
    CHECK(tree.nodes[root].end == nx * ny);
    for (Index v = 0; v <= root; ++v) {
      const auto& node = tree.nodes[v];
      CHECK(node.weight == node.end - node.begin);
      CHECK((node.parent == -1) == (v == root));
      if (v != root) CHECK(node.parent > v);
      const auto below = children(tree, v);
      if (below.empty()) {
        CHECK(node.end - node.begin <= graph::largest_leaf);
        CHECK(node.end > node.begin);
        continue;
      }
      REQUIRE(below.size() == 2);
      CHECK(tree.nodes[below[0]].begin == node.begin);
      CHECK(tree.nodes[below[0]].end == tree.nodes[below[1]].begin);
      CHECK(tree.nodes[below[1]].end == node.end);
    }
  }
}

TEST_CASE("a long body is cut across") {
  constexpr Index length = 60, width = 3;
  const auto dofs = lattice(length, width);
  const auto tree = graph::dissect(dofs, ones(dofs.size()));
  const auto halves = children(tree, static_cast<Index>(tree.nodes.size()) - 1);
  REQUIRE(halves.size() == 2);
  const auto left = dofs_of(tree, dofs, halves[0]), right = dofs_of(tree, dofs, halves[1]);
  std::vector<Index> separator;
  std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(separator));
  CHECK(separator.size() <= 2 * (width + 1));
  CHECK(tree.nodes[halves[0]].weight > 0.45 * length * width);
  CHECK(tree.nodes[halves[1]].weight > 0.45 * length * width);
}

TEST_CASE("halves weigh the same where elements do not") {
  constexpr Index length = 60;
  const auto dofs = lattice(length, 1);
  auto weights = ones(dofs.size());
  std::fill(weights.begin(), weights.begin() + 10, 20);
  const auto tree = graph::dissect(dofs, weights);
  const auto whole = tree.nodes.back().weight;
  CHECK(whole == 10 * 20 + 50);
  for (const Index half : children(tree, static_cast<Index>(tree.nodes.size()) - 1)) {
    CHECK(tree.nodes[half].weight > 0.4 * whole);
    CHECK(tree.nodes[half].weight < 0.6 * whole);
  }
}

TEST_CASE("bodies that do not touch, and nothing at all, are dissected too") {
  auto dofs = lattice(10, 2);
  for (auto& element : lattice(10, 2)) {
    for (auto& dof : element)
      if (dof >= 0) dof += 1000;
    dofs.push_back(element);
  }
  CHECK(graph::dissect(dofs, ones(dofs.size())).order.size() == dofs.size());
  CHECK(graph::dissect({}, {}).nodes.empty());
}

TEST_CASE("the same elements are dissected the same way") {
  const auto dofs = lattice(23, 11);
  const auto a = graph::dissect(dofs, ones(dofs.size())), b = graph::dissect(dofs, ones(dofs.size()));
  CHECK(a.order == b.order);
}
