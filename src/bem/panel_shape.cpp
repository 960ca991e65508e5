#include "bem/panel_shape.h"

#include <algorithm>

namespace febem::bem {

namespace {

double enclosing_radius(const PanelShape& shape) {
  double squared = 0;
  for (const Vec3& corner : shape.corners)
    squared = std::max(squared, (corner - shape.centre).squaredNorm());
  return std::sqrt(squared);
}

PanelShape part(
    const PanelShape& whole, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  PanelShape shape{{a, b, c, d}, whole.corner_count, (a + b + c + d) / 4, whole.normal, 0};
  if (whole.corner_count == 3) shape.centre = (a + b + c) / 3;
  shape.radius = enclosing_radius(shape);
  return shape;
}

}  // namespace

PanelShape panel_shape(const mesh::Surface& surface, Index j) {
  const mesh::Panel& panel = surface.panels[j];
  PanelShape shape{{}, panel.vertex_count, surface.centroids[j], surface.normals[j], 0};
  for (int v = 0; v < 4; ++v) {
    const Vec3& vertex = surface.points[panel.vertices[std::min(v, panel.vertex_count - 1)]];
    shape.corners[v] = vertex - (vertex - shape.centre).dot(shape.normal) * shape.normal;
  }
  shape.radius = enclosing_radius(shape);
  return shape;
}

std::array<PanelShape, 4> split(const PanelShape& shape) {
  const auto& [a, b, c, d] = shape.corners;
  const Vec3 ab = (a + b) / 2, bc = (b + c) / 2;
  if (shape.corner_count == 3) {
    const Vec3 ca = (c + a) / 2;
    return {part(shape, a, ab, ca, ca), part(shape, ab, b, bc, bc), part(shape, ca, bc, c, c),
        part(shape, ab, bc, ca, ca)};
  }
  const Vec3 cd = (c + d) / 2, da = (d + a) / 2, middle = (a + b + c + d) / 4;
  return {part(shape, a, ab, middle, da), part(shape, ab, b, bc, middle),
      part(shape, middle, bc, c, cd), part(shape, da, middle, cd, d)};
}

PanelMap panel_map(const PanelShape& shape) {
  const auto& [a, b, c, d] = shape.corners;
  const Vec3 middle = (a + b + c + d) / 4, along_s = (b + c - a - d) / 4,
             along_t = (c + d - a - b) / 4, twist = (a + c - b - d) / 4;
  const Vec3& normal = shape.normal;
  return {middle, along_s, along_t, twist,
      {normal.dot(along_s.cross(along_t)), normal.dot(along_s.cross(twist)),
          normal.dot(twist.cross(along_t))}};
}

}  // namespace febem::bem
