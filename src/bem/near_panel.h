// The integrals over a curved panel that is near the point x, or on which x is a collocation point.
//
// On a square the Gauss rule of each direction is moved towards the point of the panel that is
// nearest to x: with r* there and b the distance in units of r,
//
//   r = r* + b sinh u,   the rule in u
//
// (Johnston and Elliott, Int. J. Numer. Meth. Engng 62 (2005)). In u the kernels have poles at the
// distance pi/2 from the real axis, whatever b is, so that the length of the interval of u says how
// many points are needed. A triangle is made of three squares.
#pragma once

#include "bem/moment_sums.h"

namespace febem::bem {

/// A rule for one panel seen from one point.
class NearRule {
 public:
  NearRule(const CurvedPanel& panel, const Vec3& x);

  core::Count points() const;
  void add_to(MomentSums& sums) const;

 private:
  /// A square in the reference panel: a + r u + s v + r s w.
  struct Square {
    Vector2d a, u, v, w;
  };
  struct Part {
    Square square;
    LineRule along_r, along_s;
  };

  void add(const Square& square, const Vec3& x);

  const CurvedPanel& panel_;
  std::array<Part, 3> parts_;
  int part_count_ = 0;
};

/// The moments (panel_kernels.h) of h and b over a panel of order 1 or 2 at the point `xi` of it,
/// that of N as a finite part, with a relative error below 1e-10.
void own_panel(const CurvedPanel& panel, const Vector2d& xi, const PanelKernels& kernels,
    const RowEquation& row, int order, PanelMoments& sums);

/// Quadrature points of own_panel().
core::Count own_panel_points(const CurvedPanel& panel, const Vector2d& xi);

}  // namespace febem::bem
