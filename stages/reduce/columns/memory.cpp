#include "stages/reduce/columns/memory.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/types.h"
#include "la/multiplier.h"
#include "stages/reduce/columns/layout.h"

namespace febem::reduce {
namespace {

/// Entries of ForwardElimination: X of the node at hand, W and what each node has left for its parent, G of a block, the message.
Count forward_entries(const Subdomains& parts, const SurfaceTree& surface, const Layout& layout, int rank) {
  std::map<Index, Count> left;
  Count waiting = 0, block = 0, peak = layout.entries;
  for (const int owner : {rank, EliminationTree::interface})
    for (const Index v : parts.tree.nodes_of(owner)) {
      const Count n = surface.range(v, rank).size(), p = parts.pivots[v], front = parts.front(v), rest = front - p;
      if (n == 0) continue;
      if (surface.part[v] == Part::block) block = n * n;
      peak = std::max(peak, layout.entries + waiting + block + (front + rest + 2 * p) * n);
      for (const Index child : parts.tree.nodes[v].children) waiting -= std::exchange(left[child], 0);
      waiting += left[v] = rest * n;
    }
  return peak;
}

/// Of a la::Multiplier.
Count multiplier_entries(Index m, Index k) { return la::by_three(m, k) ? 3 * Count{m} * k / 2 : Count{m} * k; }

/// Entries of Product: the message at hand and the next, what is kept of those before, Q, and G of a block, or the multiplier of a section.
Count product_entries(const Subdomains& parts, const std::vector<Layout>& layouts, int rank, Count own) {
  std::set<Index> nodes;
  Count kept = 0, q = 0, peak = 0;
  for (int at = 0; at < std::ssize(layouts); ++at) {
    const auto& layout = layouts[at];
    Count g = 0;
    for (const auto& section : layout.blocks) {
      const Index n = section.range.size();
      g = std::max(g, Count{n} * n + multiplier_entries(n, n));
    }
    for (const auto& section : layout.factored) {
      g = std::max(g, multiplier_entries(section.pivots, section.range.size()));
      if (nodes.insert(section.node).second) q += own * parts.pivots[section.node];
    }
    Count messages = layout.entries;
    if (at + 1 < std::ssize(layouts)) messages += layouts[at + 1].entries;
    if (at + 1 < rank) messages += layouts[rank].entries;
    peak = std::max(peak, messages + kept + q + g);
    kept += layout.entries - layout.factored_offset;
    peak = std::max(peak, messages + kept + q);
  }
  return peak;
}

}  // namespace

std::vector<Count> columns_memory(const Subdomains& parts, const fem::SparseMatrix& coupling, const la::RowMap& rows) {
  const auto surface = surface_tree(parts, coupling, rows.ranks());
  std::vector<Layout> layouts;
  for (int rank = 0; rank < rows.ranks(); ++rank) layouts.emplace_back(parts, surface, rank);
  std::vector<Count> bytes;
  for (int rank = 0; rank < rows.ranks(); ++rank)
    bytes.push_back(static_cast<Count>(sizeof(core::Complex)) * std::max(forward_entries(parts, surface, layouts[rank], rank),
                                                     product_entries(parts, layouts, rank, rows.local_rows(rank))));
  return bytes;
}

}  // namespace febem::reduce
