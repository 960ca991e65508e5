// What the rows of the boundary element matrices need of the surface, and no frequency changes.
#pragma once

#include "bem/edge_correction.h"
#include "bem/panel_integrals.h"

namespace febem::bem {

/// Immutable. Refers to `surface`, which must be measured and outlive this. Memory: about 1 KiB a panel.
struct CollocationSurface {
  explicit CollocationSurface(const mesh::Surface& of, const PanelKernels& kernels = chosen_panel_kernels())
      : surface(of), integrals(of, kernels), neighbours(vertex_neighbours(of)), edges(of, neighbours) {}

  const mesh::Surface& surface;
  const PanelIntegrals integrals;
  const std::vector<std::vector<Index>> neighbours;  ///< of vertex_neighbours()
  const EdgeCorrection edges;
};

}  // namespace febem::bem
