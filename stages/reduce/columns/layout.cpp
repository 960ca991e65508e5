#include "stages/reduce/columns/layout.h"

#include "la/packed.h"

namespace febem::reduce {

Layout::Layout(const Subdomains& parts, const SurfaceTree& surface, int rank) {
  for (const Index v : parts.tree.nodes_of(rank)) {
    const auto range = surface.range(v, rank);
    if (surface.part[v] == Part::block) add(blocks, v, range, 0, false, la::triangle(range.size()));
  }
  factored_offset = entries;
  for (const int owner : {rank, EliminationTree::interface})
    for (const Index v : parts.tree.nodes_of(owner)) {
      const Index p = parts.pivots[v];
      if (surface.part[v] != Part::factored || p == 0) continue;
      const auto range = surface.range(v, rank);
      const bool own = owner == rank;
      add(factored, v, range, p, own, p * range.size() + (own ? 2 * p : 0));
    }
}

void Layout::add(std::vector<Section>& to, Index node, PanelRange range, Index pivots, bool has_pivots, Count count) {
  if (range.empty()) return;
  to.push_back({node, range, pivots, has_pivots, entries, count});
  entries += count;
}

}  // namespace febem::reduce
