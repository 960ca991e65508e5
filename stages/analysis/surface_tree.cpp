#include "stages/analysis/surface_tree.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "core/error.h"
#include "la/packed.h"

namespace febem::analysis {
namespace {

Dofs dofs_of(const fem::SparseMatrix& coupling, Index panel) {
  Dofs dofs;
  for (fem::SparseMatrix::InnerIterator entry(coupling, panel); entry; ++entry)
    dofs.push_back(static_cast<Dofs::value_type>(entry.row()));
  return dofs;
}

/// Finds the node that a column enters at: the lowest one of a subdomain whose front has all
/// degrees of freedom of the column.
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
  BlockPartition(const EliminationTree& tree, SurfaceTree& surface)
      : tree_(tree), surface_(surface) {
    surface.storage.assign(tree.nodes.size(), Storage::within_block);
    if (!tree.nodes.empty()) decide(std::ssize(tree.nodes) - 1);
  }

 private:
  struct Cost {
    double as_block = 0;  ///< of G within the block, its product with B left out
    double best = 0;
  };

  Cost decide(Index v) {
    const auto& node = tree_.nodes[v];
    const double n = surface_.subtree[v].size(), p = std::ssize(node.eliminated),
                 all = std::ssize(surface_.panels);
    Cost below;
    for (const Index child : node.children) {
      const Cost cost = decide(child);
      below.as_block += cost.as_block;
      below.best += cost.best;
    }
    const double as_block = below.as_block + p * n * n / 2, formed = as_block + all * n * n;
    const double factored = below.best + 2 * all * n * p;
    if (formed > factored && !node.is_leaf) {
      surface_.storage[v] = Storage::factored;
      return {as_block, factored};
    }
    std::fill(surface_.storage.begin() + tree_.first_below(v), surface_.storage.begin() + v,
        Storage::within_block);
    surface_.storage[v] = Storage::block;
    return {as_block, formed};
  }

  const EliminationTree& tree_;
  SurfaceTree& surface_;
};

}  // namespace

PanelRange SurfaceTree::range(Index node, int rank) const {
  const auto& [begin, end] = subtree[node];
  const auto& team = teams[node];
  if (!team.contains(rank)) return {begin, begin};
  return subtree[node].part(team.number(rank), team.size());
}

SurfaceTree surface_tree(const EliminationTree& tree, const fem::SparseMatrix& coupling) {
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
  for (Index v = 0; v < std::ssize(tree.nodes); ++v) {
    surface.subtree.push_back({place_of(tree.first_below(v)), place_of(v + 1)});
    surface.teams.push_back(tree.nodes[v].team);
  }
  for (int rank = 0; rank < tree.ranks; ++rank) {
    const auto nodes = tree.nodes_of(rank);
    surface.subdomain.push_back(
        nodes.empty() ? PanelRange{}
                      : PanelRange{place_of(nodes.front()), place_of(nodes.back() + 1)});
  }
  BlockPartition(tree, surface);
  surface.accumulated_at.resize(tree.nodes.size());
  for (Index v = std::ssize(tree.nodes) - 1; v >= 0; --v) {
    const Index parent = tree.nodes[v].parent;
    const bool is_highest =
        surface.storage[v] != Storage::within_block || tree.nodes[parent].is_shared();
    surface.accumulated_at[v] = is_highest ? v : surface.accumulated_at[parent];
  }
  surface.schedule = schedule(tree, surface, tree.pivots_without_delays());
  return surface;
}

Schedule schedule(
    const EliminationTree& tree, const SurfaceTree& surface, const std::vector<Index>& pivots) {
  Schedule result;
  std::vector<Count> sent(surface.subdomain.size(), 0);  // entries, by rank
  const auto add = [&](ScheduledBroadcast& to, Index v) {
    const auto range = surface.range(v, to.rank);
    const auto [begin, end] = surface.subtree[v];
    const bool is_factored = surface.storage[v] == Storage::factored;
    if (range.empty() || surface.storage[v] == Storage::within_block ||
        (is_factored && pivots[v] == 0))
      return;
    FactorBlock block{v, range};
    block.offset = to.entries;
    if (is_factored) {
      block.pivots = pivots[v];
      block.has_d = range.begin == begin;
      block.entries = block.pivots * (range.size() + (block.has_d ? 4 : 0));
    } else {
      block.entries = la::triangle(end - range.begin) - la::triangle(end - range.end);
    }
    to.entries += block.entries;
    to.blocks.push_back(block);
  };
  const auto fill_buffer = [&](Schedule&& broadcasts) {
    std::erase_if(broadcasts, [](const auto& broadcast) { return broadcast.entries == 0; });
    Count entries = 0;
    for (auto& broadcast : broadcasts) {
      broadcast.offset =
          std::exchange(sent[broadcast.rank], sent[broadcast.rank] + broadcast.entries);
      broadcast.buffer_offset = std::exchange(entries, entries + broadcast.entries);
    }
    for (auto& broadcast : broadcasts) {
      broadcast.buffer_entries = entries;
      result.push_back(std::move(broadcast));
    }
  };
  for (int rank = 0; rank < tree.ranks; ++rank) {
    ScheduledBroadcast own{rank, {}};
    for (const auto storage : {Storage::block, Storage::factored})
      for (const Index v : tree.nodes_of(rank))
        if (surface.storage[v] == storage) add(own, v);
    fill_buffer({own});
  }
  for (const Index v : tree.shared) {
    Schedule of_team;
    for (int rank = surface.teams[v].first; rank < surface.teams[v].end; ++rank)
      add(of_team.emplace_back(ScheduledBroadcast{rank, {}}), v);
    fill_buffer(std::move(of_team));
  }
  return result;
}

Count send_buffer_entries(const Schedule& schedule, int rank) {
  Count entries = 0;
  for (const auto& broadcast : schedule)
    if (broadcast.rank == rank) entries += broadcast.entries;
  return entries;
}

}  // namespace febem::analysis
