// The tree of bisections: a partition at every level, balanced, with small separators.
#include "la/dissection.h"

#include "support/catch.h"

namespace {

/// nx x ny cells with a degree of freedom at each corner.
std::vector<std::vector<core::Index>> lattice(core::Index nx, core::Index ny) {
  std::vector<std::vector<core::Index>> dofs;
  for (core::Index x = 0; x < nx; ++x)
    for (core::Index y = 0; y < ny; ++y) {
      const core::Index corner = x * (ny + 1) + y;
      dofs.push_back({corner, corner + 1, -1, corner + ny + 1, corner + ny + 2});
    }
  return dofs;
}

std::vector<core::Index> ones(std::size_t count) { return std::vector<core::Index>(count, 1); }

std::set<core::Index> dofs_of(const la::Dissection& tree,
    const std::vector<std::vector<core::Index>>& dofs, core::Index node) {
  std::set<core::Index> all;
  for (core::Index place = tree.nodes[node].begin; place < tree.nodes[node].end; ++place)
    for (const core::Index dof : dofs[tree.order[place]])
      if (dof >= 0) all.insert(dof);
  return all;
}

std::vector<core::Index> children(const la::Dissection& tree, core::Index node) {
  std::vector<core::Index> result;
  for (core::Index v = 0; v < std::ssize(tree.nodes); ++v)
    if (tree.nodes[v].parent == node) result.push_back(v);
  return result;
}

}  // namespace

