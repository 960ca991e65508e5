// Planes that mirror the sound field, and the images of a surface in them.
#pragma once

#include <span>
#include <vector>

#include "mesh/surface.h"

namespace febem::mesh {

/// A plane across a coordinate axis. The pressure at the mirror image of a point is `sign` times
/// the pressure at the point: 1 at a rigid plane and about a plane of symmetry, -1 at a plane of
/// pressure release and about a plane of antisymmetry.
struct Mirror {
  int axis = 0;     ///< of the normal: 0, 1 or 2
  double at = 0;    ///< position on the axis, m
  double sign = 1;  ///< 1 or -1
  double side = 1;  ///< 1 or -1: the side of the plane that has the fluid and the mesh

  /// How far x lies on that side, m.
  double offset(const Vec3& x) const { return side * (x[axis] - at); }
  /// Exact for at = 0.
  Vec3 image(Vec3 x) const { return x[axis] = 2 * at - x[axis], x; }
  /// The image of a direction.
  Vec3 turned(Vec3 direction) const { return direction[axis] *= -1, direction; }
};

/// Planes of different axes: 2^size images, of which number 0 is the thing itself. Bit m of the
/// number of an image says whether mirror m has been applied.
using Mirrors = std::vector<Mirror>;

inline unsigned image_count(const Mirrors& mirrors) { return 1U << mirrors.size(); }

/// Calls use(mirror) for the mirrors of an image.
template <class Use>
void for_each_mirror(const Mirrors& mirrors, unsigned image, Use&& use) {
  for (std::size_t m = 0; m < mirrors.size(); ++m)
    if ((image >> m & 1U) != 0) use(mirrors[m]);
}
Vec3 image_of(const Mirrors& mirrors, unsigned image, Vec3 x);
/// The product of the signs.
double sign_of(const Mirrors& mirrors, unsigned image);

/// The mirrors that all these points lie in, as the number of an image.
unsigned planes_of(const Mirrors& mirrors, std::span<const Vec3> points);
unsigned planes_of(const Mirrors& mirrors, const Surface& surface, Index panel);

/// A surface and its images.
struct Images {
  /// All panels, measured: those of the surface in their order, then those of its images. Points in
  /// a plane are their own images. Panels in a plane (a baffle) are their own images too, and share
  /// no points with the others.
  Surface surface;
  std::vector<Index> panel;     ///< whose image each panel is
  std::vector<unsigned> image;  ///< number of the image
};

/// In the image of a panel the first two vertices change places, so that r becomes -r on the
/// reference square, and the first two barycentric coordinates change places on a triangle.
Images with_images(const Surface& surface, const Mirrors& mirrors);

/// How often the surface with its images winds around x.
double winding_number(const Surface& surface, const Mirrors& mirrors, const Vec3& x);
/// Whether x lies inside one of the bodies, which images complete.
bool encloses(const Surface& surface, const Mirrors& mirrors, const Vec3& x);

}  // namespace febem::mesh
