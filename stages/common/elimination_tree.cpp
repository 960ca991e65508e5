#include "stages/common/elimination_tree.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace febem::common {
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

/// Which rank owns which subtrees, and what is left above them as the interface. It begins with the whole as one piece and goes
/// on to split the heaviest piece into its halves (Geist and Ng, Task scheduling for parallel sparse Cholesky factorization,
/// 1989). The weight of all pieces is a road along which rank r owns those whose middles lie between r / P and (r + 1) / P of it.
/// The split is kept for which the heaviest rank and the interface after it take the least.
class Ownership {
 public:
  Ownership(const la::Dissection& dissection, std::vector<Node>& nodes, int ranks)
      : dissection_(dissection), nodes_(nodes), ranks_(ranks), pieces_{static_cast<Index>(nodes.size()) - 1} {}

  void assign() {
    auto best = pieces_;
    for (Count least = cost(); split_heaviest();)
      if (const Count now = cost(); now < least) {
        least = now;
        best = pieces_;
      }
    pieces_ = std::move(best);
    const auto ranks = owners();
    for (std::size_t k = 0; k < pieces_.size(); ++k) give(pieces_[k], ranks[k]);
  }

 private:
  Count weight(Index v) const { return dissection_.nodes[v].weight; }

  /// False if that is a leaf, or no more than a twentieth of a rank's part.
  bool split_heaviest() {
    const auto heaviest = std::max_element(pieces_.begin(), pieces_.end(), [&](Index a, Index b) { return weight(a) < weight(b); });
    const Index v = *heaviest;
    if (ranks_ == 1 || nodes_[v].is_leaf || 20 * ranks_ * weight(v) <= weight_of_pieces()) return false;
    const auto at = pieces_.erase(heaviest);
    pieces_.insert(at, nodes_[v].children.begin(), nodes_[v].children.end());
    alone_ += dissection_.nodes[v].elimination;
    together_ += dissection_.nodes[v].if_shared;
    return true;
  }

  Count weight_of_pieces() const {
    Count sum = 0;
    for (const Index v : pieces_) sum += weight(v);
    return sum;
  }

  /// The owner of each piece. Computed in integers, so that every rank finds the same.
  std::vector<int> owners() const {
    const Count whole = weight_of_pieces();
    std::vector<int> result;
    Count begin = 0;
    for (const Index v : pieces_) {
      const Count rank = (2 * begin + weight(v)) * ranks_ / (2 * whole);
      result.push_back(static_cast<int>(std::min<Count>(rank, ranks_ - 1)));
      begin += weight(v);
    }
    return result;
  }

  Count cost() const {
    std::vector<Count> of_rank(ranks_, 0);
    const auto ranks = owners();
    for (std::size_t k = 0; k < pieces_.size(); ++k) of_rank[ranks[k]] += weight(pieces_[k]);
    return *std::max_element(of_rank.begin(), of_rank.end()) + alone_ + together_ / ranks_;
  }

  void give(Index v, int rank) {
    nodes_[v].rank = rank;
    for (const Index child : nodes_[v].children) give(child, rank);
  }

  const la::Dissection& dissection_;
  std::vector<Node>& nodes_;
  int ranks_;
  std::vector<Index> pieces_;       ///< from left to right
  Count alone_ = 0, together_ = 0;  ///< work at the nodes above the pieces: by the master, by all ranks
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
    std::sort(node.others.begin(), node.others.end(),
              [&](auto a, auto b) { return std::tuple(tree.node_of_dof[a], a) < std::tuple(tree.node_of_dof[b], b); });
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
  tree.nodes = nodes_of(*system.dissection);
  if (tree.nodes.empty()) return tree;
  Ownership(*system.dissection, tree.nodes, ranks).assign();
  place_dofs(system, tree);
  find_others(system, tree);
  return tree;
}

}  // namespace febem::common
