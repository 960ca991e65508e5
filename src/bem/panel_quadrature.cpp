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

void append(std::vector<double>& to, const std::array<double, PointBuffer::capacity>& values, int size) {
  to.insert(to.end(), values.begin(), values.begin() + size);
}

}  // namespace

PanelQuadrature::PanelQuadrature(const mesh::Surface& surface, const PanelKernels& kernels)
    : kernels_(kernels), grid_(surface.centroids, cell_size(surface)) {
  for (Index j = 0; j < surface.size(); ++j) {
    const PanelShape& shape = shapes_.emplace_back(panel_shape(surface, j));
    maps_.push_back(panel_map(shape));
    centres_.push_back(shape.centre);
    inverse_squared_radii_.push_back(1 / (shape.radius * shape.radius));
    largest_radius_ = std::max(largest_radius_, shape.radius);
    const PointBuffer points = rule_points(shape, 3);
    append(fine_.x, points.x, points.size);
    append(fine_.y, points.y, points.size);
    append(fine_.z, points.z, points.size);
    append(fine_.weight, points.weight, points.size);
    fine_.begin.push_back(static_cast<Index>(fine_.x.size()));
  }
}

}  // namespace febem::bem
