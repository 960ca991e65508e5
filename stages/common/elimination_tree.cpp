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

/// Which rank owns which subtrees, and which ranks share the nodes above them. It begins with the whole as one piece and goes on to split the
/// heaviest piece into its halves (Geist and Ng, Task scheduling for parallel sparse Cholesky factorization, 1989). The weight of all pieces
/// is a road along which rank r owns those whose middles lie between r / P and (r + 1) / P of it. The split is kept that takes the least time.
class Ownership {
 public:
  Ownership(const la::Dissection& dissection, EliminationTree& tree, int ranks)
      : dissection_(dissection), tree_(tree), nodes_(tree.nodes), ranks_(ranks), pieces_{static_cast<Index>(nodes_.size()) - 1} {}

  void assign() {
    auto best = pieces_;
    for (Count least = share(); split_heaviest();)
      if (const Count now = share(); now < least) {
        least = now;
        best = pieces_;
      }
    pieces_ = std::move(best);
    share();
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
    return true;
  }

  Count weight_of_pieces() const {
    Count sum = 0;
    for (const Index v : pieces_) sum += weight(v);
    return sum;
  }

  /// Gives the pieces to ranks, and the nodes above them to teams. Returns the time that all of it takes. Computed in integers, so that every
  /// rank finds the same.
  Count share() {
    std::vector<Count> ready(ranks_, 0);                                 // when each rank has done what it has to do so far
    std::vector<Count> begin(nodes_.size(), 0), end(nodes_.size(), -1);  // of the elimination of each front
    const Count whole = weight_of_pieces();
    Count road = 0, last = -1, together = 0;
    int rank = -1;
    for (const Index piece : pieces_) {
      const Count place = (2 * road + weight(piece)) * ranks_ / (2 * whole);
      if (std::exchange(last, place) != place) ++rank;
      road += weight(piece);
      ready[rank] += weight(piece);
      for (Index v = tree_.first_below(piece); v <= piece; ++v) {
        nodes_[v].team = {rank, rank + 1};
        nodes_[v].rank = rank;
        end[v] = ready[rank];
      }
    }
    tree_.shared.clear();
    for (Index v = 0; v < std::ssize(nodes_); ++v) {
      if (end[v] >= 0) continue;
      Node& node = nodes_[v];
      const auto largest = std::max_element(node.children.begin(), node.children.end(),
                                            [&](Index a, Index b) { return nodes_[a].others.size() < nodes_[b].others.size(); });
      node.rank = nodes_[*largest].rank;
      node.team = {nodes_[node.children.front()].team.first, nodes_[node.children.back()].team.end};
      begin[v] = ready[node.rank];
      for (const Index child : node.children) begin[v] = std::max(begin[v], end[child]);
      end[v] = ready[node.rank] = begin[v] + dissection_.nodes[v].elimination;
      together += dissection_.nodes[v].if_shared;
      if (node.is_shared()) tree_.shared.push_back(v);
    }
    std::stable_sort(tree_.shared.begin(), tree_.shared.end(), [&](Index a, Index b) { return begin[a] < begin[b]; });
    return end.back() + together / ranks_;
  }

  const la::Dissection& dissection_;
  EliminationTree& tree_;
  std::vector<Node>& nodes_;
  int ranks_;
  std::vector<Index> pieces_;  ///< from left to right
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
  std::erase_if(result, [&](Index v) { return nodes[v].parent < 0 || !nodes[nodes[v].parent].is_shared(); });
  return result;
}

std::vector<Index> EliminationTree::shared_by(int rank) const {
  auto result = shared;
  std::erase_if(result, [&](Index v) { return !nodes[v].team.contains(rank); });
  return result;
}

EliminationTree elimination_tree(const ElementSystem& system, int ranks) {
  if (system.dissection == nullptr) throw std::logic_error("the elements are not dissected");
  EliminationTree tree;
  tree.elements.assign(system.dissection->order.begin(), system.dissection->order.end());
  tree.nodes = nodes_of(*system.dissection);
  if (tree.nodes.empty()) return tree;
  place_dofs(system, tree);
  find_others(system, tree);
  Ownership(*system.dissection, tree, ranks).assign();
  return tree;
}

}  // namespace febem::common
