#include "la/dissection.h"

#include <metis.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "core/error.h"

namespace febem::la {
namespace {

using core::Count;

/// Neighbours of one vertex: the other elements that share degrees of freedom with it, and how
/// many.
struct Neighbour {
  core::Index element;
  core::Index shared;
};
using Graph = std::vector<std::vector<Neighbour>>;

Graph element_graph(std::span<const std::vector<core::Index>> dofs) {
  const auto elements = elements_of_dofs(dofs);
  Graph graph(dofs.size());
  std::vector<core::Index> shared(dofs.size(), 0);
  for (std::size_t e = 0; e < dofs.size(); ++e) {
    for (const core::Index dof : dofs[e]) {
      if (dof < 0) continue;
      for (const core::Index other : elements[dof])
        if (other != static_cast<core::Index>(e) && shared[other]++ == 0)
          graph[e].push_back({other, 0});
    }
    for (auto& neighbour : graph[e]) neighbour.shared = std::exchange(shared[neighbour.element], 0);
  }
  return graph;
}

class Bisection {
 public:
  Bisection(std::span<const std::vector<core::Index>> dofs, std::span<const core::Index> weights,
      core::Index in_leaf)
      : graph_(element_graph(dofs)), weights_(weights), in_leaf_(in_leaf), local_(dofs.size(), -1) {
    result_.order.resize(dofs.size());
    std::iota(result_.order.begin(), result_.order.end(), 0);
  }

  Dissection run() && {
    if (!result_.order.empty()) dissect(0, static_cast<core::Index>(result_.order.size()));
    return std::move(result_);
  }

 private:
  /// Appends the tree of the elements in these places; returns the number of its root.
  core::Index dissect(core::Index begin, core::Index end) {
    core::Index left = -1, right = -1;
    if (end - begin > in_leaf_) {
      const core::Index middle = bisect(begin, end);
      left = dissect(begin, middle);
      right = dissect(middle, end);
    }
    Dissection::Node node{begin, end};
    for (core::Index place = begin; place < end; ++place)
      node.weight += weights_[result_.order[place]];
    const auto number = static_cast<core::Index>(result_.nodes.size());
    result_.nodes.push_back(node);
    for (const core::Index child : {left, right})
      if (child >= 0) result_.nodes[child].parent = number;
    return number;
  }

  /// Brings the elements of one half before those of the other; returns where the second begins.
  /// Neither is empty.
  core::Index bisect(core::Index begin, core::Index end) {
    const auto first = result_.order.begin() + begin, last = result_.order.begin() + end;
    const auto half = halves(begin, end);
    for (core::Index place = begin; place < end; ++place)
      local_[result_.order[place]] = half[place - begin];
    const auto middle = std::stable_partition(
        first, last, [&](core::Index element) { return local_[element] == 0; });
    std::for_each(first, last, [&](core::Index element) { local_[element] = -1; });
    if (middle == first || middle == last) return begin + (end - begin) / 2;
    return begin + static_cast<core::Index>(middle - first);
  }

  /// 0 or 1 for each of the elements in these places.
  std::vector<idx_t> halves(core::Index begin, core::Index end) {
    idx_t count = end - begin, constraints = 1, parts = 2, cut = 0;
    for (core::Index place = begin; place < end; ++place)
      local_[result_.order[place]] = place - begin;
    std::vector<idx_t> starts{0}, neighbours, shared, weights, part(count, 0);
    for (core::Index place = begin; place < end; ++place) {
      const core::Index element = result_.order[place];
      for (const auto& [other, weight] : graph_[element])
        if (local_[other] >= 0) {
          neighbours.push_back(local_[other]);
          shared.push_back(weight);
        }
      starts.push_back(static_cast<idx_t>(neighbours.size()));
      weights.push_back(weights_[element]);
    }
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    options[METIS_OPTION_NCUTS] = 4;  // the best of so many
    const int status = METIS_PartGraphRecursive(&count, &constraints, starts.data(),
        neighbours.data(), weights.data(), nullptr, shared.data(), &parts, nullptr, nullptr,
        options, &cut, part.data());
    if (status != METIS_OK)
      throw core::RunError("METIS_PartGraphRecursive failed with status " + std::to_string(status));
    return part;
  }

  Graph graph_;
  std::span<const core::Index> weights_;
  core::Index in_leaf_;
  std::vector<core::Index>
      local_;  ///< by element: its place among those being cut, or its half; -1 outside
  Dissection result_;
};

/// Sizes of a node's front: degrees of freedom eliminated there, all of them, and right-hand sides.
struct Front {
  Count pivots = 0, size = 0, columns = 0;

