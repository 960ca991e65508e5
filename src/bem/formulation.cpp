#include "bem/formulation.h"

#include <algorithm>
#include <cmath>

#include "mesh/edges.h"

namespace febem::bem {

using mesh::Body;
using mesh::SharpEdge;
using mesh::Surface;
using mesh::Vec3;

namespace {

constexpr double panel_sizes = 4;
constexpr double least_share = 0.25;  // of the area of a body that keeps its alpha

constexpr double fading = 8;  // its power of k / k0
constexpr double least_faded =
    1e-4;  // a smaller alpha changes no figure, but costs the kernels of N and K'

// Smooth in k, so that a rational function of it can follow the solution.
double smooth_min_with_one(double x) { return -std::expm1(-x); }
double smooth_max(double a, double b) { return std::pow(std::pow(a, 8) + std::pow(b, 8), 0.125); }

/// Factor on the usual coupling of a body: theta, less below k0 = `below` k1.
struct Strength {
  double theta, below;

  double operator()(double k, double k1) const {
    const double faded = smooth_min_with_one(std::pow(k / (below * k1), fading));
    return faded < least_faded ? 0 : theta * faded;
  }
};
constexpr Strength with_edges{0.7, 0.93}, without_edges{1, 0.31};

/// The part of the coupling that a panel of order 1 or 2 has, by k times its radius and k/k1.
double part_of_coupling(int order, bool has_edges, double k_radius, double k_of_bound) {
  double rise = order == 1 ? 0.07 / with_edges.theta
                           : 0.014 / (has_edges ? with_edges : without_edges).theta,
         least = 0.02;
  if (order == 1 && !has_edges) {
    rise = 0.04;
    least = 0.02 + 0.03 * smooth_min_with_one(std::pow(1.09 * k_of_bound, 16));
  }
  return std::min(smooth_max(rise * k_radius * k_radius, least), 0.2);
}

constexpr double rounding =
    1e-9;  // so that panels that are mirror images of each other are treated alike

/// The sharp edges, by the normals that curved panels have there.
std::vector<SharpEdge> sharp_edges(const Surface& surface, const BoundarySpace& space) {
  if (space.order() == 0) return mesh::sharp_edges(surface);
  std::vector<SharpEdge> result;
  mesh::for_each_edge(mesh::edge_walks(surface), [&](std::span<const mesh::EdgeWalk> walks) {
    if (walks.size() != 2) return;
    const Index one = walks[0].panel, other = walks[1].panel;
    const Vec3 a = corner_normal(surface, space, one, walks[0].tail),
               b = corner_normal(surface, space, other, walks[0].tail);
    const double angle = std::atan2(a.cross(b).norm(), a.dot(b));
    if (angle > mesh::sharp_turn)
      result.push_back({walks[0], std::copysign(angle, mesh::turn(surface, one, other))});
  });
  return result;
}

double area_of(const Surface& surface, const Body& body) {
  double area = 0;
  for (const Index j : body.panels) area += surface.areas[j];
  return area;
}

/// The convex ones of `edges` along which a panel of this body lies.
std::vector<SharpEdge> convex_edges_of(const Body& body, const std::vector<SharpEdge>& edges) {
  std::vector<SharpEdge> result;
  for (const auto& edge : edges)
    if (edge.turn > 0 &&
        std::binary_search(body.panels.begin(), body.panels.end(), edge.walk.panel))
      result.push_back(edge);
  return result;
}

struct Clearance {
  double value;  ///< infinite without sharp edges
  Index panel;
};

std::vector<Clearance> clearances(const Surface& surface, const Body& body,
    const std::vector<SharpEdge>& sharp, double thickness) {
  std::vector<Clearance> result;
  for (const Index j : body.panels) {
    const double nearest = mesh::nearest_edges(surface, sharp, surface.centroids[j]).distance;
    result.push_back({nearest / std::max(panel_sizes * std::sqrt(surface.areas[j]), thickness), j});
  }
  return result;
}

/// c
double clearance_needed(const Surface& surface, std::vector<Clearance> clearances, double area) {
  std::sort(clearances.begin(), clearances.end(),
      [](const auto& a, const auto& b) { return a.value > b.value; });
  double kept = 0;
  for (const auto& [value, panel] : clearances)
    if ((kept += surface.areas[panel]) >= least_share * area) return std::min(1.0, value);
  return 0;
}

constexpr double same_direction = 1e-7;  // sine; well above rounding

/// Normals of the flat sides of a body, where panels lie in one plane with a neighbour: one for all
/// sides that are parallel.
std::vector<Vec3> flat_directions(const Surface& surface, const Body& body) {
  std::vector<Vec3> result;
  mesh::for_each_edge(mesh::edge_walks(surface), [&](std::span<const mesh::EdgeWalk> walks) {
    const Vec3& normal = surface.normals[walks.front().panel];
    const auto parallel = [&](const Vec3& other) {
      return normal.cross(other).norm() < same_direction;
    };
    if (parallel(surface.normals[walks.back().panel]) && walks.size() > 1 &&
        std::none_of(result.begin(), result.end(), parallel) &&
        std::binary_search(body.panels.begin(), body.panels.end(), walks.front().panel))
      result.push_back(normal);
  });
  return result;
}

/// The greatest 1/a^2 + 1/b^2 + 1/c^2 of boxes around a body with one side on a flat side of it.
/// The next side lies on another flat side, or both others are as wide as the circle around the
/// body's projection along the first. 0 if the body is flat nowhere.
double best_box(const Surface& surface, const Body& body) {
  const auto directions = flat_directions(surface, body);
  if (directions.empty()) return 0;
  std::vector<Vec3> corners;
  for (const Index j : body.panels)
    for (int v = 0; v < surface.panels[j].vertex_count; ++v)
      corners.push_back(surface.points[surface.panels[j].vertices[v]]);
  const Eigen::Map<const Eigen::Matrix3Xd> points(corners.front().data(), 3, std::ssize(corners));
  const Eigen::Matrix3Xd from_middle = points.colwise() - points.rowwise().mean();
  const auto inverse_square = [](double length) { return 1 / (length * length); };
  const auto of_width = [&](const Vec3& along) {
    const Eigen::RowVectorXd at = along.transpose() * points;
    return inverse_square(at.maxCoeff() - at.minCoeff());
  };
  double best = 0;
  for (const Vec3& one : directions) {
    const Eigen::Matrix3Xd across = from_middle - one * (one.transpose() * from_middle);
    best =
        std::max(best, of_width(one) + 2 * inverse_square(2 * across.colwise().norm().maxCoeff()));
    for (const Vec3& other : directions)
      if (&other > &one && std::abs(one.dot(other)) < same_direction)
        best = std::max(best, of_width(one) + of_width(other) + of_width(one.cross(other)));
  }
  return best;
}

}  // namespace

CouplingParameter::CouplingParameter(const Surface& surface, const BoundarySpace& space)
    : space_(space) {
  const auto all_sharp = sharp_edges(surface, space);
  for (const auto& body : mesh::bodies(surface)) {
    const auto sharp = convex_edges_of(body, all_sharp);
    const double area = area_of(surface, body);
    const auto clear = clearances(surface, body, sharp, 1.5 * body.volume / area);
    const double needed =
        space.order() == 0 ? clearance_needed(surface, clear, area) * (1 - rounding) : 0;
    auto& coupling = bodies_.emplace_back(BodyCoupling{!sharp.empty(),
        std::sqrt(area / (4 * core::pi)), irregular_wavenumber_bound(surface, body), {}});
    for (const auto& [clearance, panel] : clear)
      if (clearance >= needed) coupling.panels.push_back(panel);
  }
}

la::Vector CouplingParameter::at(double wavenumber) const {
  la::Vector alpha = la::Vector::Zero(space_.size());
  if (!(wavenumber > 0)) return alpha;
  for (const auto& body : bodies_) {
    const Strength& strength = body.has_edges ? with_edges : without_edges;
    const double coupling =
        strength(wavenumber, body.bound) / smooth_max(wavenumber, 2 / body.length);
    for (const Index panel : body.panels) {
      const double part = space_.order() == 0 ? 1
                                              : part_of_coupling(space_.order(), body.has_edges,
                                                    wavenumber * space_.panels()[panel].radius(),
                                                    wavenumber / body.bound);
      alpha.segment(space_.first(panel), space_.first(panel + 1) - space_.first(panel))
          .setConstant(Complex(0, part * coupling));
    }
  }
  return alpha;
}

double irregular_wavenumber_bound(const Surface& surface, const Body& body) {
  const double ball = core::pi * std::cbrt(4 * core::pi / (3 * body.volume));
  return std::max(ball, core::pi * std::sqrt(best_box(surface, body)));
}

Formulation cbie(double wavenumber, const BoundarySpace& space) {
  return {wavenumber, la::Vector::Zero(space.size())};
}

Formulation burton_miller(
    double wavenumber, const mesh::Surface& surface, const BoundarySpace& space) {
  return {wavenumber, coupling_parameter(surface, space, wavenumber)};
}

Formulation burton_miller(double wavenumber, const mesh::Surface& surface) {
  return burton_miller(wavenumber, surface, surface);
}

}  // namespace febem::bem
