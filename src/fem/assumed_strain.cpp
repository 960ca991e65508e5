// Ties are functionals l_m of the strain, sums of samples; basis functions b_k span the assumed
// field. Its coefficients c solve sum_k l_m(b_k) c_k = l_m(e), so that the weights of the samples
// at a quadrature point are b (l(b))^{-1} times the ties.
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
    if (m.component == component)
      sum += m.factor * std::pow(at(0), m.power[0]) * std::pow(at(1), m.power[1]) *
             std::pow(at(2), m.power[2]);
  return sum;
}

// The part of the field that the basis functions from `first` on span.
StrainInterpolation interpolation(ElementKind kind, const std::vector<VolumePoint>& rule,
    const std::vector<int>& components, const std::vector<Tie>& ties,
    const std::vector<BasisFunction>& basis, Eigen::Index first = 0) {
  const Eigen::Index n = std::ssize(ties), points = std::ssize(rule);
  StrainInterpolation result;
  la::RealMatrix tied = la::RealMatrix::Zero(n, n), gathered(n, 0);
  for (Eigen::Index m = 0; m < n; ++m)
    for (const auto& part : ties[m]) {
      result.samples.push_back({part.component, shape(kind, part.at).gradient});
      gathered.conservativeResize(n, gathered.cols() + 1);
      gathered.rightCols(1) = part.weight * Eigen::VectorXd::Unit(n, m);
      for (Eigen::Index k = 0; k < n; ++k)
        tied(m, k) += part.weight * value_of(basis[k], part.component, part.at);
    }
  const la::RealMatrix coefficients = tied.partialPivLu().solve(gathered);
  for (int component : components) {
    la::RealMatrix values = la::RealMatrix::Zero(points, n);
    for (Eigen::Index g = 0; g < points; ++g)
      for (Eigen::Index k = first; k < n; ++k)
        values(g, k) = value_of(basis[k], component, rule[g].at);
    result.weights.push_back({component, values * coefficients});
  }
  return result;
}

// The strain of the displacements itself.
StrainInterpolation unchanged(
    ElementKind kind, const std::vector<VolumePoint>& rule, int component) {
  StrainInterpolation result;
  for (const auto& point : rule)
    result.samples.push_back({component, shape(kind, point.at).gradient});
  result.weights.push_back(
      {component, la::RealMatrix::Identity(std::ssize(rule), std::ssize(rule))});
  return result;
}

