#include "bem/panel_quadrature.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace febem::bem {

namespace {

/// Twice the usual size of a panel: corrections look a few panels around.
double cell_size(const mesh::Surface& surface) {
  return 2 * std::sqrt(std::accumulate(surface.areas.begin(), surface.areas.end(), 0.0) / static_cast<double>(surface.areas.size()));
}

}  // namespace

PanelQuadrature::PanelQuadrature(const mesh::Surface& surface, const PanelKernels& kernels)
    : kernels_(kernels), grid_(surface.centroids, cell_size(surface)) {
  for (Index j = 0; j < surface.size(); ++j) {
    const PanelShape& shape = shapes_.emplace_back(panel_shape(surface, j));
    maps_.push_back(panel_map(shape));
    largest_radius_ = std::max(largest_radius_, shape.radius);
  }
}

}  // namespace febem::bem
