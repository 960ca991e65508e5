// The amplitudes of sound fields at infinity in all directions.
#pragma once

#include <vector>

#include "la/matrix.h"
#include "mesh/point.h"

namespace febem::bem {

using core::Complex;
using core::Index;
using mesh::Vec3;

/// A point of a quadrature over all directions.
struct SpherePoint {
  Vec3 direction;  ///< unit
  double weight;   ///< the weights add up to 4 pi
};

/// The highest partial wave of the far field of sources within k r = x of a point, and its highest
/// azimuthal order if they are within that of an axis.
int highest_order(double x);

/// The partial waves of a far field about the middle of a body.
struct PatternLimits {
  int degree;    ///< of the highest; 0: not known
  double width;  ///< k times the largest distance of a source from a line through the middle
  int axis;      ///< the coordinate along which that line is: 0, 1 or 2
};

/// A quadrature rule over all directions, exact for the product of two far fields of such limits:
/// Gauss in the cosine c of the angle to the axis, equal steps in the azimuth, the fewer the nearer
/// to a pole. The first quarter has c > 0 and half of the azimuths, circle by circle. The second
/// are its mirror images with -c, and the second half are the opposite directions of the first
/// half, in the same order.
std::vector<SpherePoint> sphere_rule(const PatternLimits& limits);

/// The far-field amplitudes f of some sound fields, about the middle of the body.
class FarFields {
 public:
  /// f, Pa m, is direction x sound field, in the directions of sphere_rule(limits). It may be
  /// empty, and is then not known.
  FarFields(la::Matrix f, const PatternLimits& limits, double density, double sound_speed);

  /// The power that leaves to infinity, W: (1/2 rho c) times the integral of |f|^2 over all
  /// directions. Without an incident field it is the power radiated. NaN if f is not known.
  double power(Index field) const;
  /// The largest |f|, Pa m: from the strongest directions of the highest lobes by steps that are
  /// halved, until they are a hundredth of the first. NaN if f is not known.
  double largest(Index field) const;
  /// |f| in a unit direction, Pa m. NaN if f is not known.
  double modulus(Index field, const Vec3& direction) const;

 private:
  class Pattern;

  std::vector<SpherePoint> sphere_;
  la::Matrix f_;
  PatternLimits limits_;
  double density_, sound_speed_;
};

}  // namespace febem::bem
