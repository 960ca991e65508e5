#include "stages/analysis/elimination_tree.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace febem::analysis {
namespace {

using core::Count;
using Node = EliminationTree::Node;

std::vector<Node> nodes_of(const la::Dissection& dissection) {
  std::vector<Node> nodes(dissection.nodes.size());
  for (std::size_t v = 0; v < nodes.size(); ++v) {
    const auto& from = dissection.nodes[v];
    nodes[v].parent = from.parent;
    nodes[v].begin = from.begin;
    nodes[v].end = from.end;
    if (from.parent < 0) continue;
    nodes[from.parent].is_leaf = false;
    nodes[from.parent].children.push_back(static_cast<Index>(v));
  }
  return nodes;
}

/// Which rank owns which subtree, and which ranks share the nodes above. The ranks of a node go to
/// its two subtrees so that all is done soonest (proportional mapping: Pothen and Sun, A mapping
/// algorithm for parallel sparse Cholesky factorization, 1993); one rank takes the whole if sharing
/// the node costs more than it saves.
class Ownership {
 public:
  Ownership(const la::Dissection& dissection, EliminationTree& tree, int ranks)
      : dissection_(dissection), tree_(tree), ranks_(ranks), elimination_(tree.nodes.size(), 0),
        cuts_(tree.nodes.size()) {
    for (std::size_t v = 0; v < tree.nodes.size(); ++v) {
      elimination_[v] += dissection.nodes[v].elimination;
      if (tree.nodes[v].parent >= 0) elimination_[tree.nodes[v].parent] += elimination_[v];
    }
  }

  void assign() { give(std::ssize(tree_.nodes) - 1, ranks_, 0); }

 private:
  struct Cut {
    Count time;
    int left;  ///< ranks of the left subtree; 0: one rank takes the whole
  };

  /// The time of so much elimination and of so much work with right-hand sides. Fronts cost about
  /// as much again as their multiply-adds, for what is assembled, stored and passed on.
  static Count time(Count elimination, Count right_hand_sides) {
    return 2 * elimination + right_hand_sides;
  }

  bool is_spread(Index v) const { return tree_.nodes[v].work() >= tree_.spreading.from; }

  /// At a node that so many ranks share. The product with B, of all ranks, takes longer because the
  /// node is kept factored.
  Count time_if_shared(Index v, int ranks) const {
    const auto& of = dissection_.nodes[v];
    Count right_hand_sides = of.weight - of.elimination;
    for (const Index child : tree_.nodes[v].children)
      right_hand_sides -= dissection_.nodes[child].weight;
    right_hand_sides = std::max<Count>(right_hand_sides, 0);
    return time(is_spread(v) ? of.elimination / ranks : of.elimination, right_hand_sides / ranks) +
           (of.if_shared - right_hand_sides) / ranks_;
  }

  /// The best for so many ranks. Computed in integers, so that every rank finds the same.
  const Cut& cut(Index v, int ranks) {
    if (const auto found = cuts_[v].find(ranks); found != cuts_[v].end()) return found->second;
    const auto& node = tree_.nodes[v];
    Cut best{time(elimination_[v], dissection_.nodes[v].weight - elimination_[v]), 0};
    if (ranks > 1 && !node.is_leaf) {
      const Index left = node.children.front(), right = node.children.back();
      int low = 1,
          high = ranks - 1;  // where the left subtree begins to take no longer than the right one
      while (low < high) {
        const int middle = (low + high) / 2;
        if (cut(left, middle).time > cut(right, ranks - middle).time)
          low = middle + 1;
        else
          high = middle;
      }
      for (int some = std::max(low - 1, 1); some <= low; ++some)
        if (const Count all = std::max(cut(left, some).time, cut(right, ranks - some).time) +
                              time_if_shared(v, ranks);
            all < best.time)
          best = {all, some};
    }
    return cuts_[v][ranks] = best;
  }

  /// Gives the subtree to so many ranks, from `first` on. Returns how many of them have something.
  int give(Index v, int ranks, int first) {
    const int left = cut(v, ranks).left;
    if (left == 0) {
      for (Index below = tree_.first_below(v); below <= v; ++below) {
        tree_.nodes[below].team = {first, first + 1};
        tree_.nodes[below].rank = first;
      }
      return 1;
    }
    auto& node = tree_.nodes[v];
    int used = give(node.children.front(), left, first);
    used += give(node.children.back(), ranks - left, first + used);
    node.team = {first, first + used};
    node.is_spread = is_spread(v);
    const auto largest =
        std::max_element(node.children.begin(), node.children.end(), [&](Index a, Index b) {
          return tree_.nodes[a].others.size() < tree_.nodes[b].others.size();
        });
    node.rank = tree_.nodes[*largest].rank;
    tree_.shared.push_back(v);
    return used;
  }

