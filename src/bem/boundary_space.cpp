#include "bem/boundary_space.h"

#include <algorithm>

namespace febem::bem {

BoundarySpace::BoundarySpace(const mesh::Surface& surface, int order) : order_(order) {
  if (order == 0) {
    points = surface.centroids;
    normals = surface.normals;
    mass = surface.areas;
    for (Index j = 0; j < surface.size(); ++j) {
      panel.push_back(j);
      first_.push_back(j + 1);
    }
    return;
  }
  for (const int corners : {3, 4}) functions_.emplace_back(order, corners);
  for (Index j = 0; j < surface.size(); ++j) add(CurvedPanel(surface, j));
}

void BoundarySpace::add(const CurvedPanel& shape) {
  const auto j = static_cast<Index>(panels_.size());
  panels_.push_back(shape);
  for (const auto& node : functions(j).nodes()) {
    const auto place = shape.at(node.at);
    const Vec3 area = place.area_vector();
    points.push_back(place.point);
    normals.push_back(area.normalized());
    mass.push_back(node.weight * area.norm());
    panel.push_back(j);
  }
  first_.push_back(size());
}

mesh::Surface cells(const mesh::Surface& surface, const BoundarySpace& space) {
  if (space.order() == 0) return surface;
  mesh::Surface result;
  result.regions = surface.regions;
  for (Index j = 0; j < surface.size(); ++j)
    for (const auto& node : space.functions(j).nodes()) {
      mesh::Panel cell{
          {-1, -1, -1, -1}, static_cast<int>(node.cell.size()), surface.panels[j].region};
      for (std::size_t v = 0; v < node.cell.size(); ++v) {
        cell.vertices[v] = static_cast<Index>(result.points.size());
        result.points.push_back(space.panels()[j].at(node.cell[v]).point);
      }
      result.panels.push_back(cell);
    }
  result.centroids = space.points;
  result.normals = space.normals;
  result.areas = space.mass;
  return result;
}

Vec3 corner_normal(
    const mesh::Surface& surface, const BoundarySpace& space, Index panel, Index vertex) {
  const auto& vertices = surface.panels[panel].vertices;
  const auto& shape = space.panels()[panel];
  const auto corner = std::find(vertices.begin(), vertices.end(), vertex) - vertices.begin();
  return shape.at(shape.reference_corners()[corner]).area_vector().normalized();
}

std::vector<std::vector<Index>> vertex_neighbours(const mesh::Surface& surface) {
  std::vector<std::vector<Index>> panels_at(surface.points.size()),
      neighbours(surface.panels.size());
  const auto vertices = [&](Index j) {
    const mesh::Panel& panel = surface.panels[j];
    return std::vector<Index>(panel.vertices.begin(), panel.vertices.begin() + panel.vertex_count);
  };
  for (Index j = 0; j < surface.size(); ++j)
    for (const Index vertex : vertices(j)) panels_at[vertex].push_back(j);
  for (Index j = 0; j < surface.size(); ++j) {
    auto& found = neighbours[j];
    for (const Index vertex : vertices(j))
      found.insert(found.end(), panels_at[vertex].begin(), panels_at[vertex].end());
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    found.erase(std::find(found.begin(), found.end(), j));
  }
  return neighbours;
}

}  // namespace febem::bem
