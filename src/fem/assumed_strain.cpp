// Ties are functionals l_m of the strain, sums of samples; basis functions b_k span the assumed field. Its coefficients c solve
// sum_k l_m(b_k) c_k = l_m(e), so that the weights of the samples at a quadrature point are b (l(b))^{-1} times the ties.
#include "fem/assumed_strain.h"

#include <Eigen/LU>
#include <array>
#include <cmath>

namespace febem::fem {
namespace {

using Eigen::Vector3d;
using mesh::ElementKind;

struct TiePart {
  int component;
  Vector3d at;
  double weight;
};
using Tie = std::vector<TiePart>;

struct Monomial {
  int component;
  std::array<int, 3> power;
  double factor = 1;
};
using BasisFunction = std::vector<Monomial>;

const double gauss = 1 / std::sqrt(3.0);

int component_of(int i, int j) {
  for (int q = 0; q < 6; ++q)
    if (tensor_components[q] == std::array{std::min(i, j), std::max(i, j)}) return q;
  return -1;
}

double value_of(const BasisFunction& function, int component, const Vector3d& at) {
  double sum = 0;
  for (const auto& m : function)
    if (m.component == component) sum += m.factor * std::pow(at(0), m.power[0]) * std::pow(at(1), m.power[1]) * std::pow(at(2), m.power[2]);
  return sum;
}

StrainInterpolation interpolation(ElementKind kind, const std::vector<VolumePoint>& rule, const std::vector<int>& components,
                                  const std::vector<Tie>& ties, const std::vector<BasisFunction>& basis) {
  const Eigen::Index n = std::ssize(ties), points = std::ssize(rule);
  StrainInterpolation result;
  la::RealMatrix tied = la::RealMatrix::Zero(n, n), gathered(n, 0);
  for (Eigen::Index m = 0; m < n; ++m)
    for (const auto& part : ties[m]) {
      result.samples.push_back({part.component, shape(kind, part.at).gradient});
      gathered.conservativeResize(n, gathered.cols() + 1);
      gathered.rightCols(1) = part.weight * Eigen::VectorXd::Unit(n, m);
      for (Eigen::Index k = 0; k < n; ++k) tied(m, k) += part.weight * value_of(basis[k], part.component, part.at);
    }
  const la::RealMatrix coefficients = tied.partialPivLu().solve(gathered);
  for (int component : components) {
    la::RealMatrix values(points, n);
    for (Eigen::Index g = 0; g < points; ++g)
      for (Eigen::Index k = 0; k < n; ++k) values(g, k) = value_of(basis[k], component, rule[g].at);
    result.weights.push_back({component, values * coefficients});
  }
  return result;
}

// The strain of the displacements itself.
StrainInterpolation unchanged(ElementKind kind, const std::vector<VolumePoint>& rule, int component) {
  StrainInterpolation result;
  for (const auto& point : rule) result.samples.push_back({component, shape(kind, point.at).gradient});
  result.weights.push_back({component, la::RealMatrix::Identity(std::ssize(rule), std::ssize(rule))});
  return result;
}

// One component, taken at all combinations of coordinates, in all products of as many powers in each direction.
StrainInterpolation product(ElementKind kind, const std::vector<VolumePoint>& rule, int component, const std::array<std::vector<double>, 3>& at) {
  std::vector<Tie> ties;
  std::vector<BasisFunction> basis;
  const auto size = [&](int d) { return static_cast<int>(at[d].size()); };
  for (int i = 0; i < size(0); ++i)
    for (int j = 0; j < size(1); ++j)
      for (int k = 0; k < size(2); ++k) {
        ties.push_back({{component, {at[0][i], at[1][j], at[2][k]}, 1}});
        basis.push_back({{component, {i, j, k}}});
      }
  return interpolation(kind, rule, {component}, ties, basis);
}

StrainInterpolation shear_of_hex20(const std::vector<VolumePoint>& rule, int i, int j) {
  const int k = 3 - i - j, component = component_of(i, j);
  std::vector<Tie> ties;
  std::vector<BasisFunction> basis;
  Tie middle;
  const auto at = [&](double xi, double xj, double xk) {
    Vector3d x;
    x(i) = xi, x(j) = xj, x(k) = xk;
    return x;
  };
  for (int a : {0, 1})
    for (int b : {0, 1}) {
      const double xi = a == 0 ? -gauss : gauss, xj = b == 0 ? -gauss : gauss;
      for (int c : {0, 1}) {
        ties.push_back({{component, at(xi, xj, c == 0 ? -1 : 1), 1}});
        std::array<int, 3> power{};
        power[i] = a, power[j] = b, power[k] = c;
        basis.push_back({{component, power}});
      }
      middle.push_back({component, at(xi, xj, 0), 0.25});
    }
  ties.push_back(middle);
  std::array<int, 3> square{};
  square[k] = 2;
  basis.push_back({{component, square}});
  return interpolation(ElementKind::hex20, rule, {component}, ties, basis);
}

AssumedStrain of_hex20(const std::vector<VolumePoint>& rule) {
  AssumedStrain result;
  for (int i = 0; i < 3; ++i) {
    std::array<std::vector<double>, 3> at;
    at.fill({-1, 0, 1});
    at[i] = {-gauss, gauss};
    result.interpolations.push_back(product(ElementKind::hex20, rule, component_of(i, i), at));
    for (int j = i + 1; j < 3; ++j) result.interpolations.push_back(shear_of_hex20(rule, i, j));
  }
  return result;
}

AssumedStrain of_wedge15(const std::vector<VolumePoint>& rule) {
  constexpr auto kind = ElementKind::wedge15;
  constexpr std::array<std::array<double, 2>, 3> degree_2{{{1.0 / 6, 1.0 / 6}, {2.0 / 3, 1.0 / 6}, {1.0 / 6, 2.0 / 3}}};
  const std::array<double, 2> two{(1 - gauss) / 2, (1 + gauss) / 2};
  AssumedStrain result;
  for (const auto& [i, j] : {std::array{0, 0}, std::array{1, 1}, std::array{0, 1}}) {
    const int component = component_of(i, j);
    std::vector<Tie> ties;
    std::vector<BasisFunction> basis;
    for (int c : {0, 1, 2}) {
      for (const auto& [r, s] : degree_2) ties.push_back({{component, {r, s, 0.5 * c}, 1}});
      for (const auto& [p, q] : {std::array{0, 0}, std::array{1, 0}, std::array{0, 1}}) basis.push_back({{component, {p, q, c}}});
    }
    result.interpolations.push_back(interpolation(kind, rule, {component}, ties, basis));
  }
  const int tt = component_of(2, 2), rt = component_of(0, 2), st = component_of(1, 2);
  std::vector<Tie> normal, shear;
  std::vector<BasisFunction> in_normal, in_shear;
  for (int c : {0, 1}) {
    const double t = two[c];
    for (const auto& [r, s] :
         {std::array{0., 0.}, std::array{1., 0.}, std::array{0., 1.}, std::array{.5, 0.}, std::array{.5, .5}, std::array{0., .5}})
      normal.push_back({{tt, {r, s, t}, 1}});
    for (const auto& [p, q] : {std::array{0, 0}, std::array{1, 0}, std::array{0, 1}, std::array{2, 0}, std::array{1, 1}, std::array{0, 2}})
      in_normal.push_back({{tt, {p, q, c}}});
    for (double x : two) {
      shear.push_back({{rt, {x, 0, t}, 1}});
      shear.push_back({{st, {0, x, t}, 1}});
      shear.push_back({{st, {1 - x, x, t}, 1}, {rt, {1 - x, x, t}, -1}});
    }
    for (int component : {rt, st}) {
      Tie mean;
      for (const auto& [r, s] : degree_2) mean.push_back({component, {r, s, t}, 1.0 / 3});
      shear.push_back(mean);
      for (const auto& [p, q] : {std::array{0, 0}, std::array{1, 0}, std::array{0, 1}}) in_shear.push_back({{component, {p, q, c}}});
    }
    in_shear.push_back({{rt, {1, 1, c}}, {st, {2, 0, c}, -1}});
    in_shear.push_back({{rt, {0, 2, c}}, {st, {1, 1, c}, -1}});
  }
  result.interpolations.push_back(interpolation(kind, rule, {tt}, normal, in_normal));
  result.interpolations.push_back(interpolation(kind, rule, {rt, st}, shear, in_shear));
  return result;
}

AssumedStrain of_hex8(const std::vector<VolumePoint>& rule, int thin) {
  constexpr auto kind = ElementKind::hex8;
  AssumedStrain result;
  std::vector<Monomial> modes;
  const auto mode = [&](int component, std::initializer_list<int> directions) {
    std::array<int, 3> power{};
    for (int d : directions) ++power[d];
    modes.push_back({component, power});
  };
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      const int component = component_of(i, j);
      if (i != thin && j != thin) {
        result.interpolations.push_back(unchanged(kind, rule, component));
        mode(component, {i});
        if (i != j) mode(component, {j});
        continue;
      }
      std::array<std::vector<double>, 3> at;
      at.fill({-1, 1});
      at[i] = at[j] = {0};
      result.interpolations.push_back(product(kind, rule, component, at));
      if (i != j) continue;
      mode(component, {thin});
      for (int other = 0; other < 3; ++other)
        if (other != thin) mode(component, {thin, other});
    }
  for (const auto& point : rule) {
    result.enhanced.emplace_back(Eigen::Matrix<double, 6, Eigen::Dynamic>::Zero(6, std::ssize(modes)));
    for (std::size_t m = 0; m < modes.size(); ++m) result.enhanced.back()(modes[m].component, m) = value_of({modes[m]}, modes[m].component, point.at);
  }
  result.keeps_mean = thin < 0;
  return result;
}

}  // namespace

AssumedStrain assumed_strain(ElementKind kind, const std::vector<VolumePoint>& rule, int thin) {
  if (kind == ElementKind::hex8) return of_hex8(rule, thin);
  if (kind == ElementKind::hex20) return of_hex20(rule);
  return of_wedge15(rule);
}

}  // namespace febem::fem
