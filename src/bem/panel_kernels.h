// The inner loops of the boundary element matrices: Green's function and its derivatives, added up over the quadrature points of
// panels, several panels at a time. Each instruction set has its own (instruction_sets/); which one runs is chosen where the
// program runs.
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

/// Which sums are asked for: those of G'/r; of G too; of (G'' - G'/r) (d.n_x) / r^2 too.
enum class Terms : std::size_t { double_layer, both_layers, hypersingular };
inline constexpr std::size_t terms_total = 3;

/// Counts of panels and points are rounded up to a multiple of this, that of the longest vectors; what lies beyond is computed in
/// vain. Numbers there must be finite.
inline constexpr std::size_t padding = 8;
constexpr std::size_t padded(std::size_t count) { return (count + padding - 1) / padding * padding; }

/// Where the sums go, times 4 pi, one entry a pair of a point and a panel. Those not asked for are not written.
struct SumArrays {
  double *g_re, *g_im;  ///< int G
  double *t_re, *t_im;  ///< int G'/r
  double *e_re, *e_im;  ///< int (G'' - G'/r) (d.n_x) / r^2
};

/// One point of view.
struct Observer {
  double x, y, z;
  double normal_x, normal_y, normal_z;  ///< n_x; read for Terms::hypersingular only
};

/// Points with weights: point q of panel p is number q * stride + p.
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

/// A point y(s, t) of a panel is middle + s along_s + t along_t + s t twist, the element of area there jacobian[0] + s jacobian[1]
/// + t jacobian[2].
inline constexpr std::size_t map_coefficients = 15;  ///< middle, along_s, along_t, twist, jacobian, in this order

/// Panels with points of view of their own: x - middle in place of middle.
struct MapArrays {
  const double* coefficient[map_coefficients];
};

/// First moments of a static kernel (a - b (d.n_x) / r^2) / r^3 about a point c of the plane: what differs from pair to pair.
struct MomentArrays {
  const double *a, *b;
  const double *x, *y, *z;  ///< x - c
};

/// The loops for one instruction set. A pair has the same bits wherever it stands among others.
struct PanelKernels {
  using OverPanelsAtPoint = void (*)(double wavenumber, const Observer&, const PointArrays&, std::size_t count, const SumArrays&);
  using SeenBy = void (*)(double wavenumber, const PointArrays& observers, const PointArrays& panel, std::size_t count, const SumArrays&);
  using Mapped = void (*)(double wavenumber, const Observer&, const MapArrays&, const NodeArrays&, std::size_t count, const SumArrays&);

  using Moments = void (*)(const Observer&, const MapArrays&, const NodeArrays&, const MomentArrays&, std::size_t count, double* const (&sums)[3]);

  const char* name;  ///< of the instruction set

  OverPanelsAtPoint over_panels_at_point[terms_total];  ///< `count` panels from one point
  SeenBy seen_by;                                       ///< one panel (stride 1) from `count` points (without weights): Terms::double_layer
  Mapped mapped[terms_total];                           ///< `count` pairs; of the observer only the normal is read
  Moments moments;                                      ///< int (y - c) times the kernel, of `count` pairs; of the observer only the normal is read
};

/// Real operations at a point (square root and division count as one each): 3 for d, 5 for r^2, 3 for r, u and kr, sine and
/// cosine, 3 for G, 8 for G'/r, 2 to add the latter to its sum.
inline constexpr int double_layer_flops = 24 + sine_cosine_flops;
/// To add G.
inline constexpr int single_layer_flops = 2;
/// 5 for d.n_x, 13 for the kernel, 2 to add it.
inline constexpr int hypersingular_flops = 20;
/// Flops of a moment: 3 for d, 5 for r^2, 3 for r, u and u^2, 5 for d.n_x, 6 for the kernel with its weight, 3 for y - c, 6 to add it up.
inline constexpr int moment_flops = 31;

/// The kernels that were built and that this processor runs, slowest first. Two are always there: "reference", the definition in the
/// plainest terms, and "baseline", which every processor of the kind runs.
std::vector<const PanelKernels*> available_panel_kernels();

/// The last of them, or the one that the environment variable FEBEM_INSTRUCTION_SET names. Throws core::InputError if it is not there.
const PanelKernels& chosen_panel_kernels();

}  // namespace febem::bem
