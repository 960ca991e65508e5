// The inner loops of the boundary element matrices: Green's function and its derivatives at the
// quadrature points of panels, for several panels or points at a time. There is one version for
// each instruction set (instruction_sets/). The program chooses a version when it starts.
//
// With d = x - y, r = |d|, u = 1/r:
//
//   G                    = u e^{ikr} / 4 pi
//   T = G'/r             = (ik - u) u G
//   E = (G'' - G'/r)/r^2 = (3 u^2 - k^2 - 3 i k u) u^2 G
//
// and at a point of a panel with the area vector J (the normal times the element of area)
//
//   S: |J| G,   K: -(d.J) T,   K': (d.n_x) |J| T,   N: -[(d.J) (d.n_x) E + (n_x.J) T]
//
//   -h = cbie K + alpha N,    b = cbie S + alpha K'
#pragma once

#include <cstddef>
#include <vector>

#include "bem/sine_cosine.h"

namespace febem::bem {

/// The equation whose kernels are evaluated: a row has cbie = 1. Other values separate the
/// operators.
struct RowEquation {
  double wavenumber;
  double alpha_re = 0, alpha_im = 0, cbie = 1;

  bool hypersingular() const { return alpha_re != 0 || alpha_im != 0; }
};

/// Counts of panels and points are rounded up to a multiple of this length, that of the longest
/// vectors. The results of the padding are not used, but its numbers must be finite.
inline constexpr std::size_t padding = 8;
constexpr std::size_t padded(std::size_t count) {
  return (count + padding - 1) / padding * padding;
}

/// The real and imaginary parts of h, then of b, times 4 pi: an array each.
inline constexpr std::size_t row_parts = 4;
struct RowArrays {
  double* part[row_parts];
};

/// The point from which panels are seen.
struct Observer {
  double x, y, z;
  double normal_x, normal_y, normal_z;  ///< n_x; read for alpha only
};

/// Quadrature points with weights. `padding` panels form a block, in which point q of panel p has
/// the number q * padding + p.
struct PointArrays {
  const double *x, *y, *z, *weight;
  int points;  ///< of each panel
};

/// Unit normals of flat panels, or vectors.
struct VectorArrays {
  const double *x, *y, *z;
};

/// Nodes (s, t) and weights on the square from -1 to 1.
struct NodeArrays {
  const double *s, *t, *weight;
  int size;
};

/// Number of coefficients of the map of a flat panel. A point y(s, t) of the panel is middle + s
/// along_s + t along_t + s t twist. The element of area there is jacobian[0] + s jacobian[1] + t
/// jacobian[2].
inline constexpr std::size_t map_coefficients =
    15;  ///< middle, along_s, along_t, twist, jacobian, in this order

/// Maps of panels, each seen from a point x of its own: x - middle is stored in place of middle.
struct MapArrays {
  const double* coefficient[map_coefficients];
};

/// The inputs of the first moments that differ from pair to pair. The kernel is (a - b (d.n_x) /
/// r^2) / r^3, and the moment is about a point c of the plane.
struct MomentArrays {
  const double *a, *b;
  VectorArrays from_c;  ///< x - c
};

/// Points of curved panels: y, J and |J|, both times the weight, and the reference coordinates r
/// and s. Kernels write to AreaPointsOut.
template <class Number>
struct AreaArrays {
  Number *x, *y, *z, *area_x, *area_y, *area_z, *area, *r, *s;
};
using AreaPoints = AreaArrays<const double>;
using AreaPointsOut = AreaArrays<double>;
inline constexpr std::size_t area_arrays_total = 9;
/// Arrays of which each begins `stride` after the one before.
template <class Number>
AreaArrays<Number> area_arrays(Number* first, std::size_t stride) {
  const auto at = [&](std::size_t number) { return first + number * stride; };
  return {at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8)};
}

