// The inner loops of the boundary element matrices: sums of Green's function and its derivatives
// over the quadrature points of panels, for several panels at a time. There is one version for each
// instruction set (instruction_sets/). The program chooses a version when it starts.
//
// With d = x - y, r = |d|, u = 1/r:
//
//   G                = u e^{ikr} / 4 pi
//   G'/r             = (ik - u) u G
//   (G'' - G'/r)/r^2 = (3 u^2 - k^2 - 3 i k u) u^2 G
#pragma once

#include <cstddef>
#include <vector>

#include "bem/sine_cosine.h"

namespace febem::bem {

/// Which sums are computed. double_layer: G'/r. both_layers: also G. hypersingular: also (G'' -
/// G'/r) (d.n_x) / r^2.
enum class Terms : std::size_t { double_layer, both_layers, hypersingular };
inline constexpr std::size_t terms_total = 3;

/// Counts of panels and points are rounded up to a multiple of this length, that of the longest
/// vectors. The results of the padding are not used, but its numbers must be finite.
inline constexpr std::size_t padding = 8;
constexpr std::size_t padded(std::size_t count) {
  return (count + padding - 1) / padding * padding;
}

/// The arrays for the sums times 4 pi, with an entry for each pair of a point and a panel. Only the
/// sums of the chosen Terms are written.
struct SumArrays {
  double *g_re, *g_im;  ///< int G
  double *t_re, *t_im;  ///< int G'/r
  double *e_re, *e_im;  ///< int (G'' - G'/r) (d.n_x) / r^2
};

/// The point from which panels are seen.
struct Observer {
  double x, y, z;
  double normal_x, normal_y, normal_z;  ///< n_x; read for Terms::hypersingular only
};

/// Quadrature points with weights. Point q of panel p has the number q * stride + p.
struct PointArrays {
  const double *x, *y, *z, *weight;
  std::size_t stride;
  int points;  ///< of each panel
};

/// Nodes (s, t) and weights on the square from -1 to 1.
struct NodeArrays {
  const double *s, *t, *weight;
  int size;
};

/// Number of coefficients of the map of a panel. A point y(s, t) of the panel is middle + s along_s
/// + t along_t + s t twist. The element of area there is jacobian[0] + s jacobian[1] + t
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
  const double *x, *y, *z;  ///< x - c
};

// Panels of order 1 and 2. At a point of a panel, with the area vector J (the normal times the
// element of area) and the kernels of S, K, K' and N:
//
//   -h = cbie K + alpha N,    b = cbie S + alpha K'

/// The equation whose kernels are evaluated: a row has cbie = 1. Other values separate the
/// operators.
struct RowEquation {
  double wavenumber;
  double alpha_re = 0, alpha_im = 0, cbie = 1;

  bool hypersingular() const { return alpha_re != 0 || alpha_im != 0; }
};

/// Points of panels: y, J and |J|, both times the weight, and the reference coordinates r and s.
struct AreaPoints {
  const double *x, *y, *z, *area_x, *area_y, *area_z, *area, *r, *s;
};

/// The four numbers at points: real and imaginary parts of h, then of b.
inline constexpr std::size_t row_parts = 4;
using RowArrays = double* const (&)[row_parts];

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
/// The arrays of AreaPoints to write to.
struct AreaPointsOut {
  double *x, *y, *z, *area_x, *area_y, *area_z, *area, *r, *s;
};

/// The inner loops for one instruction set. The result of a pair has the same bits at any place
/// among other pairs.
struct PanelKernels {
  using OverPanelsAtPoint = void (*)(
      double wavenumber, const Observer&, const PointArrays&, std::size_t count, const SumArrays&);
  using SeenBy = void (*)(double wavenumber, const PointArrays& observers, const PointArrays& panel,
      std::size_t count, const SumArrays&);
  using Mapped = void (*)(double wavenumber, const Observer&, const MapArrays&, const NodeArrays&,
      std::size_t count, const SumArrays&);

  using FirstMoments = void (*)(const Observer&, const MapArrays&, const NodeArrays&,
      const MomentArrays&, std::size_t count, double* const (&sums)[3]);

  using AtPoints = void (*)(
      const RowEquation&, const Observer&, const AreaPoints&, std::size_t count, RowArrays);
  using OfPanel = void (*)(const RowEquation&, const Observer&, const AreaPoints&,
      std::size_t count, int order, PanelMoments& sums);
  using AlongLine = void (*)(const LineCoefficients&, const double* t, const double* weight,
      std::size_t count, const AreaPointsOut&);

  const char* name;  ///< name of the instruction set

  OverPanelsAtPoint over_panels_at_point[terms_total];  ///< `count` panels from one point
  SeenBy seen_by;  ///< Terms::double_layer of one panel (stride 1) seen from `count` points
                   ///< (without weights)
  Mapped mapped[terms_total];  ///< `count` pairs; reads only the normal of the observer
  FirstMoments moments;  ///< integrals of (y - c) times the kernel, of `count` pairs; reads only
                         ///< the normal of the observer

  AtPoints at_points;    ///< h and b at each point; 4 pi times the kernels
  OfPanel of_panel;      ///< adds the moments; 4 pi times the kernels
  AlongLine along_line;  ///< y, J, |J|, r and s at each t, weighted by weight(t) times the entry of
                         ///< `weight`
};

/// Real operations of Terms::double_layer at a point: 3 for d, 5 for r^2, 3 for r, u and kr, sine
/// and cosine, 3 for G, 8 for G'/r, 2 to add G'/r to its sum. A square root and a division count as
/// one operation each.
inline constexpr int double_layer_flops = 24 + sine_cosine_flops;
/// Further operations of Terms::both_layers: to add G to its sum.
inline constexpr int single_layer_flops = 2;
/// Further operations of Terms::hypersingular: 5 for d.n_x, 13 for the kernel, 2 to add it to its
/// sum.
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
