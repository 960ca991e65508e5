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

/// The kernels for vectors of one length. `Real` is a vector of double, `Integer` one of
/// std::int64_t.
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

  /// Times 4 pi and a weight at `lanes` points: G, T, and E but for u^2.
  struct Green {
    Real u, g_re, g_im, t_re, t_im;

    FEBEM_INLINE Green(double k, Real dx, Real dy, Real dz, Real weight) {
      const Real r = square_root(dx * dx + dy * dy + dz * dz);
      u = 1 / r;
      const auto wave = sine_cosine<Real, Integer>(k * r);
      const Real amplitude = weight * u;
      g_re = amplitude * wave.cosine;
      g_im = amplitude * wave.sine;
      t_re = -u * (u * g_re + k * g_im);
      t_im = u * (k * g_re - u * g_im);
    }
    FEBEM_INLINE void add_e(double k, Real factor, Real& e_re, Real& e_im) const {
      const Real a = 3 * (u * u) - k * k, b = (3 * k) * u;
      e_re += factor * (a * g_re + b * g_im);
      e_im += factor * (a * g_im - b * g_re);
    }
  };

  /// Adds alpha times a complex number.
  FEBEM_INLINE static void add_alpha(
      const RowEquation& row, Real re, Real im, Real& to_re, Real& to_im) {
    to_re += row.alpha_re * re - row.alpha_im * im;
    to_im += row.alpha_re * im + row.alpha_im * re;
  }

  /// Sums over the points of flat panels.
  template <bool hypersingular>
  struct Sums {
    Real g_re{}, g_im{}, t_re{}, t_im{}, e_re{}, e_im{};

    FEBEM_INLINE void add(double k, const Observer& x, Real dx, Real dy, Real dz, Real weight) {
      const Green green(k, dx, dy, dz, weight);
      g_re += green.g_re;
      g_im += green.g_im;
      t_re += green.t_re;
      t_im += green.t_im;
      if constexpr (hypersingular)
        green.add_e(k, green.u * green.u * (dx * x.normal_x + dy * x.normal_y + dz * x.normal_z),
            e_re, e_im);
    }

    FEBEM_INLINE void put(const RowEquation& row, Real height, Real cosine, const RowArrays& to,
        std::size_t p) const {
      const Real with_height = row.cbie * height;
      Real h_re = with_height * t_re, h_im = with_height * t_im;
      if constexpr (hypersingular)
        add_alpha(row, height * e_re + cosine * t_re, height * e_im + cosine * t_im, h_re, h_im);
      store(to.part[0] + p, h_re);
      store(to.part[1] + p, h_im);
      store(to.part[2] + p, row.cbie * g_re);
      store(to.part[3] + p, row.cbie * g_im);
    }
  };

  template <bool hypersingular>
  struct With {
    static constexpr bool n = hypersingular;
  };
  /// Calls loop(With<whether the row has N>).
  template <class Loop>
  static void with_or_without_n(const RowEquation& row, Loop&& loop) {
    if (row.hypersingular())
      loop(With<true>());
    else
      loop(With<false>());
  }

  static void over_panels(const RowEquation& row, const Observer& x, const PointArrays& y,
      const VectorArrays& normals, std::size_t count, const RowArrays& to) {
    with_or_without_n(row, [&](auto with) {
      for (std::size_t p = 0; p < count; p += lanes) {
        Sums<with.n> sums;
        const std::size_t first = p / padding * padding * y.points + p % padding;
        for (int q = 0; q < y.points; ++q) {
          const std::size_t at = first + q * padding;
          sums.add(row.wavenumber, x, x.x - load(y.x + at), x.y - load(y.y + at),
              x.z - load(y.z + at), load(y.weight + at));
        }
        const Real nx = load(normals.x + p), ny = load(normals.y + p), nz = load(normals.z + p);
        sums.put(row,
            (x.x - load(y.x + first)) * nx + (x.y - load(y.y + first)) * ny +
                (x.z - load(y.z + first)) * nz,
            x.normal_x * nx + x.normal_y * ny + x.normal_z * nz, to, p);
      }
    });
  }

  static void seen_by(double k, const VectorArrays& x, const PointArrays& y, const Observer& panel,
      std::size_t count, const RowArrays& to) {
    for (std::size_t p = 0; p < count; p += lanes) {
      Sums<false> sums;
      const Real px = load(x.x + p), py = load(x.y + p), pz = load(x.z + p);
      for (int q = 0; q < y.points; ++q)
        sums.add(k, panel, px - y.x[q], py - y.y[q], pz - y.z[q], Real{} + y.weight[q]);
      const Real height = (px - panel.x) * panel.normal_x + (py - panel.y) * panel.normal_y +
                          (pz - panel.z) * panel.normal_z;
      store(to.part[0] + p, height * sums.t_re);
      store(to.part[1] + p, height * sums.t_im);
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

  static void mapped(const RowEquation& row, const Observer& x, const MapArrays& maps,
      const double* height, const double* cosine, const NodeArrays& nodes, std::size_t count,
      const RowArrays& to) {
    with_or_without_n(row, [&](auto with) {
      for (std::size_t p = 0; p < count; p += lanes) {
        const Map map(maps, p);
        Sums<with.n> sums;
        for (int q = 0; q < nodes.size; ++q) {
          const double s = nodes.s[q], t = nodes.t[q], st = s * t;
          sums.add(row.wavenumber, x, map.d(0, s, t, st), map.d(1, s, t, st), map.d(2, s, t, st),
              nodes.weight[q] * map.area_element(s, t));
        }
        sums.put(row, load(height + p), load(cosine + p), to, p);
      }
    });
  }

  static void moments(const Observer& x, const MapArrays& maps, const NodeArrays& nodes,
      const MomentArrays& of, std::size_t count, double* const (&to)[3]) {
    for (std::size_t p = 0; p < count; p += lanes) {
      const Map map(maps, p);
      const Real a = load(of.a + p), b = load(of.b + p), cx = load(of.from_c.x + p),
                 cy = load(of.from_c.y + p), cz = load(of.from_c.z + p);
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
    const Green green(k, dx, dy, dz, Real{} + 1);
    const Real along_j = dx * jx + dy * jy + dz * jz;
    const Real along_y = row.cbie * along_j, size = row.cbie * area;
    to[0] = along_y * green.t_re;
    to[1] = along_y * green.t_im;
    to[2] = size * green.g_re;
    to[3] = size * green.g_im;
    if constexpr (hypersingular) {
      const Real along_x = dx * x.normal_x + dy * x.normal_y + dz * x.normal_z;
      const Real of_t = x.normal_x * jx + x.normal_y * jy + x.normal_z * jz, side = along_x * area;
      Real n_re = of_t * green.t_re, n_im = of_t * green.t_im;
      green.add_e(k, along_x * along_j * (green.u * green.u), n_re, n_im);
      add_alpha(row, n_re, n_im, to[0], to[1]);
      add_alpha(row, side * green.t_re, side * green.t_im, to[2], to[3]);
    }
  }

  static void at_points(const RowEquation& row, const Observer& x, const AreaPoints& y,
      std::size_t count, const RowArrays& to) {
    with_or_without_n(row, [&](auto with) {
      for (std::size_t q = 0; q < count; q += lanes) {
        Real values[row_parts];
        evaluate<with.n>(row, x, y, q, values);
        for (std::size_t part = 0; part < row_parts; ++part) store(to.part[part] + q, values[part]);
      }
    });
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
      at_points(row, x, from, some, {{values[0], values[1], values[2], values[3]}});
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

  static void plane_waves(const VectorArrays& waves, const PointArrays& y, const double* weight_im,
      std::size_t count, double* const (&to)[4]) {
    for (std::size_t p = 0; p < count; p += lanes) {
      const Real kx = load(waves.x + p), ky = load(waves.y + p), kz = load(waves.z + p);
      Real re_cosine{}, re_sine{}, im_cosine{}, im_sine{};
      for (int q = 0; q < y.points; ++q) {
        const auto wave = sine_cosine<Real, Integer>(kx * y.x[q] + ky * y.y[q] + kz * y.z[q]);
        re_cosine += y.weight[q] * wave.cosine;
        re_sine += y.weight[q] * wave.sine;
        im_cosine += weight_im[q] * wave.cosine;
        im_sine += weight_im[q] * wave.sine;
      }
      store(to[0] + p, re_cosine + im_sine);
      store(to[1] + p, im_cosine - re_sine);
      store(to[2] + p, re_cosine - im_sine);
      store(to[3] + p, -im_cosine - re_sine);
    }
  }

  static constexpr PanelKernels table(const char* name) {
    return {
        name, over_panels, mapped, seen_by, moments, plane_waves, at_points, of_panel, along_line};
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