  Count elimination() const {
    return pivots * pivots * pivots / 6 + pivots * (size - pivots) * size / 2;
  }
  Count work() const { return elimination() + pivots * columns * (size - pivots / 2); }
};

/// The leaf of the element at each place.
std::vector<core::Index> leaves(const Dissection& tree) {
  std::vector<core::Index> leaf(tree.order.size(), -1);
  for (core::Index v = 0; v < std::ssize(tree.nodes);
       ++v)  // leaves stand before the nodes above them
    for (core::Index place = tree.nodes[v].begin; place < tree.nodes[v].end; ++place)
      if (leaf[place] < 0) leaf[place] = v;
  return leaf;
}

std::vector<Front> fronts(const Dissection& tree, std::span<const std::vector<core::Index>> dofs,
    std::span<const core::Index> columns) {
  const auto leaf = leaves(tree);
  std::vector<std::vector<core::Index>>
      places;  // of the elements that touch each degree of freedom, ascending
  for (core::Index place = 0; place < std::ssize(tree.order); ++place)
    for (const core::Index dof : dofs[tree.order[place]]) {
      if (dof < 0) continue;
      if (dof >= std::ssize(places)) places.resize(dof + 1);
      places[dof].push_back(place);
    }
  std::vector<Front> result(tree.nodes.size());
  std::vector<core::Index> seen(tree.nodes.size(), -1);
  for (core::Index dof = 0; dof < std::ssize(places); ++dof)
    for (const core::Index place : places[dof])
      for (core::Index v = leaf[place]; std::exchange(seen[v], dof) != dof;
           v = tree.nodes[v].parent) {
        ++result[v].size;
        // All that touch it are below: it is eliminated here.
        if (tree.nodes[v].begin <= places[dof].front() && places[dof].back() < tree.nodes[v].end) {
          ++result[v].pivots;
          break;
        }
      }
  for (std::size_t v = 0; v < tree.nodes.size(); ++v)
    for (core::Index place = tree.nodes[v].begin; place < tree.nodes[v].end; ++place)
      result[v].columns += columns[tree.order[place]];
  return result;
}

/// The work of a dissection.
struct Work {
  std::vector<Count> node, subtree;
  std::vector<Count> elimination;  ///< part of `node` without right-hand sides
  std::vector<Count> if_shared;  ///< the other part, and what the product takes longer if the node
                                 ///< must be kept factored
  Count product = 0;  ///< of what comes after: a dense matrix of all columns by W^T D^{-1} W

  Work(const std::vector<Front>& fronts, const Dissection& tree) {
    std::vector<Count> thin(
        fronts.size(), 0);  // products with W of each node below, or with G where that costs less
    for (const auto& front : fronts) node.push_back(front.work());
    subtree = node;
    for (std::size_t v = 0; v < fronts.size(); ++v) {
      const auto& front = fronts[v];
      const Count all = fronts.back().columns,
                  factored = thin[v] + 2 * all * front.pivots * front.columns;
      product = std::min(factored, all * front.columns * front.columns);
      elimination.push_back(front.elimination());
      if_shared.push_back(node[v] - elimination[v] + factored - product);
      if (const core::Index parent = tree.nodes[v].parent; parent >= 0) {
        subtree[parent] += subtree[v];
        thin[parent] += product;
      }
    }
  }
  Count millionths(double part) const {
    return static_cast<Count>(part / std::max<double>(subtree.back(), 1) * 1e6);
  }
};

/// Processors times the time that they take, one half of them on each half of the tree and one
/// alone on what is above: summed over 1, 2 and 4 of them. The product is all processors' alike.
Count cost(const Dissection& tree, const Work& work) {
  Count sum = 3 * work.product;
  auto time = work.subtree;  // on half as many processors
  for (const Count processors : {1, 2, 4}) {
    if (processors > 1) {
      std::vector<Count> longest(time.size(), 0);
      for (std::size_t v = 0; v < time.size(); ++v)
        if (const core::Index parent = tree.nodes[v].parent; parent >= 0)
          longest[parent] = std::max(longest[parent], time[v]);
      for (std::size_t v = 0; v < time.size(); ++v) time[v] = work.node[v] + longest[v];
    }
    sum += processors * time.back();
  }
  return sum;
}

/// The work of each node shared out to its elements; not that of the root, which is on neither
/// side.
std::vector<core::Index> weights(const Dissection& tree, const Work& work) {
  std::vector<double> sum(tree.order.size(), 0);
  for (std::size_t v = 0; v + 1 < tree.nodes.size(); ++v) {
    const auto& node = tree.nodes[v];
    for (core::Index place = node.begin; place < node.end; ++place)
      sum[tree.order[place]] += static_cast<double>(work.node[v]) / (node.end - node.begin);
  }
  std::vector<core::Index> result;
  for (const double share : sum)
    result.push_back(1 + static_cast<core::Index>(work.millionths(share)));
  return result;
}

}  // namespace

std::vector<std::vector<core::Index>> elements_of_dofs(
    std::span<const std::vector<core::Index>> dofs) {
  core::Index size = 0;
  for (const auto& of_element : dofs)
    for (const core::Index dof : of_element) size = std::max(size, dof + 1);
  std::vector<std::vector<core::Index>> elements(static_cast<std::size_t>(size));
  for (std::size_t e = 0; e < dofs.size(); ++e)
    for (const core::Index dof : dofs[e])
      if (dof >= 0) elements[dof].push_back(static_cast<core::Index>(e));
  return elements;
}

Dissection dissect(std::span<const std::vector<core::Index>> dofs,
    std::span<const core::Index> weights, core::Index in_leaf) {
  return Bisection(dofs, weights, in_leaf).run();
}

std::vector<Count> work_of_nodes(const Dissection& tree,
    std::span<const std::vector<core::Index>> dofs, std::span<const core::Index> columns) {
  return Work(fronts(tree, dofs, columns), tree).node;
}

Dissection balanced_dissection(std::span<const std::vector<core::Index>> dofs,
    std::span<const core::Index> columns, core::Index in_leaf) {
  constexpr int attempts = 8;
  constexpr core::Index of_element = 2, of_column = 1;
  std::vector<core::Index> weight;
  for (const core::Index count : columns) weight.push_back(of_element + of_column * count);
  Dissection best;
  Count lowest = 0;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    auto tree = dissect(dofs, weight, in_leaf);
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

}  // namespace febem::la
