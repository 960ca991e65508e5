// The definitions, one point after the other, by std::complex and the C library. The other sets are
// compared with these. Not to be made faster.
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

  /// h and b of flat panels, or at a point of the area `size`, without K'.
  std::array<Complex, 2> row(
      const RowEquation& row, double height, double cosine, double size = 1) const {
    const Complex alpha(row.alpha_re, row.alpha_im);
    return {row.cbie * height * t + alpha * (height * e + cosine * t), row.cbie * size * g};
  }
};

void put(const std::array<Complex, 2>& row, const RowArrays& to, std::size_t p) {
  for (std::size_t part = 0; part < row_parts; ++part)
    to.part[part][p] = part % 2 == 0 ? row[part / 2].real() : row[part / 2].imag();
}

Vec3 at(const auto& arrays, std::size_t p) { return {arrays.x[p], arrays.y[p], arrays.z[p]}; }
Vec3 place(const Observer& x) { return {x.x, x.y, x.z}; }
Vec3 normal(const Observer& x) { return {x.normal_x, x.normal_y, x.normal_z}; }

void over_panels(const RowEquation& row, const Observer& x, const PointArrays& y,
    const VectorArrays& normals, std::size_t count, const RowArrays& to) {
  for (std::size_t p = 0; p < count; ++p) {
    Sums sums;
    const std::size_t first = p / padding * padding * y.points + p % padding;
    for (int q = 0; q < y.points; ++q)
      sums.add(row.wavenumber, normal(x), place(x) - at(y, first + q * padding),
          y.weight[first + q * padding]);
    const Vec3 n_y = at(normals, p);
    put(sums.row(row, (place(x) - at(y, first)).dot(n_y), normal(x).dot(n_y)), to, p);
  }
}

void seen_by(double k, const VectorArrays& x, const PointArrays& y, const Observer& panel,
    std::size_t count, const RowArrays& to) {
  for (std::size_t p = 0; p < count; ++p) {
    Sums sums;
    for (int q = 0; q < y.points; ++q) sums.add(k, normal(panel), at(x, p) - at(y, q), y.weight[q]);
    const Complex minus_k = (at(x, p) - place(panel)).dot(normal(panel)) * sums.t;
    to.part[0][p] = minus_k.real();
    to.part[1][p] = minus_k.imag();
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

void mapped(const RowEquation& row, const Observer& x, const MapArrays& maps, const double* height,
    const double* cosine, const NodeArrays& nodes, std::size_t count, const RowArrays& to) {
  for (std::size_t p = 0; p < count; ++p) {
    Sums sums;
    for (int q = 0; q < nodes.size; ++q) {
      const Mapped y(maps, p, nodes, q);
      sums.add(row.wavenumber, normal(x), y.d, y.weight);
    }
    put(sums.row(row, height[p], cosine[p]), to, p);
  }
}

void moments(const Observer& x, const MapArrays& maps, const NodeArrays& nodes,
    const MomentArrays& of, std::size_t count, double* const (&to)[3]) {
  for (std::size_t p = 0; p < count; ++p) {
    Vec3 sum = Vec3::Zero();
    for (int q = 0; q < nodes.size; ++q) {
      const Mapped y(maps, p, nodes, q);
      const double r = y.d.norm();
      sum += y.weight * (of.a[p] - of.b[p] * y.d.dot(normal(x)) / (r * r)) / (r * r * r) *
             (at(of.from_c, p) - y.d);
    }
    for (int axis = 0; axis < 3; ++axis) to[axis][p] = sum[axis];
  }
}

void plane_waves(const VectorArrays& waves, const PointArrays& y, const double* weight_im,
    std::size_t count, double* const (&to)[4]) {
  for (std::size_t p = 0; p < count; ++p) {
    Complex sum, of_conjugate;
    for (int q = 0; q < y.points; ++q) {
      const Complex wave = std::exp(Complex(0, -at(waves, p).dot(at(y, q)))),
                    weight(y.weight[q], weight_im[q]);
      sum += weight * wave;
      of_conjugate += std::conj(weight) * wave;
    }
    to[0][p] = sum.real();
    to[1][p] = sum.imag();
    to[2][p] = of_conjugate.real();
    to[3][p] = of_conjugate.imag();
  }
}

/// h and b at point q.
std::array<Complex, 2> evaluate(
    const RowEquation& row, const Observer& x, const AreaPoints& y, std::size_t q) {
  const Vec3 d = place(x) - at(y, q), area(y.area_x[q], y.area_y[q], y.area_z[q]);
  Sums sums;
  sums.add(row.wavenumber, normal(x), d, 1);
  auto [h, b] = sums.row(row, d.dot(area), normal(x).dot(area), y.area[q]);
  return {h, b + Complex(row.alpha_re, row.alpha_im) * d.dot(normal(x)) * y.area[q] * sums.t};
}

void at_points(const RowEquation& row, const Observer& x, const AreaPoints& y, std::size_t count,
    const RowArrays& to) {
  for (std::size_t q = 0; q < count; ++q) put(evaluate(row, x, y, q), to, q);
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

extern constinit const PanelKernels reference_kernels{"reference", over_panels, mapped, seen_by,
    moments, plane_waves, at_points, of_panel, along_line};

}  // namespace febem::bem
