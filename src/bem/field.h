// The sound field in the fluid from the pressure and its normal derivative on the surface.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "bem/collocation.h"
#include "bem/far_fields.h"

namespace febem::bem {

/// The field that the body adds to the incident field. Immutable. All functions take the total p
/// (Pa) and q = dp/dn = i omega rho v_n (Pa/m), with one row for each unknown and one column for
/// each sound field, as the results have. Images of the surface are sources too, and the amplitudes
/// and powers are those of all images together.
class Field {
 public:
  Field(std::shared_ptr<const CollocationSurface> surface, double wavenumber)
      : surface_(std::move(surface)), wavenumber_(wavenumber) {}
  /// Refers to `surface`, which must be measured and outlive this.
  Field(const mesh::Surface& surface, double wavenumber, int order = 0)
      : Field(std::make_shared<CollocationSurface>(surface, order), wavenumber) {}

  /// K p - S q at points outside the body, Pa. Add p_inc for the total pressure. The quadrature has
  /// a relative error of 1e-6 at any distance from the surface. But nearer than the size of a panel
  /// the steps of constant panels show.
  la::Matrix pressure(std::span<const Vec3> points, const la::Matrix& p, const la::Matrix& q) const;

  /// The far-field amplitude f in p -> f(direction) e^{ikr}/r, Pa m, for unit directions. r is the
  /// distance from the origin of coordinates.
  la::Matrix directivity(
      std::span<const Vec3> directions, const la::Matrix& p, const la::Matrix& q) const;

  /// The amplitude of each sound field in a direction of its own.
  la::Vector each_in_its_direction(
      std::span<const Vec3> directions, const la::Matrix& p, const la::Matrix& q) const;

  /// Rows of a matrix from `first` on.
  using Rows = std::function<la::Matrix(Index first, Index count)>;
  /// All rows, of which others may have computed some; empty where they are not needed.
  using Gather = std::function<la::Matrix(Index count, const Rows& rows)>;

  /// The partial waves that the size of the body in wavelengths needs. The degree is 0 if panels
  /// are larger than two wavelengths on the average: they say nothing about directions, whose
  /// number grows with the square of the degree.
  PatternLimits far_limits() const;

  /// The far field of each sound field, of far_limits(). If the degree is 0, f is not known and
  /// `gather` is not called.
  FarFields far_fields(const PatternLimits& limits, double density, double sound_speed,
      const la::Matrix& p, const la::Matrix& q, const Gather& gather) const;
  /// All of it on this rank.
  FarFields far_fields(
      double density, double sound_speed, const la::Matrix& p, const la::Matrix& q) const {
    return far_fields(far_limits(), density, sound_speed, p, q,
        [](Index count, const Rows& rows) { return rows(0, count); });
  }

 private:
  /// With an `axis`, the directions are a part of the first quarter of a sphere_rule() of this
  /// axis, then their mirror images.
  la::Matrix amplitudes(std::span<const Vec3> directions, std::optional<int> axis,
      const la::Matrix& p, const la::Matrix& q) const;
  /// Calls visit(first unknown, W_p, W_q) for some unknowns after the other: what their p and q
  /// take from the amplitudes, direction x unknown; more unknowns at once for more fields.
  template <class Visit>
  void for_each_block(
      std::span<const Vec3> directions, std::optional<int> axis, Index fields, Visit&& visit) const;
  /// Calls use(p, q) with the values on the surface and its images.
  template <class Use>
  auto with_images(const la::Matrix& p, const la::Matrix& q, Use&& use) const;
  const BoundarySpace& space() const { return surface_->space; }

  std::shared_ptr<const CollocationSurface> surface_;
  double wavenumber_;
};

/// The power that leaves through the surface, W: 1/2 Re sum M_j p_j conj(v_j), with v the outward
/// normal velocity (m/s).
double surface_power(const BoundarySpace& space, const la::Vector& p, const la::Vector& v);

}  // namespace febem::bem
