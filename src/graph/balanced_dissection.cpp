#include "graph/balanced_dissection.h"

#include <algorithm>
#include <utility>

namespace febem::graph {
namespace {

using core::Count;

/// Sizes of a node's front: degrees of freedom eliminated there, all of them, and right-hand sides.
struct Front {
  Count pivots = 0, size = 0, columns = 0;

  Count elimination() const { return pivots * pivots * pivots / 6 + pivots * (size - pivots) * size / 2; }
  Count work() const { return elimination() + pivots * columns * (size - pivots / 2); }
};

/// The leaf of the element at each place.
std::vector<Index> leaves(const Dissection& tree) {
  std::vector<Index> leaf(tree.order.size(), -1);
  for (Index v = 0; v < std::ssize(tree.nodes); ++v)  // leaves stand before the nodes above them
    for (Index place = tree.nodes[v].begin; place < tree.nodes[v].end; ++place)
      if (leaf[place] < 0) leaf[place] = v;
  return leaf;
}

std::vector<Front> fronts(const Dissection& tree, std::span<const std::vector<Index>> dofs, std::span<const Index> columns) {
  const auto leaf = leaves(tree);
  std::vector<std::vector<Index>> places;  // of the elements that touch each degree of freedom, ascending
  for (Index place = 0; place < std::ssize(tree.order); ++place)
    for (const Index dof : dofs[tree.order[place]]) {
      if (dof < 0) continue;
      if (dof >= std::ssize(places)) places.resize(dof + 1);
      places[dof].push_back(place);
    }
  std::vector<Front> result(tree.nodes.size());
  std::vector<Index> seen(tree.nodes.size(), -1);
  for (Index dof = 0; dof < std::ssize(places); ++dof)
    for (const Index place : places[dof])
      for (Index v = leaf[place]; std::exchange(seen[v], dof) != dof; v = tree.nodes[v].parent) {
        ++result[v].size;
        // All that touch it are below: it is eliminated here.
        if (tree.nodes[v].begin <= places[dof].front() && places[dof].back() < tree.nodes[v].end) {
          ++result[v].pivots;
          break;
        }
      }
  for (std::size_t v = 0; v < tree.nodes.size(); ++v)
    for (Index place = tree.nodes[v].begin; place < tree.nodes[v].end; ++place) result[v].columns += columns[tree.order[place]];
  return result;
}

/// The work of a dissection.
struct Work {
  std::vector<Count> node, subtree;
  std::vector<Count> elimination;  ///< part of `node` without right-hand sides
  std::vector<Count> if_shared;    ///< the other part, and what the product takes longer if the node must be kept factored
  Count product = 0;               ///< of what comes after: a dense matrix of all columns by W^T D^{-1} W

  Work(const std::vector<Front>& fronts, const Dissection& tree) {
    std::vector<Count> thin(fronts.size(), 0);  // products with W of each node below, or with G where that costs less
    for (const auto& front : fronts) node.push_back(front.work());
    subtree = node;
    for (std::size_t v = 0; v < fronts.size(); ++v) {
      const auto& front = fronts[v];
      const Count all = fronts.back().columns, factored = thin[v] + 2 * all * front.pivots * front.columns;
      product = std::min(factored, all * front.columns * front.columns);
      elimination.push_back(front.elimination());
      if_shared.push_back(node[v] - elimination[v] + factored - product);
      if (const Index parent = tree.nodes[v].parent; parent >= 0) {
        subtree[parent] += subtree[v];
        thin[parent] += product;
      }
    }
  }
  Count millionths(double part) const { return static_cast<Count>(part / std::max<double>(subtree.back(), 1) * 1e6); }
};

/// Processors times the time that they take, one half of them on each half of the tree and one alone on what is above: summed
/// over 1, 2 and 4 of them. The product is all processors' alike.
Count cost(const Dissection& tree, const Work& work) {
  Count sum = 3 * work.product;
  auto time = work.subtree;  // on half as many processors
  for (const Count processors : {1, 2, 4}) {
    if (processors > 1) {
      std::vector<Count> longest(time.size(), 0);
      for (std::size_t v = 0; v < time.size(); ++v)
        if (const Index parent = tree.nodes[v].parent; parent >= 0) longest[parent] = std::max(longest[parent], time[v]);
      for (std::size_t v = 0; v < time.size(); ++v) time[v] = work.node[v] + longest[v];
    }
    sum += processors * time.back();
  }
  return sum;
}

/// The work of each node shared out to its elements; not that of the root, which is on neither side.
std::vector<Index> weights(const Dissection& tree, const Work& work) {
  std::vector<double> sum(tree.order.size(), 0);
  for (std::size_t v = 0; v + 1 < tree.nodes.size(); ++v) {
    const auto& node = tree.nodes[v];
    for (Index place = node.begin; place < node.end; ++place)
      sum[tree.order[place]] += static_cast<double>(work.node[v]) / (node.end - node.begin);
  }
  std::vector<Index> result;
  for (const double share : sum) result.push_back(1 + static_cast<Index>(work.millionths(share)));
  return result;
}

}  // namespace

std::vector<Count> work_of_nodes(const Dissection& tree, std::span<const std::vector<Index>> dofs, std::span<const Index> columns) {
  return Work(fronts(tree, dofs, columns), tree).node;
}

Dissection balanced_dissection(std::span<const std::vector<Index>> dofs, std::span<const Index> columns) {
  constexpr int attempts = 8;
  constexpr Index of_element = 2, of_column = 1;
  std::vector<Index> weight;
  for (const Index count : columns) weight.push_back(of_element + of_column * count);
  Dissection best;
  Count lowest = 0;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    auto tree = dissect(dofs, weight);
    if (tree.nodes.empty()) return tree;
    const Work work(fronts(tree, dofs, columns), tree);
    weight = weights(tree, work);
    const Count price = cost(tree, work);
    if (attempt > 0 && price >= lowest) continue;
    lowest = price;
    for (std::size_t v = 0; v < tree.nodes.size(); ++v) {
      tree.nodes[v].weight = 1 + work.millionths(work.subtree[v]);
      tree.nodes[v].elimination = work.millionths(work.elimination[v]);
      tree.nodes[v].if_shared = work.millionths(work.if_shared[v]);
    }
    best = std::move(tree);
  }
  return best;
}

}  // namespace febem::graph
