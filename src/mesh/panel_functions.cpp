#include "mesh/panel_functions.h"

#include <Eigen/LU>
#include <array>
#include <cmath>

namespace febem::mesh {

namespace {

using Eigen::Vector2d;

std::vector<PanelFunctions::Node> nodes_of_square(int order) {
  const double one = 1 / std::sqrt(3.0), two = std::sqrt(0.6);
  const std::array<std::vector<std::pair<double, double>>, 3> lines{
      {{{0, 2}}, {{-one, 1}, {one, 1}}, {{-two, 5.0 / 9}, {0, 8.0 / 9}, {two, 5.0 / 9}}}};
  std::vector<PanelFunctions::Node> nodes;
  double low_s = -1;
  for (const auto& [s, of_s] : lines[order]) {
    const double high_s = low_s + of_s;
    double low_r = -1;
    for (const auto& [r, of_r] : lines[order]) {
      const double high_r = low_r + of_r;
      nodes.push_back({{r, s}, of_r * of_s,
          {{low_r, low_s}, {high_r, low_s}, {high_r, high_s}, {low_r, high_s}}});
      low_r = high_r;
    }
    low_s = high_s;
  }
  return nodes;
}

const std::array<Vector2d, 3> corners_of_triangle{Vector2d(0, 0), Vector2d(1, 0), Vector2d(0, 1)};
const Vector2d middle_of_triangle(1.0 / 3, 1.0 / 3);

/// The point of the edge from corner c to the next at this part of its length.
Vector2d on_edge(int c, double part) {
  return (1 - part) * corners_of_triangle[c] + part * corners_of_triangle[(c + 1) % 3];
}

/// The three points with barycentric coordinate 1 - 2u of a corner and u of the others. The cells
/// reach from the corner to `part` of both its edges and to the middle.
void append_corners(
    double u, double weight, double part, std::vector<PanelFunctions::Node>& nodes) {
  for (int c = 0; c < 3; ++c)
    nodes.push_back({(1 - 3 * u) * corners_of_triangle[c] + 3 * u * middle_of_triangle, weight,
        {corners_of_triangle[c], on_edge(c, part), middle_of_triangle,
            on_edge((c + 2) % 3, 1 - part)}});
}

/// The three points with barycentric coordinate 1 - 2u of a corner, and cells between the middle
/// and the other parts of the opposite edges.
void append_edges(double u, double weight, double part, std::vector<PanelFunctions::Node>& nodes) {
  for (int c = 0; c < 3; ++c)
    nodes.push_back({(1 - 3 * u) * corners_of_triangle[(c + 2) % 3] + 3 * u * middle_of_triangle,
        weight, {on_edge(c, part), on_edge(c, 1 - part), middle_of_triangle}});
}

std::vector<PanelFunctions::Node> nodes_of_triangle(int order) {
  std::vector<PanelFunctions::Node> nodes;
  if (order == 0)
    return {{middle_of_triangle, 0.5,
        {corners_of_triangle[0], corners_of_triangle[1], corners_of_triangle[2]}}};
  if (order == 1) append_corners(1.0 / 6, 1.0 / 6, 0.5, nodes);
  if (order != 2) return nodes;
  // Exact to degree 4: u = (8 - sqrt 10 +- sqrt(38 - 44 sqrt(2/5))) / 18, weights (620 +-
  // sqrt(213125 - 53320 sqrt 10)) / 3720 of the area.
  const double u_root = std::sqrt(38 - 44 * std::sqrt(0.4)),
               weight_root = std::sqrt(213125 - 53320 * std::sqrt(10.0));
  const auto u = [&](int sign) { return (8 - std::sqrt(10.0) + sign * u_root) / 18; };
  const auto weight = [&](int sign) { return (620 + sign * weight_root) / 7440; };
  const double part = 3 * weight(-1);  // so that the cells have the areas of the weights
  append_corners(u(-1), weight(-1), part, nodes);
  append_edges(u(1), weight(1), part, nodes);
  return nodes;
}

}  // namespace

PanelFunctions::PanelFunctions(int order, int corners)
    : nodes_(corners == 4 ? nodes_of_square(order) : nodes_of_triangle(order)) {
  for (int b = 0; b <= order; ++b)
    for (int a = 0; a <= (corners == 4 ? order : order - b); ++a) powers_.emplace_back(a, b);
  Square at_nodes(size(), size());
  for (int j = 0; j < size(); ++j) at_nodes.col(j) = monomials(nodes_[j].at);
  coefficients_ = at_nodes.inverse();
}

PanelFunctions::Values PanelFunctions::monomials(const Vector2d& at) const {
  const std::array r{1.0, at[0], at[0] * at[0]}, s{1.0, at[1], at[1] * at[1]};
  Values values(size());
  for (int m = 0; m < size(); ++m) values[m] = r[powers_[m][0]] * s[powers_[m][1]];
  return values;
}

PanelFunctions::Values PanelFunctions::values(const Vector2d& at) const {
  return coefficients_ * monomials(at);
}

}  // namespace febem::mesh
