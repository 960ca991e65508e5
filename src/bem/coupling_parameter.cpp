#include "bem/coupling_parameter.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace febem::bem {

using core::Complex;
using mesh::Body;
using mesh::Edge;
using mesh::Index;
using mesh::Surface;
using mesh::Vec3;

namespace {

constexpr double sharp_turn = 40 * core::pi / 180;  // more than a cylinder of 9 panels around turns
constexpr double panel_sizes = 4;
constexpr double least_share = 0.25;  // of the area of a body that keeps its alpha
constexpr double theta_with_edges = 0.5;
constexpr int fade = 4;
constexpr double rounding = 1e-9;  // so that panels that are mirror images of each other are treated alike

struct Measures {
  double area = 0;    ///< m^2
  double volume = 0;  ///< m^3
};

Measures measures(const Surface& surface, const Body& body) {
  Measures sum;
  for (const Index j : body.panels) {
    sum.area += surface.areas[j];
    sum.volume += surface.areas[j] * surface.centroids[j].dot(surface.normals[j]) / 3;
  }
  return sum;
}

std::vector<Edge> sharp_edges(const Surface& surface, const Body& body) {
  std::vector<Edge> result;
  std::copy_if(body.edges.begin(), body.edges.end(), std::back_inserter(result),
               [&](const Edge& edge) { return mesh::turn(surface, edge) > sharp_turn; });
  return result;
}

struct Clearance {
  double value;  ///< infinite without sharp edges
  Index panel;
};

std::vector<Clearance> clearances(const Surface& surface, const Body& body, const std::vector<Edge>& sharp, double thickness) {
  std::vector<Clearance> result;
  for (const Index j : body.panels) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const auto& edge : sharp) nearest = std::min(nearest, mesh::distance(surface, edge, surface.centroids[j]));
    result.push_back({nearest / std::max(panel_sizes * std::sqrt(surface.areas[j]), thickness), j});
  }
  return result;
}

/// c
double clearance_needed(const Surface& surface, std::vector<Clearance> clearances, double area) {
  std::sort(clearances.begin(), clearances.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
  double kept = 0;
  for (const auto& [value, panel] : clearances)
    if ((kept += surface.areas[panel]) >= least_share * area) return std::min(1.0, value);
  return 0;
}

}  // namespace

la::Vector coupling_parameter(const Surface& surface, double wavenumber) {
  la::Vector alpha = la::Vector::Zero(surface.size());
  if (!(wavenumber > 0)) return alpha;
  for (const auto& body : mesh::bodies(surface)) {
    const auto sharp = sharp_edges(surface, body);
    const auto [area, volume] = measures(surface, body);
    const double length = std::sqrt(area / (4 * core::pi)), theta = sharp.empty() ? 1 : theta_with_edges;
    const double fading = std::min(1.0, std::pow(wavenumber / regular_below(surface, body), fade));
    const Complex coupling(0, theta * fading * std::min(1 / wavenumber, length / 2));
    const auto clear = clearances(surface, body, sharp, 1.5 * volume / area);
    const double needed = clearance_needed(surface, clear, area) * (1 - rounding);
    for (const auto& [clearance, panel] : clear)
      if (clearance >= needed) alpha[panel] = coupling;
  }
  return alpha;
}

double regular_below(const Surface& surface, const Body& body) {
  Vec3 low = surface.points[surface.panels[body.panels.front()].vertices[0]], high = low;
  for (const Index j : body.panels) {
    const auto& [vertices, count, region] = surface.panels[j];
    for (int i = 0; i < count; ++i) {
      low = low.cwiseMin(surface.points[vertices[i]]);
      high = high.cwiseMax(surface.points[vertices[i]]);
    }
  }
  const double ball = core::pi * std::cbrt(4 * core::pi / (3 * measures(surface, body).volume));
  const double box = core::pi * (high - low).cwiseInverse().norm();
  return std::max(ball, box);
}

}  // namespace febem::bem
