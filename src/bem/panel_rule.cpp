// Quadrilaterals: product Gauss rule on the bilinear map x(s,t) = sum N_v(s,t) c_v, weight w_s w_t n.(x_s
// cross x_t). Triangles: the same on the collapsed map (third and fourth corner equal), or for low orders the
// symmetric rules of degree 2 (three points) and degree 5 (seven points, Radon 1948).
#include "bem/panel_rule.h"

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <vector>

namespace febem::bem {

namespace {

struct Node {
  double position, weight;
};

template <unsigned order>
std::array<Node, order> gauss_nodes() {
  using Rule = boost::math::quadrature::gauss<double, order>;
  std::array<Node, order> nodes{};
  int n = 0;
  for (std::size_t q = 0; q < Rule::abscissa().size(); ++q) {
    const double position = Rule::abscissa()[q], weight = Rule::weights()[q];
    if (position > 0) nodes[n++] = {-position, weight};
    nodes[n++] = {position, weight};
  }
  return nodes;
}

void append(PointBuffer& points, const Vec3& at, double weight) {
  points.x[points.size] = at.x();
  points.y[points.size] = at.y();
  points.z[points.size] = at.z();
  points.weight[points.size++] = weight;
}

template <std::size_t order>
PointBuffer product_rule(const PanelShape& shape, const std::array<Node, order>& nodes) {
  const auto& [a, b, c, d] = shape.corners;
  const Vec3 middle = (a + b + c + d) / 4, along_s = (b + c - a - d) / 4, along_t = (c + d - a - b) / 4;
  const Vec3 twist = (a + c - b - d) / 4;
  PointBuffer points;
  for (const Node& s : nodes) {
    for (const Node& t : nodes) {
      const Vec3 x_s = along_s + t.position * twist, x_t = along_t + s.position * twist;
      const double jacobian = shape.normal.dot(x_s.cross(x_t));
      append(points, middle + s.position * along_s + t.position * x_t, s.weight * t.weight * jacobian);
    }
  }
  return points;
}

double triangle_area(const PanelShape& shape) {
  const auto& [a, b, c, unused] = shape.corners;
  return shape.normal.dot((b - a).cross(c - a)) / 2;
}

/// The three points with barycentric coordinates (u, u, 1 - 2u), each of this weight.
void append_orbit(PointBuffer& points, const PanelShape& shape, double u, double weight) {
  for (int v = 0; v < 3; ++v) {
    const Vec3 &own = shape.corners[v], &next = shape.corners[(v + 1) % 3],
               &last = shape.corners[(v + 2) % 3];
    append(points, (1 - 2 * u) * own + u * (next + last), weight);
  }
}

PointBuffer triangle_degree_2(const PanelShape& shape) {
  PointBuffer points;
  append_orbit(points, shape, 1.0 / 6, triangle_area(shape) / 3);
  return points;
}

PointBuffer triangle_degree_5(const PanelShape& shape) {
  const double area = triangle_area(shape), root = std::sqrt(15.0);
  PointBuffer points;
  append(points, (shape.corners[0] + shape.corners[1] + shape.corners[2]) / 3, area * 9 / 40);
  append_orbit(points, shape, (6 - root) / 21, area * (155 - root) / 1200);
  append_orbit(points, shape, (6 + root) / 21, area * (155 + root) / 1200);
  return points;
}

}  // namespace

PointBuffer rule_points(const PanelShape& shape, int order) {
  const bool triangle = shape.corner_count == 3;
  switch (order) {
    case 2:
      return triangle ? triangle_degree_2(shape) : product_rule(shape, gauss_nodes<2>());
    case 3:
      return triangle ? triangle_degree_5(shape) : product_rule(shape, gauss_nodes<3>());
    case 5:
      return product_rule(shape, gauss_nodes<5>());
    default:
      return product_rule(shape, gauss_nodes<8>());
  }
}

}  // namespace febem::bem