// One component, taken at all combinations of coordinates, in all products of as many powers in
// each direction.
StrainInterpolation product(ElementKind kind, const std::vector<VolumePoint>& rule, int component,
    const std::array<std::vector<double>, 3>& at) {
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

// Adds a component of the shears across a wall to those that the interpolation loses.
void add_lost(ElementKind kind, const std::vector<VolumePoint>& rule, int component,
    StrainInterpolation assumed, AssumedStrain& strain) {
  std::erase_if(
      assumed.weights, [&](const auto& weights) { return weights.component != component; });
  assumed.weights.front().of_samples *= -1;
  strain.lost_shears.push_back(unchanged(kind, rule, component));
  strain.lost_shears.push_back(std::move(assumed));
}

AssumedStrain of_hex20(const std::vector<VolumePoint>& rule, int thin) {
  AssumedStrain result;
  result.across = thin;
  for (int i = 0; i < 3; ++i) {
    std::array<std::vector<double>, 3> at;
    at.fill({-1, 0, 1});
    at[i] = {-gauss, gauss};
    result.interpolations.push_back(product(ElementKind::hex20, rule, component_of(i, i), at));
    for (int j = i + 1; j < 3; ++j) {
      result.interpolations.push_back(shear_of_hex20(rule, i, j));
      if (i == thin || j == thin)
        add_lost(
            ElementKind::hex20, rule, component_of(i, j), result.interpolations.back(), result);
    }
  }
  return result;
}

constexpr std::array<std::array<double, 2>, 3> degree_2{
    {{1.0 / 6, 1.0 / 6}, {2.0 / 3, 1.0 / 6}, {1.0 / 6, 2.0 / 3}}};
constexpr int rr = 0, ss = 1, tt = 2, rs = 3, st = 4, rt = 5;  // in tensor_components
const double near = (1 - gauss) / 2, far = (1 + gauss) / 2;    // Gauss points of an edge

// Ties of the shears of a wedge on the triangle at t: along each edge at two Gauss points, and the
// means.
void tie_shears(double t, std::vector<Tie>& ties) {
  for (double x : {near, far}) {
    ties.push_back({{rt, {x, 0, t}, 1}});
    ties.push_back({{st, {0, x, t}, 1}});
    ties.push_back({{st, {1 - x, x, t}, 1}, {rt, {1 - x, x, t}, -1}});
  }
  for (int component : {rt, st}) {
    Tie mean;
    for (const auto& [r, s] : degree_2) mean.push_back({component, {r, s, t}, 1.0 / 3});
    ties.push_back(mean);
  }
}

void add_linear(int component, int c, std::vector<BasisFunction>& basis) {
  for (const auto& [p, q] : {std::array{0, 0}, std::array{1, 0}, std::array{0, 1}})
    basis.push_back({{component, {p, q, c}}});
}

// Gradients of the shape functions of a wedge whose nodes between the triangles are at the middles
// of their edges.
Eigen::MatrixX3d with_straight_sides(Eigen::MatrixX3d gradient) {
  for (int i : {0, 1, 2}) {
    const Eigen::RowVector3d half = gradient.row(12 + i) / 2;
    gradient.row(i) += half, gradient.row(3 + i) += half;
    gradient.row(12 + i).setZero();
  }
  return gradient;
}

// What takes the means of the shears from those of the displacements to those of the edges, with
// the field that MITC7 has for it, (8s - 4rs - 8s^2, 8rs + 4r^2 - 4r) for a mean of (1, 0), and
// with the strain of the rotation that goes with it: of the bubble 54 rs(1 - r - s), whose gradient
// at the three points of degree 2 is 9 (1 - 2r - s, 1 - r - 2s).
StrainInterpolation rotation_of_wedge(const std::vector<VolumePoint>& rule) {
  std::vector<Tie> ties;
  std::vector<BasisFunction> basis;
  tie_shears(0.5, ties);
  for (int component : {rt, st}) add_linear(component, 0, basis);
  for (const bool swapped : {false, true}) {
    BasisFunction field;
    const auto add = [&](int component, int p, int q, int c, double factor) {
      field.push_back({component, swapped ? std::array{q, p, c} : std::array{p, q, c}, factor});
    };
    const int along = swapped ? ss : rr, with_along = swapped ? st : rt, other = swapped ? rt : st;
    add(with_along, 0, 1, 0, 8), add(with_along, 1, 1, 0, -4), add(with_along, 0, 2, 0, -8);
    add(other, 1, 0, 0, -4), add(other, 1, 1, 0, 8), add(other, 2, 0, 0, 4);
    for (int c : {0, 1}) {
      const double odd = c == 0 ? -9 : 18;  // 9 (2t - 1)
      add(along, 0, 0, c, odd), add(along, 1, 0, c, -2 * odd), add(along, 0, 1, c, -odd);
      add(rs, 0, 0, c, odd / 2), add(rs, 1, 0, c, -odd / 2), add(rs, 0, 1, c, -odd);
    }
    basis.push_back(field);
  }
  auto result = interpolation(ElementKind::wedge15, rule, {rr, ss, rs, rt, st}, ties, basis, 6);
  for (auto& sample : result.samples) sample.gradient = with_straight_sides(sample.gradient);
  return result;
}

AssumedStrain of_wedge15(const std::vector<VolumePoint>& rule, int thin) {
  constexpr auto kind = ElementKind::wedge15;
  AssumedStrain result;
  std::vector<Tie> stretch;
  std::vector<BasisFunction> in_stretch;
  for (int c : {0, 1, 2}) {
    const double t = 0.5 * c;
    for (const auto& [along, across] :
        {std::array{near, 0.}, std::array{far, 0.}, std::array{near, far - near}}) {
      stretch.push_back({{rr, {along, across, t}, 1}});
      stretch.push_back({{ss, {across, along, t}, 1}});
      const Vector3d at(1 - along - across, along, t);
      stretch.push_back({{rr, at, 1}, {ss, at, 1}, {rs, at, -2}});
    }
    for (int component : {rr, ss, rs}) add_linear(component, c, in_stretch);
  }
  result.interpolations.push_back(interpolation(kind, rule, {rr, ss, rs}, stretch, in_stretch));
  std::vector<Tie> normal, shear;
  std::vector<BasisFunction> in_normal, in_shear;
  for (int c : {0, 1}) {
    const double t = c == 0 ? near : far;
    for (const auto& [r, s] : {std::array{0., 0.}, std::array{1., 0.}, std::array{0., 1.},
             std::array{.5, 0.}, std::array{.5, .5}, std::array{0., .5}})
      normal.push_back({{tt, {r, s, t}, 1}});
    for (const auto& [p, q] : {std::array{0, 0}, std::array{1, 0}, std::array{0, 1},
             std::array{2, 0}, std::array{1, 1}, std::array{0, 2}})
      in_normal.push_back({{tt, {p, q, c}}});
    tie_shears(t, shear);
    for (int component : {rt, st}) add_linear(component, c, in_shear);
    in_shear.push_back({{rt, {1, 1, c}}, {st, {2, 0, c}, -1}});
    in_shear.push_back({{rt, {0, 2, c}}, {st, {1, 1, c}, -1}});
  }
  result.interpolations.push_back(interpolation(kind, rule, {tt}, normal, in_normal));
  result.interpolations.push_back(interpolation(kind, rule, {rt, st}, shear, in_shear));
  result.across = 2;
  for (int component : {rt, st})
    add_lost(kind, rule, component, result.interpolations.back(), result);
  if (thin != 2) return result;
  result.rotation = rotation_of_wedge(rule);
  result.rotation_reference = with_straight_sides(shape(kind, {1.0 / 3, 1.0 / 3, 0.5}).gradient);
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
    result.enhanced.emplace_back(
        Eigen::Matrix<double, 6, Eigen::Dynamic>::Zero(6, std::ssize(modes)));
    for (std::size_t m = 0; m < modes.size(); ++m)
      result.enhanced.back()(modes[m].component, m) =
          value_of({modes[m]}, modes[m].component, point.at);
  }
  result.keeps_mean = thin < 0;
  return result;
}

}  // namespace

AssumedStrain assumed_strain(ElementKind kind, const std::vector<VolumePoint>& rule, int thin) {
  if (kind == ElementKind::hex8) return of_hex8(rule, thin);
  if (kind == ElementKind::hex20) return of_hex20(rule, thin);
  return of_wedge15(rule, thin);
}

}  // namespace febem::fem