/// Moments of h and b with 1, r, s, r^2, rs, s^2 and, for order 2, also r^2 s, r s^2, r^3, s^3, r^2
/// s^2.
inline constexpr std::size_t most_monomials = 11;
constexpr std::size_t monomial_count(int order) { return order == 1 ? 6 : most_monomials; }
using PanelMoments = double[most_monomials][row_parts];

/// Polynomials of t along a line of a reference panel: y as seen from a point, the tangents along r
/// and s, the reference coordinates, and a weight.
struct LineCoefficients {
  double y[5][3], along_r[4][3], along_s[4][3], r[2], s[2], weight[2];
};

/// The inner loops for one instruction set. The result of a pair has the same bits at any place
/// among other pairs.
struct PanelKernels {
  const char* name;  ///< name of the instruction set

  // Flat panels: integrals of h and b, without K'.

  /// `count` panels from one point.
  void (*over_panels)(const RowEquation&, const Observer&, const PointArrays&,
      const VectorArrays& normals, std::size_t count, const RowArrays&);
  /// `count` pairs; reads only the normal of the observer. `height` is d.n_y, `cosine` n_x.n_y.
  void (*mapped)(const RowEquation&, const Observer&, const MapArrays&, const double* height,
      const double* cosine, const NodeArrays&, std::size_t count, const RowArrays&);
  /// -K of one panel, whose normal is that of `panel`, seen from `count` points: the first two
  /// parts. `points` are those of the panel, one after the other.
  void (*seen_by)(double wavenumber, const VectorArrays& observers, const PointArrays& points,
      const Observer& panel, std::size_t count, const RowArrays&);
  /// Integrals of (y - c) times the kernel, of `count` pairs; reads only the normal of the
  /// observer.
  void (*moments)(const Observer&, const MapArrays&, const NodeArrays&, const MomentArrays&,
      std::size_t count, double* const (&sums)[3]);

  /// Sums of W e^{-i wave.y}, then of conj(W) e^{-i wave.y}, over the points of a panel, one after
  /// the other, with W = weight + i weight_im: real and imaginary parts for `count` vectors `wave`,
  /// each the wavenumber times a direction.
  void (*plane_waves)(const VectorArrays& waves, const PointArrays& points, const double* weight_im,
      std::size_t count, double* const (&sums)[4]);

  // Curved panels.

  /// h and b at each point.
  void (*at_points)(
      const RowEquation&, const Observer&, const AreaPoints&, std::size_t count, const RowArrays&);
  /// Adds the moments.
  void (*of_panel)(const RowEquation&, const Observer&, const AreaPoints&, std::size_t count,
      int order, PanelMoments& sums);
  /// y, J, |J|, r and s at each t, weighted by weight(t) times the entry of `weight`.
  void (*along_line)(const LineCoefficients&, const double* t, const double* weight,
      std::size_t count, const AreaPointsOut&);
};

/// Real operations of K at a point of a flat panel: 3 for d, 5 for r^2, 3 for r, u and kr, sine and
/// cosine, 3 for G, 8 for T, 2 to add T to its sum. A square root and a division count as one
/// operation each.
inline constexpr int double_layer_flops = 24 + sine_cosine_flops;
/// Further operations of S: to add G to its sum.
inline constexpr int single_layer_flops = 2;
/// Further operations of N: 5 for d.n_x, 13 for the kernel, 2 to add it to its sum.
inline constexpr int hypersingular_flops = 20;
/// Real operations of a moment at a point: 3 for d, 5 for r^2, 3 for r, u and u^2, 5 for d.n_x, 6
/// for the kernel with its weight, 3 for y - c, 6 to add to the sum.
inline constexpr int moment_flops = 31;

/// The kernels of this build that this processor can run, slowest first. Two are always there:
/// "reference", written as in the definition, and "baseline", which every processor of the
/// architecture runs.
std::vector<const PanelKernels*> available_panel_kernels();

/// The fastest of the available kernels, or those that the environment variable
/// FEBEM_INSTRUCTION_SET names. Throws core::InputError if the named kernels are not available.
const PanelKernels& chosen_panel_kernels();

}  // namespace febem::bem
