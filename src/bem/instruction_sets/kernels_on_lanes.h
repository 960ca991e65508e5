// PanelKernels with a fixed number of lanes. Each lane has one panel, or one point of view. This
// header is compiled once for each instruction set. A linker keeps only one copy of a named
// function, so the code is in an unnamed namespace, and calls from elsewhere only functions that
// are always inlined.
#pragma once

#include <cstdint>
#include <cstring>

#include "bem/panel_kernels.h"

namespace febem::bem {
namespace {

#define FEBEM_INLINE [[gnu::always_inline]] inline

/// The kernels for vectors of one length. `Real` is a vector of double, `Integer` a vector of as
/// many std::int64_t.
template <class Real, class Integer>
struct KernelsOnLanes {
  static constexpr std::size_t lanes = sizeof(Real) / sizeof(double);
  static_assert(padding % lanes == 0);

  FEBEM_INLINE static Real load(const double* from) {
    Real value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  FEBEM_INLINE static void store(double* to, Real value) { std::memcpy(to, &value, sizeof value); }
  FEBEM_INLINE static Real square_root(Real x) {
    for (std::size_t lane = 0; lane < lanes; ++lane) x[lane] = __builtin_sqrt(x[lane]);
    return x;
  }

  template <Terms terms>
  struct Sums {
    static constexpr bool layers = terms != Terms::double_layer,
                          hypersingular = terms == Terms::hypersingular;
    Real g_re{}, g_im{}, t_re{}, t_im{}, e_re{}, e_im{};

    FEBEM_INLINE void add(double k, const Observer& x, Real dx, Real dy, Real dz, Real weight) {
      const Real r = square_root(dx * dx + dy * dy + dz * dz), u = 1 / r;
      const auto wave = sine_cosine<Real, Integer>(k * r);
      const Real amplitude = weight * u;
      const Real re = amplitude * wave.cosine, im = amplitude * wave.sine;
      t_re -= u * (u * re + k * im);
      t_im += u * (k * re - u * im);
      if constexpr (layers) {
        g_re += re;
        g_im += im;
      }
      if constexpr (hypersingular) {
        const Real u_squared = u * u, a = 3 * u_squared - k * k, b = (3 * k) * u;
        const Real factor = u_squared * (dx * x.normal_x + dy * x.normal_y + dz * x.normal_z);
        e_re += factor * (a * re + b * im);
        e_im += factor * (a * im - b * re);
      }
    }

    FEBEM_INLINE void put(const SumArrays& to, std::size_t p) const {
      store(to.t_re + p, t_re);
      store(to.t_im + p, t_im);
      if constexpr (layers) {
        store(to.g_re + p, g_re);
        store(to.g_im + p, g_im);
      }
      if constexpr (hypersingular) {
        store(to.e_re + p, e_re);
        store(to.e_im + p, e_im);
      }
    }
  };

  template <Terms terms>
  static void over_panels_at_point(
      double k, const Observer& x, const PointArrays& y, std::size_t count, const SumArrays& to) {
    for (std::size_t p = 0; p < count; p += lanes) {
      Sums<terms> sums;
      for (int q = 0; q < y.points; ++q) {
        const std::size_t at = q * y.stride + p;
        sums.add(k, x, x.x - load(y.x + at), x.y - load(y.y + at), x.z - load(y.z + at),
            load(y.weight + at));
      }
      sums.put(to, p);
    }
  }

  static void seen_by(double k, const PointArrays& x, const PointArrays& y, std::size_t count,
      const SumArrays& to) {
    for (std::size_t p = 0; p < count; p += lanes) {
      Sums<Terms::double_layer> sums;
      const Real px = load(x.x + p), py = load(x.y + p), pz = load(x.z + p);
      for (int q = 0; q < y.points; ++q)
        sums.add(k, {}, px - y.x[q], py - y.y[q], pz - y.z[q], Real{} + y.weight[q]);
      sums.put(to, p);
    }
  }

  /// The maps of `lanes` panels.
  struct Map {
    Real c[map_coefficients];

    FEBEM_INLINE Map(const MapArrays& maps, std::size_t p) {
      for (std::size_t m = 0; m < map_coefficients; ++m) c[m] = load(maps.coefficient[m] + p);
    }
    /// The component of d along an axis.
    FEBEM_INLINE Real d(std::size_t axis, double s, double t, double st) const {
      return c[axis] - s * c[3 + axis] - t * c[6 + axis] - st * c[9 + axis];
    }
    FEBEM_INLINE Real area_element(double s, double t) const {
      return c[12] + s * c[13] + t * c[14];
    }
  };

  template <Terms terms>
  static void mapped(double k, const Observer& x, const MapArrays& maps, const NodeArrays& nodes,
      std::size_t count, const SumArrays& to) {
    for (std::size_t p = 0; p < count; p += lanes) {
      const Map map(maps, p);
      Sums<terms> sums;
      for (int q = 0; q < nodes.size; ++q) {
        const double s = nodes.s[q], t = nodes.t[q], st = s * t;
        sums.add(k, x, map.d(0, s, t, st), map.d(1, s, t, st), map.d(2, s, t, st),
            nodes.weight[q] * map.area_element(s, t));
      }
      sums.put(to, p);
    }
  }

  static void moments(const Observer& x, const MapArrays& maps, const NodeArrays& nodes,
      const MomentArrays& of, std::size_t count, double* const (&to)[3]) {
    for (std::size_t p = 0; p < count; p += lanes) {
      const Map map(maps, p);
      const Real a = load(of.a + p), b = load(of.b + p), cx = load(of.x + p), cy = load(of.y + p),
                 cz = load(of.z + p);
      Real sum_x{}, sum_y{}, sum_z{};
      for (int q = 0; q < nodes.size; ++q) {
        const double s = nodes.s[q], t = nodes.t[q], st = s * t;
        const Real dx = map.d(0, s, t, st), dy = map.d(1, s, t, st), dz = map.d(2, s, t, st);
        const Real u = 1 / square_root(dx * dx + dy * dy + dz * dz), u_squared = u * u;
        const Real along_normal = dx * x.normal_x + dy * x.normal_y + dz * x.normal_z;
        const Real kernel = nodes.weight[q] * map.area_element(s, t) *
                            (a - b * along_normal * u_squared) * (u_squared * u);
        sum_x += kernel * (cx - dx);
        sum_y += kernel * (cy - dy);
        sum_z += kernel * (cz - dz);
      }
      store(to[0] + p, sum_x);
      store(to[1] + p, sum_y);
      store(to[2] + p, sum_z);
    }
  }

  FEBEM_INLINE static double sum(Real x) {
    if constexpr (lanes == 8) x += __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
    if constexpr (lanes == 8) x += __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
    if constexpr (lanes == 8) x += __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
    if constexpr (lanes == 4) x += __builtin_shufflevector(x, x, 2, 3, 0, 1);
    if constexpr (lanes == 4) x += __builtin_shufflevector(x, x, 1, 0, 3, 2);
    if constexpr (lanes == 2) x += __builtin_shufflevector(x, x, 1, 0);
    return x[0];
  }

  /// h and b at `lanes` points from `q` on.
  template <bool hypersingular>
  FEBEM_INLINE static void evaluate(const RowEquation& row, const Observer& x, const AreaPoints& y,
      std::size_t q, Real (&to)[row_parts]) {
    const double k = row.wavenumber;
    const Real dx = x.x - load(y.x + q), dy = x.y - load(y.y + q), dz = x.z - load(y.z + q);
    const Real jx = load(y.area_x + q), jy = load(y.area_y + q), jz = load(y.area_z + q),
               area = load(y.area + q);
    const Real r = square_root(dx * dx + dy * dy + dz * dz), u = 1 / r;
    const auto wave = sine_cosine<Real, Integer>(k * r);
    const Real g_re = u * wave.cosine, g_im = u * wave.sine;
    const Real t_re = -u * (u * g_re + k * g_im), t_im = u * (k * g_re - u * g_im);
    const Real along_y = row.cbie * (dx * jx + dy * jy + dz * jz), size = row.cbie * area;
    to[0] = along_y * t_re;
    to[1] = along_y * t_im;
    to[2] = size * g_re;
    to[3] = size * g_im;
    if constexpr (hypersingular) {
      const double k_squared = k * k;
      const Real u_squared = u * u, a = 3 * u_squared - k_squared, b = (3 * k) * u;
      const Real along_x = dx * x.normal_x + dy * x.normal_y + dz * x.normal_z;
      const Real of_e = along_x * (dx * jx + dy * jy + dz * jz) * u_squared,
                 of_t = x.normal_x * jx + x.normal_y * jy + x.normal_z * jz;
      const Real minus_n_re = of_e * (a * g_re + b * g_im) + of_t * t_re,
                 minus_n_im = of_e * (a * g_im - b * g_re) + of_t * t_im;
      const Real side = along_x * area, kt_re = side * t_re, kt_im = side * t_im;
      to[0] += row.alpha_re * minus_n_re - row.alpha_im * minus_n_im;
      to[1] += row.alpha_re * minus_n_im + row.alpha_im * minus_n_re;
      to[2] += row.alpha_re * kt_re - row.alpha_im * kt_im;
      to[3] += row.alpha_re * kt_im + row.alpha_im * kt_re;
    }
  }

  template <bool hypersingular>
  static void evaluate_all(const RowEquation& row, const Observer& x, const AreaPoints& y,
      std::size_t count, RowArrays to) {
    for (std::size_t q = 0; q < count; q += lanes) {
      Real values[row_parts];
      evaluate<hypersingular>(row, x, y, q, values);
      for (std::size_t part = 0; part < row_parts; ++part) store(to[part] + q, values[part]);
    }
  }

  static void at_points(const RowEquation& row, const Observer& x, const AreaPoints& y,
      std::size_t count, RowArrays to) {
    (row.hypersingular() ? evaluate_all<true> : evaluate_all<false>)(row, x, y, count, to);
  }

  template <int order>
  FEBEM_INLINE static void add_moments(const AreaPoints& y, std::size_t first, const double* values,
      std::size_t count, std::size_t part, PanelMoments& sums) {
    Real moments[monomial_count(order)] = {};
    for (std::size_t q = 0; q < count; q += lanes) {
      const Real v = load(values + q), r = load(y.r + first + q), s = load(y.s + first + q);
      const Real vr = v * r, vs = v * s, vrr = vr * r, vrs = vr * s, vss = vs * s;
      moments[0] += v;
      moments[1] += vr;
      moments[2] += vs;
      moments[3] += vrr;
      moments[4] += vrs;
      moments[5] += vss;
      if constexpr (order == 2) {
        const Real vrrs = vrr * s;
        moments[6] += vrrs;
        moments[7] += vss * r;
        moments[8] += vrr * r;
        moments[9] += vss * s;
        moments[10] += vrrs * s;
      }
    }
    for (std::size_t m = 0; m < monomial_count(order); ++m) sums[m][part] += sum(moments[m]);
  }

  static void of_panel(const RowEquation& row, const Observer& x, const AreaPoints& y,
      std::size_t count, int order, PanelMoments& sums) {
    constexpr std::size_t most = 64;  // points at a time
    double values[row_parts][most];
    for (std::size_t first = 0; first < count; first += most) {
      const std::size_t some = count - first < most ? count - first : most;
      const AreaPoints from{y.x + first, y.y + first, y.z + first, y.area_x + first,
          y.area_y + first, y.area_z + first, y.area + first, y.r, y.s};
      at_points(row, x, from, some, {values[0], values[1], values[2], values[3]});
      for (std::size_t part = 0; part < row_parts; ++part)
        if (order == 1)
          add_moments<1>(y, first, values[part], some, part, sums);
        else
          add_moments<2>(y, first, values[part], some, part, sums);
    }
  }

  static void along_line(const LineCoefficients& line, const double* ts, const double* weights,
      std::size_t count, const AreaPointsOut& to) {
    for (std::size_t q = 0; q < count; q += lanes) {
      const Real t = load(ts + q),
                 weight = load(weights + q) * (line.weight[0] + t * line.weight[1]);
      const auto cubic = [&](const double(*c)[3], int axis) {
        return c[0][axis] + t * (c[1][axis] + t * (c[2][axis] + t * c[3][axis]));
      };
      const auto quartic = [&](int axis) { return line.y[0][axis] + t * cubic(line.y + 1, axis); };
      store(to.x + q, quartic(0));
      store(to.y + q, quartic(1));
      store(to.z + q, quartic(2));
      const Real ax = cubic(line.along_r, 0), ay = cubic(line.along_r, 1),
                 az = cubic(line.along_r, 2);
      const Real bx = cubic(line.along_s, 0), by = cubic(line.along_s, 1),
                 bz = cubic(line.along_s, 2);
      const Real jx = weight * (ay * bz - az * by), jy = weight * (az * bx - ax * bz),
                 jz = weight * (ax * by - ay * bx);
      store(to.area_x + q, jx);
      store(to.area_y + q, jy);
      store(to.area_z + q, jz);
      store(to.area + q, square_root(jx * jx + jy * jy + jz * jz));
      store(to.r + q, line.r[0] + t * line.r[1]);
      store(to.s + q, line.s[0] + t * line.s[1]);
    }
  }

  static constexpr PanelKernels table(const char* name) {
    using enum Terms;
    return {name,
        {over_panels_at_point<double_layer>, over_panels_at_point<both_layers>,
            over_panels_at_point<Terms::hypersingular>},
        seen_by, {mapped<double_layer>, mapped<both_layers>, mapped<Terms::hypersingular>}, moments,
        at_points, of_panel, along_line};
  }
};

#undef FEBEM_INLINE

}  // namespace

/// NAME_kernels, with so many lanes.
#define FEBEM_KERNELS(NAME, LANES)                                                   \
  typedef double Real __attribute__((vector_size(LANES * sizeof(double))));          \
  typedef std::int64_t Integer __attribute__((vector_size(LANES * sizeof(double)))); \
  extern constinit const PanelKernels NAME##_kernels = KernelsOnLanes<Real, Integer>::table(#NAME);

}  // namespace febem::bem