TEST_CASE(
    "every node is one of its children after the other, down to leaves, and the root is "
    "everything") {
  for (const auto& [nx, ny] :
      {std::pair<core::Index, core::Index>{1, 1}, {2, 4}, {3, 3}, {40, 3}, {17, 13}}) {
    INFO(nx << " x " << ny);
    const auto dofs = lattice(nx, ny);
    const auto tree = la::dissect(dofs, ones(dofs.size()));
    auto order = tree.order;
    std::sort(order.begin(), order.end());
    std::vector<core::Index> all(dofs.size());
    std::iota(all.begin(), all.end(), 0);
    CHECK(order == all);
    REQUIRE_FALSE(tree.nodes.empty());
    const auto root = static_cast<core::Index>(tree.nodes.size()) - 1;
    CHECK(tree.nodes[root].begin == 0);
    CHECK(tree.nodes[root].end == nx * ny);
    for (core::Index v = 0; v <= root; ++v) {
      const auto& node = tree.nodes[v];
      CHECK(node.weight == node.end - node.begin);
      CHECK((node.parent == -1) == (v == root));
      if (v != root) CHECK(node.parent > v);
      const auto below = children(tree, v);
      if (below.empty()) {
        CHECK(node.end - node.begin <= la::largest_leaf);
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
  constexpr core::Index length = 60, width = 3;
  const auto dofs = lattice(length, width);
  const auto tree = la::dissect(dofs, ones(dofs.size()));
  const auto halves = children(tree, static_cast<core::Index>(tree.nodes.size()) - 1);
  REQUIRE(halves.size() == 2);
  const auto left = dofs_of(tree, dofs, halves[0]), right = dofs_of(tree, dofs, halves[1]);
  std::vector<core::Index> separator;
  std::set_intersection(
      left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(separator));
  CHECK(separator.size() <= 2 * (width + 1));
  CHECK(tree.nodes[halves[0]].weight > 0.45 * length * width);
  CHECK(tree.nodes[halves[1]].weight > 0.45 * length * width);
}

TEST_CASE("halves weigh the same where elements do not") {
  constexpr core::Index length = 60;
  const auto dofs = lattice(length, 1);
  auto weights = ones(dofs.size());
  std::fill(weights.begin(), weights.begin() + 10, 20);
  const auto tree = la::dissect(dofs, weights);
  const auto whole = tree.nodes.back().weight;
  CHECK(whole == 10 * 20 + 50);
  for (const core::Index half : children(tree, static_cast<core::Index>(tree.nodes.size()) - 1)) {
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
  const auto tree = la::dissect(dofs, ones(dofs.size()));
  CHECK(tree.order.size() == dofs.size());
  const auto halves = children(tree, static_cast<core::Index>(tree.nodes.size()) - 1);
  REQUIRE(halves.size() == 2);
  for (const core::Index half : halves)
    CHECK(dofs_of(tree, dofs, half).size() == 33);  // a body each
  CHECK(la::dissect({}, {}).nodes.empty());
}

TEST_CASE("a leaf has as many elements as it may") {
  std::vector<std::vector<core::Index>> dofs;
  for (core::Index e = 0; e < 20; ++e) dofs.push_back({e, e + 1});
  for (const core::Index in_leaf : {1, 3}) {
    const auto tree = la::balanced_dissection(dofs, ones(dofs.size()), in_leaf);
    core::Index largest = 0;
    for (core::Index v = 0; v < std::ssize(tree.nodes); ++v)
      if (children(tree, v).empty())
        largest = std::max(largest, tree.nodes[v].end - tree.nodes[v].begin);
    CHECK(largest == in_leaf);
  }
}

TEST_CASE("bodies of one element each are dissected, and what is above them costs nothing") {
  std::vector<std::vector<core::Index>> dofs;
  for (core::Index e = 0; e < 50; ++e) dofs.push_back({3 * e, 3 * e + 1, 3 * e + 2});
  const auto tree = la::balanced_dissection(dofs, ones(dofs.size()));
  auto order = tree.order;
  std::sort(order.begin(), order.end());
  for (core::Index e = 0; e < 50; ++e) CHECK(order[e] == e);
  const auto work = la::work_of_nodes(tree, dofs, ones(dofs.size()));
  for (core::Index v = 0; v < std::ssize(tree.nodes); ++v)
    CHECK((work[v] == 0) == !children(tree, v).empty());
  CHECK(tree.nodes.back().elimination == 0);
}

TEST_CASE("the same elements are dissected the same way") {
  const auto dofs = lattice(23, 11);
  const auto a = la::dissect(dofs, ones(dofs.size())), b = la::dissect(dofs, ones(dofs.size()));
  CHECK(a.order == b.order);
}

TEST_CASE("the work of a node is that of its front") {
  // Two leaves of eight cells in a row, two degrees of freedom between them.
  const auto dofs = lattice(16, 1);
  std::vector<core::Index> columns(dofs.size(), 0);
  const auto plain = la::dissect(dofs, ones(dofs.size()));
  REQUIRE(plain.nodes.size() == 3);
  // p^3/6 + p (f - p) f / 2 with p = 16, f = 18, and p = f = 2.
  CHECK(
      la::work_of_nodes(plain, dofs, columns) == std::vector<core::Count>{682 + 288, 682 + 288, 1});
  columns.front() = 5;
  const auto place = std::find(plain.order.begin(), plain.order.end(), 0) - plain.order.begin();
  auto expected = std::vector<core::Count>{970, 970, 1 + 2 * 5 * 1};
  expected[place < plain.nodes[0].end ? 0 : 1] += 16 * 5 * (18 - 8);
  CHECK(la::work_of_nodes(plain, dofs, columns) == expected);
}

TEST_CASE("a degree of freedom is eliminated at the lowest node that has all its elements") {
  const auto dofs = lattice(9, 7);
  const auto tree = la::dissect(dofs, ones(dofs.size()));
  const auto within = [&](core::Index element, core::Index v) {
    const auto place =
        std::find(tree.order.begin(), tree.order.end(), element) - tree.order.begin();
    return tree.nodes[v].begin <= place && place < tree.nodes[v].end;
  };
  std::vector<core::Count> expected;
  std::set<core::Index> eliminated;
  for (core::Index v = 0; v < std::ssize(tree.nodes); ++v) {
    core::Count front = 0, pivots = 0;
    for (const core::Index dof : dofs_of(tree, dofs, v)) {
      bool here = true;
      for (core::Index e = 0; e < std::ssize(dofs); ++e)
        here = here && (std::ranges::count(dofs[e], dof) == 0 || within(e, v));
      if (eliminated.contains(dof)) continue;
      ++front;
      if (!here) continue;
      ++pivots;
      eliminated.insert(dof);
    }
    expected.push_back(pivots * pivots * pivots / 6 + pivots * (front - pivots) * front / 2);
  }
  CHECK(eliminated.size() == 10 * 8);
  CHECK(la::work_of_nodes(tree, dofs, std::vector<core::Index>(dofs.size(), 0)) == expected);
}

TEST_CASE(
    "a balanced dissection weighs nodes by their work, its halves about the same, and is the same "
    "every time") {
  auto dofs = lattice(60, 1);  // a thin bar with a block at its end
  const core::Index offset = 60 * 2;
  for (auto element : lattice(12, 10)) {
    for (auto& dof : element)
      if (dof >= 0) dof += offset;
    dofs.push_back(element);
  }
  const auto sum = [&](const la::Dissection& tree, core::Index node,
                       const std::vector<core::Count>& work) {
    core::Count total = 0;
    for (core::Index v = 0; v < std::ssize(tree.nodes); ++v)
      if (tree.nodes[v].begin >= tree.nodes[node].begin &&
          tree.nodes[v].end <= tree.nodes[node].end)
        total += work[v];
    return total;
  };
  const auto heavier_half = [&](const la::Dissection& tree) {
    const auto work = la::work_of_nodes(tree, dofs, ones(dofs.size()));
    core::Count largest = 0;
    const auto root = static_cast<core::Index>(tree.nodes.size()) - 1;
    for (const core::Index half : children(tree, root))
      largest = std::max(largest, sum(tree, half, work));
    return static_cast<double>(largest) / static_cast<double>(sum(tree, root, work));
  };
  const auto balanced = la::balanced_dissection(dofs, ones(dofs.size()));
  CHECK(heavier_half(balanced) < 0.6);
  CHECK(balanced.order == la::balanced_dissection(dofs, ones(dofs.size())).order);
  CHECK(balanced.order.size() == dofs.size());
  const auto& nodes = balanced.nodes;
  for (const auto& node : nodes) CHECK(node.weight > 0);
  const auto work = la::work_of_nodes(balanced, dofs, ones(dofs.size()));
  const auto root = static_cast<core::Index>(nodes.size()) - 1;
  const auto whole = static_cast<double>(sum(balanced, root, work));
  for (core::Index v = 0; v <= root; ++v)
    CHECK(
        std::abs(nodes[v].weight - 1e6 * static_cast<double>(sum(balanced, v, work)) / whole) <= 1);
  CHECK(la::balanced_dissection({}, {}).nodes.empty());
}
