#include "stages/reduce/columns/surface_tree.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "core/error.h"
#include "la/packed.h"

namespace febem::reduce {
namespace {

using common::Dofs;

Dofs dofs_of(const fem::SparseMatrix& coupling, Index panel) {
  Dofs dofs;
  for (fem::SparseMatrix::InnerIterator entry(coupling, panel); entry; ++entry)
    dofs.push_back(static_cast<Dofs::value_type>(entry.row()));
  return dofs;
}

/// Finds the node that a column enters at: a rank's, with all of its degrees of freedom in the
/// front.
class EntryPoint {
 public:
  explicit EntryPoint(const EliminationTree& tree) : tree_(tree) {
    for (const auto& node : tree.nodes) {
      others_.push_back(node.others);
      std::sort(others_.back().begin(), others_.back().end());
    }
  }

  /// -1 if there is none.
  Index of(const Dofs& dofs) const { return search(std::ssize(tree_.nodes) - 1, dofs); }

 private:
  Index search(Index v, const Dofs& dofs) const {
    if (!std::all_of(dofs.begin(), dofs.end(), [&](auto dof) { return in_subtree(v, dof); }))
      return -1;
    for (const Index child : tree_.nodes[v].children)
      if (const Index found = search(child, dofs); found >= 0) return found;
    const bool all_in_front = std::all_of(
        dofs.begin(), dofs.end(), [&](auto dof) { return tree_.node_of_dof[dof] >= v; });
    return all_in_front && !tree_.nodes[v].is_shared() ? v : -1;
  }

  /// Some element of the node touches it: it is eliminated in its subtree, or one of its others.
  bool in_subtree(Index v, Dofs::value_type dof) const {
    Index at = tree_.node_of_dof[dof];
    if (at > v) return std::binary_search(others_[v].begin(), others_[v].end(), dof);
    while (at >= 0 && at < v) at = tree_.nodes[at].parent;
    return at == v;
  }

  const EliminationTree& tree_;
  std::vector<Dofs> others_;  ///< of each node, by number
};

/// Where forming G on all panels of a subtree costs less than keeping the node's part factored and
/// forming it below: of complex multiply-adds, all ranks together, with n panels of the node, p
/// pivots and n_a panels in all,
///
///     n_a n^2 + p n^2 / 2 + ...        or        2 n_a n p + ...
class BlockPartition {
 public:
  BlockPartition(const Subdomains& parts, SurfaceTree& surface) : parts_(parts), surface_(surface) {
    surface.part.assign(parts.tree.nodes.size(), Part::interior);
  }

  void decide() {
    if (parts_.tree.nodes.empty()) return;
    decide(std::ssize(parts_.tree.nodes) - 1);
  }

 private:
  struct Cost {
    double as_block = 0;  ///< of G within the block, its product with B left out
    double best = 0;
  };

  Cost decide(Index v) {
    const double n = surface_.of_node[v].size(), p = parts_.pivots[v],
                 all = std::ssize(surface_.panels);
    Cost below;
    for (const Index child : parts_.tree.nodes[v].children) {
      const Cost cost = decide(child);
      below.as_block += cost.as_block;
      below.best += cost.best;
    }
    const double as_block = below.as_block + p * n * n / 2, formed = as_block + all * n * n;
    const double factored = below.best + 2 * all * n * p;
    if (formed <= factored || parts_.tree.nodes[v].is_leaf) {
      become_block(v);
      return {as_block, formed};
    }
    surface_.part[v] = Part::factored;
    return {as_block, factored};
  }

  void become_block(Index v) {
    for (const Index child : parts_.tree.nodes[v].children) become_interior(child);
    surface_.part[v] = Part::block;
  }
  void become_interior(Index v) {
    surface_.part[v] = Part::interior;
    for (const Index child : parts_.tree.nodes[v].children) become_interior(child);
  }

