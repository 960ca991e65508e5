// The definitions, one point after the other, by std::complex and the C library: what the others
// are compared with. Not to be made faster.
#include <array>
#include <cmath>

#include "bem/panel_kernels.h"
#include "core/types.h"
#include "mesh/point.h"

namespace febem::bem {

namespace {

using core::Complex;
using mesh::Vec3;

struct Sums {
  Complex g, t, e;

  void add(double k, const Vec3& normal, const Vec3& d, double weight) {
    const double r = d.norm();
    const Complex ik(0, k), green = Complex(std::cos(k * r), std::sin(k * r)) / r;
    const Complex first = (ik - 1 / r) * green,
                  second = ((ik - 1 / r) * (ik - 1 / r) + 1 / (r * r)) * green;
    g += weight * green;
    t += weight * first / r;
    e += weight * (second - first / r) * d.dot(normal) / (r * r);
  }

  template <Terms terms>
  void put(const SumArrays& to, std::size_t p) const {
    to.t_re[p] = t.real();
    to.t_im[p] = t.imag();
    if constexpr (terms == Terms::double_layer) return;
    to.g_re[p] = g.real();
    to.g_im[p] = g.imag();
    if constexpr (terms == Terms::both_layers) return;
    to.e_re[p] = e.real();
    to.e_im[p] = e.imag();
  }
};

Vec3 point(const PointArrays& points, std::size_t at) {
  return {points.x[at], points.y[at], points.z[at]};
}
Vec3 normal(const Observer& x) { return {x.normal_x, x.normal_y, x.normal_z}; }

template <Terms terms>
void over_panels_at_point(
    double k, const Observer& x, const PointArrays& y, std::size_t count, const SumArrays& to) {
  for (std::size_t p = 0; p < count; ++p) {
    Sums sums;
    for (int q = 0; q < y.points; ++q) {
      const std::size_t at = q * y.stride + p;
      sums.add(k, normal(x), Vec3(x.x, x.y, x.z) - point(y, at), y.weight[at]);
    }
    sums.put<terms>(to, p);
  }
}

void seen_by(
    double k, const PointArrays& x, const PointArrays& y, std::size_t count, const SumArrays& to) {
  for (std::size_t p = 0; p < count; ++p) {
    Sums sums;
    for (int q = 0; q < y.points; ++q)
      sums.add(k, Vec3::Zero(), point(x, p) - point(y, q), y.weight[q]);
    sums.put<Terms::double_layer>(to, p);
  }
}

/// Node q of panel p.
struct Mapped {
  Mapped(const MapArrays& maps, std::size_t p, const NodeArrays& nodes, int q) {
    const auto c = [&](std::size_t m) { return maps.coefficient[m][p]; };
    const auto vector = [&](std::size_t m) { return Vec3(c(m), c(m + 1), c(m + 2)); };
    const double s = nodes.s[q], t = nodes.t[q];
    d = vector(0) - s * vector(3) - t * vector(6) - s * t * vector(9);
    weight = nodes.weight[q] * (c(12) + s * c(13) + t * c(14));
  }
  Vec3 d;
  double weight;
};

template <Terms terms>
void mapped(double k, const Observer& x, const MapArrays& maps, const NodeArrays& nodes,
    std::size_t count, const SumArrays& to) {
  for (std::size_t p = 0; p < count; ++p) {
    Sums sums;
    for (int q = 0; q < nodes.size; ++q) {
      const Mapped y(maps, p, nodes, q);
      sums.add(k, normal(x), y.d, y.weight);
    }
    sums.put<terms>(to, p);
  }
}

void moments(const Observer& x, const MapArrays& maps, const NodeArrays& nodes,
    const MomentArrays& of, std::size_t count, double* const (&to)[3]) {
  for (std::size_t p = 0; p < count; ++p) {
    const Vec3 from_centre(of.x[p], of.y[p], of.z[p]);
    Vec3 sum = Vec3::Zero();
    for (int q = 0; q < nodes.size; ++q) {
      const Mapped y(maps, p, nodes, q);
      const double r = y.d.norm();
      sum += y.weight * (of.a[p] - of.b[p] * y.d.dot(normal(x)) / (r * r)) / (r * r * r) *
             (from_centre - y.d);
    }
    for (int axis = 0; axis < 3; ++axis) to[axis][p] = sum[axis];
  }
}

Vec3 at(const double* x, const double* y, const double* z, std::size_t q) {
  return {x[q], y[q], z[q]};
}

/// h and b at point q.
std::array<Complex, 2> evaluate(
    const RowEquation& row, const Observer& x, const AreaPoints& y, std::size_t q) {
  const Vec3 d = Vec3(x.x, x.y, x.z) - at(y.x, y.y, y.z, q),
             area = at(y.area_x, y.area_y, y.area_z, q);
  Sums sums{};
  sums.add(row.wavenumber, normal(x), d, 1);
  const Complex alpha(row.alpha_re, row.alpha_im);
  const Complex n = -d.dot(area) * sums.e - normal(x).dot(area) * sums.t,
                of_k = -d.dot(area) * sums.t, of_kt = d.dot(normal(x)) * y.area[q] * sums.t;
  return {-row.cbie * of_k - alpha * n, row.cbie * y.area[q] * sums.g + alpha * of_kt};
}

void at_points(const RowEquation& row, const Observer& x, const AreaPoints& y, std::size_t count,
    RowArrays to) {
  for (std::size_t q = 0; q < count; ++q) {
    const auto [h, b] = evaluate(row, x, y, q);
    to[0][q] = h.real();
    to[1][q] = h.imag();
    to[2][q] = b.real();
    to[3][q] = b.imag();
  }
}

void of_panel(const RowEquation& row, const Observer& x, const AreaPoints& y, std::size_t count,
    int order, PanelMoments& sums) {
  constexpr int powers[most_monomials][2] = {
      {0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}, {2, 1}, {1, 2}, {3, 0}, {0, 3}, {2, 2}};
  for (std::size_t q = 0; q < count; ++q) {
    const auto [h, b] = evaluate(row, x, y, q);
    const double parts[row_parts] = {h.real(), h.imag(), b.real(), b.imag()};
    for (std::size_t part = 0; part < row_parts; ++part)
      for (std::size_t m = 0; m < monomial_count(order); ++m)
        sums[m][part] +=
            parts[part] * std::pow(y.r[q], powers[m][0]) * std::pow(y.s[q], powers[m][1]);
  }
}

void along_line(const LineCoefficients& line, const double* ts, const double* weights,
    std::size_t count, const AreaPointsOut& to) {
  for (std::size_t q = 0; q < count; ++q) {
    const double t = ts[q];
    const auto polynomial = [&](const auto& coefficients) {
      Vec3 value = Vec3::Zero();
      double power = 1;
      for (const auto& c : coefficients) {
        value += power * Vec3(c[0], c[1], c[2]);
        power *= t;
      }
      return value;
    };
    const Vec3 y = polynomial(line.y);
    const Vec3 area = weights[q] * (line.weight[0] + t * line.weight[1]) *
                      polynomial(line.along_r).cross(polynomial(line.along_s));
    to.x[q] = y.x();
    to.y[q] = y.y();
    to.z[q] = y.z();
    to.area_x[q] = area.x();
    to.area_y[q] = area.y();
    to.area_z[q] = area.z();
    to.area[q] = area.norm();
    to.r[q] = line.r[0] + t * line.r[1];
    to.s[q] = line.s[0] + t * line.s[1];
  }
}

}  // namespace

extern constinit const PanelKernels reference_kernels{"reference",
    {over_panels_at_point<Terms::double_layer>, over_panels_at_point<Terms::both_layers>,
        over_panels_at_point<Terms::hypersingular>},
    seen_by,
    {mapped<Terms::double_layer>, mapped<Terms::both_layers>, mapped<Terms::hypersingular>},
    moments, at_points, of_panel, along_line};

}  // namespace febem::bem
