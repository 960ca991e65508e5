// Integrals over panels, gathered into blocks so that the kernels are evaluated many points at a time.
#pragma once

#include <vector>

#include "bem/formulation.h"
#include "bem/kernel_block.h"
#include "bem/panel_rule.h"

namespace febem::bem {

/// Integrals over one panel; each operator is a combination of them, because d.n_y is constant on a flat panel.
struct KernelSum {
  Complex g;  ///< int G
  Complex t;  ///< int G'/r
  Complex e;  ///< int (G'' - G'/r) (d.n_x) / r^2; zero unless asked for
};

/// Real operations to add one point to its sum.
inline constexpr int green_sum_flops = 4, hypersingular_sum_flops = 2;

/// Collects the quadrature points of many (collocation point, panel) pairs and adds up the kernels pair by pair.
class KernelSums {
 public:
  /// `count` pairs, numbered from zero.
  KernelSums(Index count, double wavenumber, bool hypersingular);

  /// Points y of pair number `pair` seen from x; `normal` is n_x (not read unless hypersingular).
  void add(Index pair, const Vec3& x, const Vec3& normal, const PointView& points);

  /// Points added so far.
  core::Count points() const { return points_; }

  /// The integrals of all pairs; nothing can be added afterwards.
  std::vector<KernelSum> finish() &&;

 private:
  struct Segment {
    Index pair;
    int begin, end;
  };
  void evaluate();

  std::vector<KernelSum> sums_;
  double wavenumber_;
  bool hypersingular_;
  KernelBlock block_;
  std::vector<Segment> segments_;
  core::Count points_ = 0;
};

}  // namespace febem::bem
