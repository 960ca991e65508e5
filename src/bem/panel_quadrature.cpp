#include "bem/panel_quadrature.h"

namespace febem::bem {

PanelQuadrature::PanelQuadrature(const mesh::Surface& surface) {
  shapes_.reserve(surface.panels.size());
  for (Index j = 0; j < surface.size(); ++j) {
    shapes_.push_back(panel_shape(surface, j));
    centres_.push_back(shapes_[j].centre);
    inverse_squared_radii_.push_back(1 / (shapes_[j].radius * shapes_[j].radius));
  }
  coarse_ = store(shapes_, 2);
  fine_ = store(shapes_, 3);
}

int PanelQuadrature::points(const Vec3& from, Index j) const {
  const int corners = shapes_[j].corner_count;
  if (const int order = order_from(from, j); order == 2 || order == 3) return rule_size(corners, order);
  int count = 0;
  for_each_leaf(shapes_[j], from, [&](const PanelShape& part, int order) { count += rule_size(part.corner_count, order); });
  return count;
}

PanelQuadrature::StoredRule PanelQuadrature::store(const std::vector<PanelShape>& shapes, int order) {
  StoredRule rule;
  rule.begin.push_back(0);
  for (const PanelShape& shape : shapes) {
    const PointBuffer points = rule_points(shape, order);
    for (int q = 0; q < points.size; ++q) {
      rule.x.push_back(points.x[q]);
      rule.y.push_back(points.y[q]);
      rule.z.push_back(points.z[q]);
      rule.weight.push_back(points.weight[q]);
    }
    rule.begin.push_back(std::ssize(rule.x));
  }
  return rule;
}

}  // namespace febem::bem
