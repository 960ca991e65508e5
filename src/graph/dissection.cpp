#include "graph/dissection.h"

#include <metis.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "core/error.h"

namespace febem::graph {
namespace {

/// Neighbours of one vertex: the other elements that share degrees of freedom with it, and how many.
struct Neighbour {
  Index element;
  Index shared;
};
using Graph = std::vector<std::vector<Neighbour>>;

/// Elements by the degrees of freedom they touch.
std::vector<std::vector<Index>> elements_of_dofs(std::span<const std::vector<Index>> dofs) {
  Index size = 0;
  for (const auto& of_element : dofs)
    for (const Index dof : of_element) size = std::max(size, dof + 1);
  std::vector<std::vector<Index>> elements(static_cast<std::size_t>(size));
  for (std::size_t e = 0; e < dofs.size(); ++e)
    for (const Index dof : dofs[e])
      if (dof >= 0) elements[dof].push_back(static_cast<Index>(e));
  return elements;
}

Graph element_graph(std::span<const std::vector<Index>> dofs) {
  const auto elements = elements_of_dofs(dofs);
  Graph graph(dofs.size());
  std::vector<Index> shared(dofs.size(), 0);
  for (std::size_t e = 0; e < dofs.size(); ++e) {
    for (const Index dof : dofs[e]) {
      if (dof < 0) continue;
      for (const Index other : elements[dof])
        if (other != static_cast<Index>(e) && shared[other]++ == 0) graph[e].push_back({other, 0});
    }
    for (auto& neighbour : graph[e]) neighbour.shared = std::exchange(shared[neighbour.element], 0);
  }
  return graph;
}

class Bisection {
 public:
  Bisection(std::span<const std::vector<Index>> dofs, std::span<const Index> weights)
      : graph_(element_graph(dofs)), weights_(weights), local_(dofs.size(), -1) {
    result_.order.resize(dofs.size());
    std::iota(result_.order.begin(), result_.order.end(), 0);
  }

  Dissection run() && {
    if (!result_.order.empty()) dissect(0, static_cast<Index>(result_.order.size()));
    return std::move(result_);
  }

 private:
  /// Appends the tree of the elements in these places; returns the number of its root.
  Index dissect(Index begin, Index end) {
    Index left = -1, right = -1;
    if (end - begin > largest_leaf) {
      const Index middle = bisect(begin, end);
      left = dissect(begin, middle);
      right = dissect(middle, end);
    }
    Dissection::Node node{begin, end};
    for (Index place = begin; place < end; ++place) node.weight += weights_[result_.order[place]];
    const auto number = static_cast<Index>(result_.nodes.size());
    result_.nodes.push_back(node);
    for (const Index child : {left, right})
      if (child >= 0) result_.nodes[child].parent = number;
    return number;
  }

  /// Brings the elements of one half before those of the other; returns where the second begins. Neither is empty.
  Index bisect(Index begin, Index end) {
    const auto first = result_.order.begin() + begin, last = result_.order.begin() + end;
    const auto half = halves(begin, end);
    for (Index place = begin; place < end; ++place) local_[result_.order[place]] = half[place - begin];
    const auto middle = std::stable_partition(first, last, [&](Index element) { return local_[element] == 0; });
    std::for_each(first, last, [&](Index element) { local_[element] = -1; });
    if (middle == first || middle == last) return begin + (end - begin) / 2;
    return begin + static_cast<Index>(middle - first);
  }

  /// 0 or 1 for each of the elements in these places.
  std::vector<idx_t> halves(Index begin, Index end) {
    idx_t count = end - begin, constraints = 1, parts = 2, cut = 0;
    for (Index place = begin; place < end; ++place) local_[result_.order[place]] = place - begin;
    std::vector<idx_t> starts{0}, neighbours, shared, weights, part(count, 0);
    for (Index place = begin; place < end; ++place) {
      const Index element = result_.order[place];
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
    const int status = METIS_PartGraphRecursive(&count, &constraints, starts.data(), neighbours.data(), weights.data(), nullptr,
                                                shared.data(), &parts, nullptr, nullptr, options, &cut, part.data());
    if (status != METIS_OK) throw core::RunError("METIS_PartGraphRecursive failed with status " + std::to_string(status));
    return part;
  }

  Graph graph_;
  std::span<const Index> weights_;
  std::vector<Index> local_;  ///< by element: its place among those being cut, or its half; -1 outside
  Dissection result_;
};

}  // namespace

Dissection dissect(std::span<const std::vector<Index>> dofs, std::span<const Index> weights) {
  return Bisection(dofs, weights).run();
}

}  // namespace febem::graph
