// What each rank says of G = W^T D^{-1} W in its message of stage 3 by columns: the same on every rank.
#pragma once

#include <vector>

#include "stages/reduce/columns/surface_tree.h"

namespace febem::reduce {

using core::Count;

/// What one node of a rank puts into that rank's message.
struct Section {
  Index node = 0;
  PanelRange range;         ///< of the rank's panels
  Index pivots = 0;         ///< 0 for a block
  bool has_pivots = false;  ///< D goes before W: the receivers do not have it
  Count offset = 0, entries = 0;
};

/// A rank's message: G of its blocks, lower triangles by columns; then W of the nodes that are kept factored, D before it where
/// only this rank has it.
struct Layout {
  std::vector<Section> blocks, factored;
  Count entries = 0;
  Count factored_offset = 0;

  Layout(const Subdomains& parts, const SurfaceTree& surface, int rank);

 private:
  void add(std::vector<Section>& to, Index node, PanelRange range, Index pivots, bool has_pivots, Count count);
};

}  // namespace febem::reduce