  const Subdomains& parts_;
  SurfaceTree& surface_;
};

}  // namespace

PanelRange SurfaceTree::range(Index node, int rank) const {
  const auto& panels_of_node = of_node[node];
  const auto& team = teams[node];
  if (!team.contains(rank)) return {panels_of_node.begin, panels_of_node.begin};
  return panels_of_node.part(team.number(rank), team.size());
}

SurfaceTree surface_tree(const Subdomains& parts, const fem::SparseMatrix& coupling, int ranks) {
  const auto& tree = parts.tree;
  SurfaceTree surface;
  const EntryPoint entry(tree);
  std::vector<Index> enters;
  for (Index j = 0; j < coupling.cols(); ++j) {
    enters.push_back(entry.of(dofs_of(coupling, j)));
    if (enters.back() < 0)
      throw core::RunError(
          "panel " + std::to_string(j) + " lies on no single element of the structure");
  }
  surface.panels.resize(enters.size());
  std::iota(surface.panels.begin(), surface.panels.end(), 0);
  std::stable_sort(surface.panels.begin(), surface.panels.end(),
      [&](Index a, Index b) { return enters[a] < enters[b]; });
  for (const Index panel : surface.panels) surface.entry.push_back(enters[panel]);

  const auto place_of = [&](Index node) {
    return std::lower_bound(surface.entry.begin(), surface.entry.end(), node) -
           surface.entry.begin();
  };
  std::vector<Index> first(tree.nodes.size());  // node of each subtree
  surface.of_rank.assign(ranks, {});
  for (Index v = 0; v < std::ssize(tree.nodes); ++v) {
    const auto& node = tree.nodes[v];
    first[v] = node.children.empty() ? v : first[node.children.front()];
    surface.of_node.push_back({place_of(first[v]), place_of(v + 1)});
    surface.teams.push_back(node.team);
  }
  for (int rank = 0; rank < ranks; ++rank)
    if (const auto nodes = tree.nodes_of(rank); !nodes.empty())
      surface.of_rank[rank] = {place_of(nodes.front()), place_of(nodes.back() + 1)};
  BlockPartition(parts, surface).decide();
  surface.summed_at.resize(tree.nodes.size());
  for (Index v = std::ssize(tree.nodes) - 1; v >= 0; --v) {
    const Index parent = tree.nodes[v].parent;
    surface.summed_at[v] = surface.part[v] != Part::interior || tree.nodes[parent].is_shared()
                               ? v
                               : surface.summed_at[parent];
  }
  return surface;
}

std::vector<Broadcast> broadcasts(const Subdomains& parts, const SurfaceTree& surface) {
  std::vector<Broadcast> result;
  std::vector<Count> said(surface.of_rank.size(), 0);  // by rank
  const auto add = [&](Broadcast& to, Index v) {
    const auto range = surface.range(v, to.rank);
    const Index p = parts.pivots[v], end = surface.of_node[v].end;
    if (range.empty() || surface.part[v] == Part::interior ||
        (surface.part[v] == Part::factored && p == 0))
      return;
    Section section{v, range};
    if (surface.part[v] == Part::block) {
      section.entries = la::triangle(end - range.begin) - la::triangle(end - range.end);
    } else {
      section.pivots = p;
      section.has_pivots = range.begin == surface.of_node[v].begin;
      section.entries = p * range.size() + (section.has_pivots ? 4 * p : 0);
    }
    section.offset = to.entries;
    to.entries += section.entries;
    to.sections.push_back(section);
  };
  const auto say = [&](std::vector<Broadcast>&& whole) {
    std::erase_if(whole, [](const auto& broadcast) { return broadcast.entries == 0; });
    Count entries = 0;
    for (auto& broadcast : whole) {
      broadcast.offset =
          std::exchange(said[broadcast.rank], said[broadcast.rank] + broadcast.entries);
      broadcast.in_whole = std::exchange(entries, entries + broadcast.entries);
    }
    for (auto& broadcast : whole) {
      broadcast.of_whole = entries;
      result.push_back(std::move(broadcast));
    }
  };
  for (int rank = 0; rank < std::ssize(surface.of_rank); ++rank) {
    Broadcast own{rank, {}};
    for (const auto part : {Part::block, Part::factored})
      for (const Index v : parts.tree.nodes_of(rank))
        if (surface.part[v] == part) add(own, v);
    say({own});
  }
  for (const Index v : parts.tree.shared) {
    std::vector<Broadcast> whole;
    for (int rank = surface.teams[v].first; rank < surface.teams[v].end; ++rank)
      add(whole.emplace_back(Broadcast{rank, {}}), v);
    say(std::move(whole));
  }
  return result;
}

Count entries_of(const std::vector<Broadcast>& broadcasts, int rank) {
  Count entries = 0;
  for (const auto& broadcast : broadcasts)
    if (broadcast.rank == rank) entries += broadcast.entries;
  return entries;
}

}  // namespace febem::reduce
