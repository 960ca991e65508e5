// Quadrilaterals: product Gauss rule on the bilinear map, weight w_s w_t n.(x_s cross x_t).
// Triangles: the same on the collapsed map (third and fourth corner equal), or for low orders the
// symmetric rules of degree 2 (three points) and degree 5 (seven points, Radon 1948).
#include "bem/panel_quadrature.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace febem::bem {

namespace {

struct Nodes {
  std::array<double, RulePoints::capacity> s, t, weight;
  int size = 0;

  void append(double at_s, double at_t, double with) {
    s[size] = at_s;
    t[size] = at_t;
    weight[size++] = with;
  }
};

template <unsigned order>
Nodes product_rule() {
  using Rule = boost::math::quadrature::gauss<double, order>;
  std::vector<std::pair<double, double>> line;  // position and weight
  for (std::size_t q = 0; q < Rule::abscissa().size(); ++q) {
    const double position = Rule::abscissa()[q], weight = Rule::weights()[q];
    if (position > 0) line.emplace_back(-position, weight);
    line.emplace_back(position, weight);
  }
  Nodes nodes;
  for (const auto& [s, weight_s] : line)
    for (const auto& [t, weight_t] : line) nodes.append(s, t, weight_s * weight_t);
  return nodes;
}

/// The point with barycentric coordinates a, b, c, and this part of the area: the collapsed map has
/// a : b = (1 - s) : (1 + s), c = (1 + t)/2 and the area element (1 - t)/4 of the area.
void append_barycentric(Nodes& nodes, double a, double b, double c, double part) {
  nodes.append((b - a) / (a + b), 2 * c - 1, 2 * part / (1 - c));
}

/// The three points with barycentric coordinates (u, u, 1 - 2u), each with this part of the area.
void append_orbit(Nodes& nodes, double u, double part) {
  append_barycentric(nodes, 1 - 2 * u, u, u, part);
  append_barycentric(nodes, u, 1 - 2 * u, u, part);
  append_barycentric(nodes, u, u, 1 - 2 * u, part);
}

Nodes triangle_degree_2() {
  Nodes nodes;
  append_orbit(nodes, 1.0 / 6, 1.0 / 3);
  return nodes;
}

Nodes triangle_degree_5() {
  Nodes nodes;
  const double root = std::sqrt(15.0);
  append_barycentric(nodes, 1.0 / 3, 1.0 / 3, 1.0 / 3, 9.0 / 40);
  append_orbit(nodes, (6 - root) / 21, (155 - root) / 1200);
  append_orbit(nodes, (6 + root) / 21, (155 + root) / 1200);
  return nodes;
}

/// Twice the usual size of a panel: corrections look a few panels around.
double cell_size(const mesh::Surface& surface) {
  return 2 * std::sqrt(std::accumulate(surface.areas.begin(), surface.areas.end(), 0.0) /
                       static_cast<double>(surface.areas.size()));
}

}  // namespace

NodeArrays rule_nodes(std::size_t number) {
  static const std::array<Nodes, rules_total> rules{product_rule<2>(), product_rule<3>(),
      product_rule<4>(), product_rule<5>(), product_rule<8>(), triangle_degree_2(),
      triangle_degree_5(), product_rule<4>(), product_rule<5>(), product_rule<8>()};
  const Nodes& nodes = rules[number];
  return {nodes.s.data(), nodes.t.data(), nodes.weight.data(), nodes.size};
}

RulePoints rule_points(const PanelShape& shape, int order) {
  const PanelMap map = panel_map(shape);
  const NodeArrays nodes = rule_nodes(rule_number(shape.corner_count, order));
  RulePoints points;
  points.size = nodes.size;
  for (int q = 0; q < nodes.size; ++q) {
    const double s = nodes.s[q], t = nodes.t[q];
    const Vec3 at = map.point(s, t);
    points.x[q] = at.x();
    points.y[q] = at.y();
    points.z[q] = at.z();
    points.weight[q] = nodes.weight[q] * map.area_element(s, t);
  }
  return points;
}

PanelQuadrature::PanelQuadrature(const mesh::Surface& surface, const PanelKernels& kernels)
    : kernels_(kernels), grid_(surface.centroids, cell_size(surface)) {
  for (Index j = 0; j < surface.size(); ++j) {
    const PanelShape& shape = shapes_.emplace_back(panel_shape(surface, j));
    maps_.push_back(panel_map(shape));
    largest_radius_ = std::max(largest_radius_, shape.radius);
  }
}

}  // namespace febem::bem
