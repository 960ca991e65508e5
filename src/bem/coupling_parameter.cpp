#include "bem/coupling_parameter.h"

#include <algorithm>
#include <cmath>

#include "mesh/edges.h"

namespace febem::bem {

using core::Complex;
using mesh::Body;
using mesh::Index;
using mesh::SharpEdge;
using mesh::Surface;

namespace {

constexpr double panel_sizes = 4;
constexpr double least_share = 0.25;  // of the area of a body that keeps its alpha

constexpr double fading = 8;        // its power of k / k0
constexpr double least_faded = 0.01;  // a smaller alpha changes no figure, but costs the kernels of N and K'

/// Factor on the usual coupling of a body: theta, less below k0 = `below` k1.
struct Strength {
  double theta, below;

  double operator()(double k, double k1) const {
    const double faded = std::min(1.0, std::pow(k / (below * k1), fading));
    return faded < least_faded ? 0 : theta * faded;
  }
};
constexpr Strength with_edges{0.7, 1}, without_edges{1, 0.31};

constexpr double rounding = 1e-9;  // so that panels that are mirror images of each other are treated alike

double area_of(const Surface& surface, const Body& body) {
  double area = 0;
  for (const Index j : body.panels) area += surface.areas[j];
  return area;
}

/// The convex ones of `edges` along which a panel of this body lies.
std::vector<SharpEdge> convex_edges_of(const Body& body, const std::vector<SharpEdge>& edges) {
  std::vector<SharpEdge> result;
  for (const auto& edge : edges)
    if (edge.turn > 0 && std::binary_search(body.panels.begin(), body.panels.end(), edge.walk.panel)) result.push_back(edge);
  return result;
}

struct Clearance {
  double value;  ///< infinite without sharp edges
  Index panel;
};

std::vector<Clearance> clearances(const Surface& surface, const Body& body, const std::vector<SharpEdge>& sharp, double thickness) {
  std::vector<Clearance> result;
  for (const Index j : body.panels) {
    const double nearest = mesh::nearest_edge(surface, sharp, surface.centroids[j]).distance;
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
  const auto all_sharp = mesh::sharp_edges(surface);
  for (const auto& body : mesh::bodies(surface)) {
    const auto sharp = convex_edges_of(body, all_sharp);
    const double area = area_of(surface, body);
    const double length = std::sqrt(area / (4 * core::pi));
    const double strength = (sharp.empty() ? without_edges : with_edges)(wavenumber, regular_below(body));
    const Complex coupling(0, strength * std::min(1 / wavenumber, length / 2));
    const auto clear = clearances(surface, body, sharp, 1.5 * body.volume / area);
    const double needed = clearance_needed(surface, clear, area) * (1 - rounding);
    for (const auto& [clearance, panel] : clear)
      if (clearance >= needed) alpha[panel] = coupling;
  }
  return alpha;
}

double regular_below(const Body& body) {
  const double ball = core::pi * std::cbrt(4 * core::pi / (3 * body.volume));
  const double box = core::pi * body.box.sizes().cwiseInverse().norm();
  return std::max(ball, box);
}

}  // namespace febem::bem
