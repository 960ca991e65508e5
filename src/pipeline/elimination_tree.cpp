#include "pipeline/elimination_tree.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace febem::pipeline {
namespace {

using core::Count;
using Node = EliminationTree::Node;

std::vector<Node> nodes_of(const graph::Dissection& dissection) {
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

/// The weight of all elements is a road along which rank r owns what lies between r / P and (r + 1) / P of it. A node across
/// such a boundary belongs to the interface, unless it reaches so little beyond that its parts would not be worth it.
class Ownership {
 public:
  Ownership(const graph::Dissection& dissection, std::vector<Node>& nodes, int ranks)
      : dissection_(dissection), nodes_(nodes), ranks_(ranks), whole_(dissection.nodes.back().weight) {}

  void assign() { assign(static_cast<Index>(nodes_.size()) - 1, 0); }

 private:
  /// Weights in units of 1 / (20 P) of the whole, so that all is done in integers: the same on every rank.
  Count scaled(Count weight) const { return 20 * ranks_ * weight; }

  void assign(Index v, Count begin) {
    const Count end = begin + dissection_.nodes[v].weight;
    if (nodes_[v].is_leaf || !crosses_boundary(begin, end)) return give(v, owner(begin, end));
    nodes_[v].rank = EliminationTree::interface;
    for (const Index child : nodes_[v].children) {
      assign(child, begin);
      begin += dissection_.nodes[child].weight;
    }
  }

  /// A boundary lies further inside than a twentieth of a rank's part.
  bool crosses_boundary(Count begin, Count end) const {
    const Count first = (scaled(begin) + whole_) / (20 * whole_) + 1;
    return 20 * whole_ * first < scaled(end) - whole_;
  }

  int owner(Count begin, Count end) const {
    const Count rank = (begin + end) * ranks_ / (2 * whole_);
    return static_cast<int>(std::min<Count>(rank, ranks_ - 1));
  }

  void give(Index v, int rank) {
    nodes_[v].rank = rank;
    for (const Index child : nodes_[v].children) give(child, rank);
  }

  const graph::Dissection& dissection_;
  std::vector<Node>& nodes_;
  Count ranks_, whole_;
};

/// The lowest node whose elements are all that touch a degree of freedom: all between the first and the last of them.
void place_dofs(const ElementSystem& system, EliminationTree& tree) {
  std::vector<Index> first(system.size, -1), last(system.size, -1);
  for (Index place = 0; place < std::ssize(tree.elements); ++place)
    for (const auto dof : system.dofs[tree.elements[place]]) {
      if (dof < 0) continue;
      if (first[dof] < 0) first[dof] = place;
      last[dof] = place;
    }
  std::vector<Index> leaf_at(tree.elements.size());
  for (Index v = 0; v < std::ssize(tree.nodes); ++v)
    if (tree.nodes[v].is_leaf) std::fill(leaf_at.begin() + tree.nodes[v].begin, leaf_at.begin() + tree.nodes[v].end, v);
  tree.node_of_dof.assign(system.size, -1);
  for (Index dof = 0; dof < system.size; ++dof) {
    if (first[dof] < 0) continue;
    Index v = leaf_at[first[dof]];
    while (tree.nodes[v].end <= last[dof]) v = tree.nodes[v].parent;
    tree.node_of_dof[dof] = v;
    tree.nodes[v].eliminated.push_back(static_cast<Dofs::value_type>(dof));
  }
}

/// What the elements of each node touch and is eliminated further up.
void find_others(const ElementSystem& system, EliminationTree& tree) {
  std::vector<Index> seen(system.size, -1);
  for (Index v = 0; v < std::ssize(tree.nodes); ++v) {
    auto& node = tree.nodes[v];
    const auto meet = [&](const Dofs& dofs) {
      for (const auto dof : dofs)
        if (dof >= 0 && tree.node_of_dof[dof] > v && std::exchange(seen[dof], v) != v) node.others.push_back(dof);
    };
    if (node.is_leaf)
      for (Index place = node.begin; place < node.end; ++place) meet(system.dofs[tree.elements[place]]);
    for (const Index child : node.children) meet(tree.nodes[child].others);
    std::sort(node.others.begin(), node.others.end(), [&](auto a, auto b) {
      return std::tuple(tree.node_of_dof[a], a) < std::tuple(tree.node_of_dof[b], b);
    });
  }
}

}  // namespace

std::vector<Index> EliminationTree::nodes_of(int rank) const {
  std::vector<Index> result;
  for (Index v = 0; v < std::ssize(nodes); ++v)
    if (nodes[v].rank == rank) result.push_back(v);
  return result;
}

std::vector<Index> EliminationTree::roots_of(int rank) const {
  auto result = nodes_of(rank);
  std::erase_if(result, [&](Index v) { return nodes[v].parent < 0 || nodes[nodes[v].parent].rank != interface; });
  return result;
}

EliminationTree elimination_tree(const ElementSystem& system, int ranks) {
  if (system.dissection == nullptr) throw std::logic_error("the elements are not dissected");
  EliminationTree tree;
  tree.elements.assign(system.dissection->order.begin(), system.dissection->order.end());
  tree.nodes = pipeline::nodes_of(*system.dissection);
  if (tree.nodes.empty()) return tree;
  Ownership(*system.dissection, tree.nodes, ranks).assign();
  place_dofs(system, tree);
  find_others(system, tree);
  return tree;
}

}  // namespace febem::pipeline
