#include "bem/panel_basis.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <boost/math/special_functions/legendre.hpp>

namespace febem::bem {

namespace {

constexpr std::array<std::array<int, 2>, most_monomials> powers{
    {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}, {2, 1}, {1, 2}, {3, 0}, {0, 3}, {2, 2}}};

/// Which monomials lead the functions e_f.
std::vector<int> leading(int order, int corners) {
  if (order == 1) return corners == 4 ? std::vector{3, 5} : std::vector{3, 4, 5};
  return corners == 4 ? std::vector{8, 9} : std::vector{6, 7, 8, 9};
}

}  // namespace

Monomials monomials(int order, const Vector2d& at) {
  const double r = at[0], s = at[1];
  Monomials values(monomial_count(order));
  values.head(6) << 1, r, s, r * r, r * s, s * s;
  if (order == 2) values.tail(5) << r * r * s, r * s * s, r * r * r, s * s * s, r * r * s * s;
  return values;
}

Monomials monomial_derivatives(int order, const Vector2d& at, const Vector2d& direction) {
  const double r = at[0], s = at[1], a = direction[0], b = direction[1];
  Monomials values(monomial_count(order));
  values.head(6) << 0, a, b, 2 * r * a, r * b + s * a, 2 * s * b;
  if (order == 2)
    values.tail(5) << 2 * r * s * a + r * r * b, s * s * a + 2 * r * s * b, 3 * r * r * a,
        3 * s * s * b, 2 * r * s * (s * a + r * b);
  return values;
}

std::vector<std::pair<double, double>> gauss_line(int n) {
  std::vector<std::pair<double, double>> line;
  for (const double x : boost::math::legendre_p_zeros<double>(n)) {
    const double derivative = boost::math::legendre_p_prime(n, x),
                 weight = 2 / ((1 - x * x) * derivative * derivative);
    line.emplace_back(x, weight);
    if (x > 0) line.emplace_back(-x, weight);
  }
  return line;
}

PanelRule panel_rule(int corners, int n) {
  PanelRule rule;
  for (const auto& [s, weight_s] : gauss_line(n))
    for (const auto& [r, weight_r] : gauss_line(n)) {
      if (corners == 4)
        rule.append(r, s, weight_r * weight_s);
      else
        rule.append((1 + r) * (1 - s) / 4, (1 + s) / 2, weight_r * weight_s * ((1 - s) / 8));
    }
  return rule;
}

PanelBasis::PanelBasis(int order, int corners) {
  const PanelFunctions space(order, corners);
  const auto& nodes = space.nodes();
  functions = space.size();
  // phi_j is a combination of the monomials that lead no e_f and that the space has.
  const auto leads = leading(order, corners);
  further = std::ssize(leads);
  std::vector<int> of_space;
  for (int m = 0; m < static_cast<int>(monomial_count(order)); ++m)
    if (std::find(leads.begin(), leads.end(), m) == leads.end() &&
        (corners == 4 || powers[m][0] + powers[m][1] <= order))
      of_space.push_back(m);
  la::RealMatrix at_nodes(monomial_count(order), functions);
  for (Index j = 0; j < functions; ++j) at_nodes.col(j) = monomials(order, nodes[j].at);
  la::RealMatrix square(functions, functions);
  for (Index m = 0; m < functions; ++m) square.row(m) = at_nodes.row(of_space[m]);
  const la::RealMatrix inverse = square.inverse();
  coefficients = la::RealMatrix::Zero(functions + further, monomial_count(order));
  for (Index m = 0; m < functions; ++m)
    coefficients.col(of_space[m]).head(functions) = inverse.col(m);
  for (Index f = 0; f < further; ++f) {
    coefficients.row(functions + f) = -at_nodes.row(leads[f]) * coefficients.topRows(functions);
    coefficients(functions + f, leads[f]) += 1;
  }
  // The projection of a polynomial g: the e_f nearest to g - sum_j g(node j) phi_j. Its points are
  // those of a rule, then the nodes.
  const PanelRule rule = panel_rule(corners, order + 3);
  la::RealMatrix values(coefficients.rows(), rule.size());
  for (Index q = 0; q < values.cols(); ++q) {
    projection_points.push_back(rule.at(q));
    values.col(q) = coefficients * monomials(order, rule.at(q));
  }
  const la::RealMatrix e = values.bottomRows(further);
  const la::RealMatrix weighted =
      e * Eigen::Map<const la::RealVector>(rule.weight.data(), values.cols()).asDiagonal();
  const la::RealMatrix gram = weighted * e.transpose();
  projection.resize(further, values.cols() + functions);
  projection.leftCols(values.cols()) = weighted;
  projection.rightCols(functions) = -weighted * values.topRows(functions).transpose();
  projection = gram.inverse() * projection;
  for (const auto& node : nodes) projection_points.push_back(node.at);
}

}  // namespace febem::bem
