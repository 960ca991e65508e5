#include "mesh/curved_panel.h"

#include <Eigen/LU>
#include <algorithm>
#include <map>
#include <utility>

#include "core/error.h"
#include "mesh/element_topology.h"
#include "mesh/panel_functions.h"

namespace febem::mesh {

namespace {

using MapMonomials = Eigen::Matrix<double, 8, 1>;

MapMonomials map_monomials(const Vector2d& xi) {
  const double r = xi[0], s = xi[1];
  return (MapMonomials() << 1, r, s, r * r, r * s, s * s, r * r * s, r * s * s).finished();
}

/// The matrix that makes coefficients of the nodes' positions, corners first. Those of a triangle
/// are of degree 2.
Eigen::Matrix<double, 8, 8> make_interpolation(int n) {
  const auto corners = reference_corners(n);
  Eigen::Matrix<double, 8, 8> at_nodes = Eigen::Matrix<double, 8, 8>::Zero();
  for (int v = 0; v < n; ++v) {
    at_nodes.col(v) = map_monomials(corners[v]);
    at_nodes.col(n + v) = map_monomials((corners[v] + corners[(v + 1) % n]) / 2);
  }
  Eigen::Matrix<double, 8, 8> result = Eigen::Matrix<double, 8, 8>::Zero();
  result.topLeftCorner(2 * n, 2 * n) = at_nodes.topLeftCorner(2 * n, 2 * n).inverse();
  return result;
}

const Eigen::Matrix<double, 8, 8>& interpolation(int corners) {
  static const auto triangle = make_interpolation(3), square = make_interpolation(4);
  return corners == 3 ? triangle : square;
}

}  // namespace

CurvedPanel::CurvedPanel(const Surface& surface, Index j)
    : corners_(surface.panels[j].vertex_count) {
  Eigen::Matrix<double, 3, 8> nodes = Eigen::Matrix<double, 3, 8>::Zero();
  for (int v = 0; v < corners_; ++v) {
    nodes.col(v) = surface.points[surface.panels[j].vertices[v]];
    nodes.col(corners_ + v) = middle(surface, j, v);
  }
  c_ = nodes * interpolation(corners_);
  if (surface.has_ninth_node(j)) {
    // The function of the ninth node: (1 - r^2)(1 - s^2).
    bubble_ = surface.ninth_nodes[j] - c_.col(0);
    c_.col(0) += bubble_;
    c_.col(3) -= bubble_;
    c_.col(5) -= bubble_;
  }
  centre_ = at(reference_middle()).point;
  for (int n = 0; n < 2 * corners_; ++n)
    radius_ = std::max(radius_, (nodes.col(n) - centre_).norm());
}

std::span<const Vector2d> CurvedPanel::reference_corners() const {
  static const auto triangle = mesh::reference_corners(3), square = mesh::reference_corners(4);
  return std::span(corners_ == 3 ? triangle : square).first(static_cast<std::size_t>(corners_));
}

CurvedPanel::Place CurvedPanel::at(const Vector2d& xi) const {
  const double r = xi[0], s = xi[1];
  return {c_ * map_monomials(xi) + r * r * s * s * bubble_,
      c_.col(1) + 2 * r * c_.col(3) + s * c_.col(4) + 2 * r * s * c_.col(6) + s * s * c_.col(7) +
          2 * r * s * s * bubble_,
      c_.col(2) + r * c_.col(4) + 2 * s * c_.col(5) + r * r * c_.col(6) + 2 * r * s * c_.col(7) +
          2 * r * r * s * bubble_};
}

PanelLine CurvedPanel::line(
    const Vector2d& from, const Vector2d& direction, const Vec3& seen_from) const {
  const Place place = at(from);
  const double r = from[0], s = from[1], a = direction[0], b = direction[1];
  const auto c = [&](int m) { return c_.col(m); };
  // Half the second and third derivatives of the map.
  const Vec3 rr = c(3) + s * c(6) + s * s * bubble_,
             rs = c(4) + 2 * (r * c(6) + s * c(7)) + 4 * r * s * bubble_,
             ss = c(5) + r * c(7) + r * r * bubble_;
  const Vec3 rrs = c(6) + 2 * s * bubble_, rss = c(7) + 2 * r * bubble_;
  return {from, direction,
      {place.point - seen_from, a * place.along_r + b * place.along_s,
          a * a * rr + a * b * rs + b * b * ss, a * b * (a * rrs + b * rss),
          a * a * b * b * bubble_},
      {place.along_r, 2 * a * rr + b * rs, b * (2 * a * rrs + b * rss), 2 * a * b * b * bubble_},
      {place.along_s, a * rs + 2 * b * ss, a * (a * rrs + 2 * b * rss), 2 * a * a * b * bubble_}};
}

double CurvedPanel::bend() const {
  const auto length = [&](int m) { return c_.col(m).norm(); };
  // y_,rr = 2 (c3 + s c6 + s^2 bubble), y_,ss likewise, y_,rs = c4 + 2 (r c6 + s c7) + 4 r s
  // bubble.
  const auto along = [&](int square, int cubic) {
    return 2 * (std::max(length(square), (c_.col(square) + bubble_).norm()) + length(cubic));
  };
  return std::max(along(3, 6), along(5, 7)) + length(4) + 2 * (length(6) + length(7)) +
         4 * bubble_.norm();
}

PanelExtent extent(const Surface& surface, Index j) {
  if (surface.middles.empty())
    return {surface.areas[j], surface.areas[j] * surface.centroids[j].dot(surface.normals[j]) / 3};
  static const PanelFunctions triangle(2, 3), square(2, 4);
  const CurvedPanel panel(surface, j);
  PanelExtent sum;
  for (const auto& node : (panel.corners() == 3 ? triangle : square).nodes()) {
    const auto place = panel.at(node.at);
    const Vec3 area = node.weight * place.area_vector();
    sum.area += area.norm();
    sum.volume += place.point.dot(area) / 3;
  }
  return sum;
}

namespace {

/// J of a flat quadrilateral is a quarter of its area, of a triangle twice its area.
bool is_folded(const Surface& surface, Index j) {
  const CurvedPanel panel(surface, j);
  const auto corners = panel.reference_corners();
  const auto turned = [&](const Vector2d& xi) {
    return !(panel.at(xi).area_vector().dot(surface.normals[j]) > 1e-3 * surface.areas[j] / 4);
  };
  for (std::size_t v = 0; v < corners.size(); ++v)
    if (turned(corners[v]) || turned((corners[v] + corners[(v + 1) % corners.size()]) / 2))
      return true;
  return turned(panel.reference_middle());
}

}  // namespace

void check_curves(const Surface& surface) {
  if (surface.middles.empty()) return;
  std::map<std::pair<Index, Index>, std::pair<Index, Vec3>>
      first_of;  // the first panel at each edge and its middle
  for (Index j = 0; j < surface.size(); ++j) {
    const Panel& panel = surface.panels[j];
    for (int v = 0; v < panel.vertex_count; ++v) {
      const Index a = panel.vertices[v], b = panel.next(v);
      const auto& [other, there] =
          first_of.try_emplace(panel.edge(v), j, surface.middles[j][v]).first->second;
      if (!((surface.middles[j][v] - there).norm() <=
              1e-9 * (surface.points[a] - surface.points[b]).norm()))
        throw core::InputError("surface: panels ", other, " and ", j,
            " have different mid-side nodes on their common edge at ", text(surface.points[a]));
    }
  }
  Faults folded;
  for (Index j = 0; j < surface.size(); ++j)
    if (is_folded(surface, j))
      folded.add("surface: panel ", j, " at ", text(surface.centroids[j]),
          " is folded: a node between its vertices is too far from the middle");
  if (folded.count > 0) throw core::InputError(folded.text("panel"));
}

}  // namespace febem::mesh
