// Locates given panels on the skin of a solid: for each vertex, Newton (Gauss-Newton) in the face's
// coordinates,
//   xi <- xi + (J^T J)^-1 J^T (x - x(xi)),   J = dx/dxi.
#include <optional>

#include "core/error.h"
#include "mesh/element_topology.h"
#include "mesh/wet_surface.h"

namespace febem::mesh {
namespace {

using Eigen::Vector2d;

constexpr double tolerance = 1e-4;  // of the panel's size, and of the face coordinates

struct Candidate {
  FaceGeometry geometry;
  Eigen::AlignedBox3d box;

  Candidate(const Solid& solid, const Face& f) : geometry(solid, f) {
    for (int i = 0; i < geometry.topology.nodes; ++i) box.extend(Vec3(geometry.points.col(i)));
    const Vec3 margin =
        Vec3::Constant(0.3 * box.diagonal().norm());  // a curved face bulges out of its nodes' box
    box.min() -= margin;
    box.max() += margin;
  }

  bool inside(const Vector2d& at) const {
    if (geometry.topology.corners == 3)
      return at.minCoeff() > -tolerance && at.sum() < 1 + tolerance;
    return at.cwiseAbs().maxCoeff() < 1 + tolerance;
  }

  // Face coordinates of x if it lies on this face.
  std::optional<Vector2d> locate(const Vec3& x, double distance) const {
    Vector2d at = geometry.topology.corners == 3 ? Vector2d(1. / 3, 1. / 3) : Vector2d(0, 0);
    for (int step = 0; step < 20; ++step) {
      const FaceShape shape = face_shape(geometry.topology, at);
      const Eigen::Matrix<double, 3, 2> tangents = geometry.points * shape.gradient;
      const Vec3 residual = x - geometry.points * shape.value;
      const Vector2d correction =
          (tangents.transpose() * tangents).ldlt().solve(tangents.transpose() * residual);
      at += correction;
      if (!at.allFinite() || at.norm() > 10) return std::nullopt;
      if (correction.norm() < 1e-12) break;
    }
    if (!inside(at) || (x - geometry.position(at)).norm() > distance) return std::nullopt;
    return at;
  }
};

std::optional<PanelPart> place(const Candidate& candidate, const Surface& surface, Index j) {
  const Panel& panel = surface.panels[j];
  PanelPart part{j, candidate.geometry.face, {}, reference_corners(panel.vertex_count)};
  part.on_face.fill(Vector2d::Zero());
  for (int v = 0; v < panel.vertex_count; ++v) {
    const Vec3& x = surface.points[panel.vertices[v]];
    if (!candidate.box.contains(x)) return std::nullopt;
    const auto at = candidate.locate(x, tolerance * std::sqrt(surface.areas[j]));
    if (!at) return std::nullopt;
    part.on_face[v] = *at;
  }
  return part;
}

// The area of a panel in the coordinates of its face, positive when it turns the same way.
double extent(const PanelPart& part, int vertices) {
  double sum = 0;
  for (int v = 0; v < vertices; ++v) {
    const Vector2d &a = part.on_face[v], &b = part.on_face[(v + 1) % vertices];
    sum += 0.5 * (a.x() * b.y() - a.y() * b.x());
  }
  return sum;
}

}  // namespace

WetSurface match(const Solid& solid, const std::vector<Face>& boundary, Surface surface,
    const Mirrors& mirrors) {
  measure(surface);
  validate(surface, !mirrors.empty());
  std::vector<Candidate> candidates;
  for (const Face& face : outer_faces(solid, boundary, mirrors))
    candidates.emplace_back(solid, face);
  std::vector<double> covered(candidates.size(), 0.0);
  WetSurface result;
  Faults lost, not_covered;
  for (Index j = 0; j < surface.size(); ++j) {
    bool placed = false;
    for (std::size_t c = 0; c < candidates.size() && !placed; ++c) {
      const auto part = place(candidates[c], surface, j);
      if (!part) continue;
      const double share = extent(*part, surface.panels[j].vertex_count);
      if (share <= tolerance * tolerance) continue;
      covered[c] += share;
      result.parts.push_back(*part);
      placed = true;
    }
    if (!placed)
      lost.add("surface: panel ", j, " at (", surface.centroids[j].transpose(),
          ") does not lie on the skin of the structure");
  }
  if (lost.count > 0) throw core::InputError(lost.text("panel"));
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const auto& geometry = candidates[c].geometry;
    const double whole = geometry.topology.corners == 3 ? 0.5 : 4.0;
    if (!(std::abs(covered[c] - whole) <= 1e-3 * whole))
      not_covered.add("surface: its panels do not cover face ", geometry.face.face, " of element ",
          geometry.face.element, " of the structure's skin exactly once");
  }
  if (not_covered.count > 0) throw core::InputError(not_covered.text("face"));
  result.surface = std::move(surface);
  return result;
}

}  // namespace febem::mesh
