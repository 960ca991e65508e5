// PanelKernels with a fixed number of lanes. Each lane has one panel, or one point of view. This header is compiled once for each
// instruction set. A linker keeps only one copy of a named function, so the code is in an unnamed namespace, and calls from elsewhere only
// functions that are always inlined.
#pragma once

#include <cstdint>
#include <cstring>

#include "bem/panel_kernels.h"

namespace febem::bem {
namespace {

#define FEBEM_INLINE [[gnu::always_inline]] inline

/// The kernels for vectors of one length. `Real` is a vector of double, `Integer` a vector of as many std::int64_t.
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
    static constexpr bool layers = terms != Terms::double_layer, hypersingular = terms == Terms::hypersingular;
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
  static void over_panels_at_point(double k, const Observer& x, const PointArrays& y, std::size_t count, const SumArrays& to) {
    for (std::size_t p = 0; p < count; p += lanes) {
      Sums<terms> sums;
      for (int q = 0; q < y.points; ++q) {
        const std::size_t at = q * y.stride + p;
        sums.add(k, x, x.x - load(y.x + at), x.y - load(y.y + at), x.z - load(y.z + at), load(y.weight + at));
      }
      sums.put(to, p);
    }
  }

  static void seen_by(double k, const PointArrays& x, const PointArrays& y, std::size_t count, const SumArrays& to) {
    for (std::size_t p = 0; p < count; p += lanes) {
      Sums<Terms::double_layer> sums;
      const Real px = load(x.x + p), py = load(x.y + p), pz = load(x.z + p);
      for (int q = 0; q < y.points; ++q) sums.add(k, {}, px - y.x[q], py - y.y[q], pz - y.z[q], Real{} + y.weight[q]);
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
    FEBEM_INLINE Real area_element(double s, double t) const { return c[12] + s * c[13] + t * c[14]; }
  };

  template <Terms terms>
  static void mapped(double k, const Observer& x, const MapArrays& maps, const NodeArrays& nodes, std::size_t count, const SumArrays& to) {
    for (std::size_t p = 0; p < count; p += lanes) {
      const Map map(maps, p);
      Sums<terms> sums;
      for (int q = 0; q < nodes.size; ++q) {
        const double s = nodes.s[q], t = nodes.t[q], st = s * t;
        sums.add(k, x, map.d(0, s, t, st), map.d(1, s, t, st), map.d(2, s, t, st), nodes.weight[q] * map.area_element(s, t));
      }
      sums.put(to, p);
    }
  }

  static void moments(const Observer& x, const MapArrays& maps, const NodeArrays& nodes, const MomentArrays& of, std::size_t count,
                      double* const (&to)[3]) {
    for (std::size_t p = 0; p < count; p += lanes) {
      const Map map(maps, p);
      const Real a = load(of.a + p), b = load(of.b + p), cx = load(of.x + p), cy = load(of.y + p), cz = load(of.z + p);
      Real sum_x{}, sum_y{}, sum_z{};
      for (int q = 0; q < nodes.size; ++q) {
        const double s = nodes.s[q], t = nodes.t[q], st = s * t;
        const Real dx = map.d(0, s, t, st), dy = map.d(1, s, t, st), dz = map.d(2, s, t, st);
        const Real u = 1 / square_root(dx * dx + dy * dy + dz * dz), u_squared = u * u;
        const Real along_normal = dx * x.normal_x + dy * x.normal_y + dz * x.normal_z;
        const Real kernel = nodes.weight[q] * map.area_element(s, t) * (a - b * along_normal * u_squared) * (u_squared * u);
        sum_x += kernel * (cx - dx);
        sum_y += kernel * (cy - dy);
        sum_z += kernel * (cz - dz);
      }
      store(to[0] + p, sum_x);
      store(to[1] + p, sum_y);
      store(to[2] + p, sum_z);
    }
  }

  static constexpr PanelKernels table(const char* name) {
    using enum Terms;
    return {name,
            {over_panels_at_point<double_layer>, over_panels_at_point<both_layers>, over_panels_at_point<Terms::hypersingular>},
            seen_by,
            {mapped<double_layer>, mapped<both_layers>, mapped<Terms::hypersingular>},
            moments};
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