  const la::Dissection& dissection_;
  EliminationTree& tree_;
  int ranks_;
  std::vector<Count> elimination_;        ///< of each subtree
  std::vector<std::map<int, Cut>> cuts_;  ///< of each subtree, by the number of ranks
};

/// The lowest node whose elements are all that touch a degree of freedom: all between the first and
/// the last of them.
void place_dofs(const Elements& elements, EliminationTree& tree) {
  std::vector<Index> first(elements.size, -1), last(elements.size, -1);
  for (Index place = 0; place < std::ssize(tree.elements); ++place)
    for (const auto dof : elements.dofs[tree.elements[place]]) {
      if (dof < 0) continue;
      if (first[dof] < 0) first[dof] = place;
      last[dof] = place;
    }
  std::vector<Index> leaf_at(tree.elements.size());
  for (Index v = 0; v < std::ssize(tree.nodes); ++v)
    if (tree.nodes[v].is_leaf)
      std::fill(leaf_at.begin() + tree.nodes[v].begin, leaf_at.begin() + tree.nodes[v].end, v);
  tree.node_of_dof.assign(elements.size, -1);
  for (Index dof = 0; dof < elements.size; ++dof) {
    if (first[dof] < 0) continue;
    Index v = leaf_at[first[dof]];
    while (tree.nodes[v].end <= last[dof]) v = tree.nodes[v].parent;
    tree.node_of_dof[dof] = v;
    tree.nodes[v].eliminated.push_back(static_cast<Dofs::value_type>(dof));
  }
}

/// What the elements of each node touch and is eliminated further up.
void find_others(const Elements& elements, EliminationTree& tree) {
  std::vector<Index> seen(elements.size, -1);
  for (Index v = 0; v < std::ssize(tree.nodes); ++v) {
    auto& node = tree.nodes[v];
    const auto meet = [&](const Dofs& dofs) {
      for (const auto dof : dofs)
        if (dof >= 0 && tree.node_of_dof[dof] > v && std::exchange(seen[dof], v) != v)
          node.others.push_back(dof);
    };
    if (node.is_leaf)
      for (Index place = node.begin; place < node.end; ++place)
        meet(elements.dofs[tree.elements[place]]);
    for (const Index child : node.children) meet(tree.nodes[child].others);
    std::sort(node.others.begin(), node.others.end(), [&](auto a, auto b) {
      return std::tuple(tree.node_of_dof[a], a) < std::tuple(tree.node_of_dof[b], b);
    });
  }
}

/// A node above a root whose columns are spread, for what that delays.
void add_node_for_delayed(EliminationTree& tree) {
  Node above = tree.nodes.back();
  if (!above.is_spread) return;
  const Index root = std::ssize(tree.nodes) - 1;
  tree.nodes.back().parent = root + 1;
  above.eliminated.clear();
  above.children = {root};
  above.is_spread = false;
  tree.nodes.push_back(std::move(above));
  tree.shared.push_back(root + 1);
}

}  // namespace

std::vector<Index> EliminationTree::eliminated_by(int rank) const {
  std::vector<Index> result;
  for (Index v = 0; v < std::ssize(nodes); ++v)
    if (nodes[v].rank == rank) result.push_back(v);
  return result;
}

std::vector<Index> EliminationTree::nodes_of(int rank) const {
  auto result = eliminated_by(rank);
  std::erase_if(result, [&](Index v) { return nodes[v].is_shared(); });
  return result;
}

std::vector<Index> EliminationTree::roots_of(int rank) const {
  auto result = nodes_of(rank);
  std::erase_if(
      result, [&](Index v) { return nodes[v].parent < 0 || !nodes[nodes[v].parent].is_shared(); });
  return result;
}

std::vector<Index> EliminationTree::shared_by(int rank) const {
  auto result = shared;
  std::erase_if(result, [&](Index v) { return !nodes[v].team.contains(rank); });
  return result;
}

EliminationTree elimination_tree(const Elements& elements, int ranks) {
  if (elements.dissection == nullptr) throw std::logic_error("the elements are not dissected");
  EliminationTree tree;
  tree.elements.assign(elements.dissection->order.begin(), elements.dissection->order.end());
  tree.nodes = nodes_of(*elements.dissection);
  if (tree.nodes.empty()) return tree;
  tree.spreading = elements.spreading;
  place_dofs(elements, tree);
  find_others(elements, tree);
  tree.ranks = ranks;
  Ownership(*elements.dissection, tree, ranks).assign();
  add_node_for_delayed(tree);
  return tree;
}

}  // namespace febem::analysis
