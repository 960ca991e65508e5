// A builder of 20-node bricks in a parameter space, whose nodes are mapped into real space. It also
// builds layers of bricks between cubes, which a map can project to spheres.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "mesh/solid.h"

namespace febem::meshes {

/// Builds a solid of bricks. Corners with equal parameters become one node. Mid-edge nodes with
/// equal end corners become one node too. So neighbours share their nodes. A mid-edge node is
/// mapped from the mean of the parameters of its ends, so that edges are curved as the map is.
class BrickBuilder {
 public:
  using Map = std::function<mesh::Vec3(const mesh::Vec3&)>;

  /// Parameters are equal if they differ by less than about 1e-8 of `unit` along each direction.
  explicit BrickBuilder(Map map, const mesh::Vec3& unit = mesh::Vec3::Ones())
      : map_(std::move(map)), unit_(unit) {}

  /// Adds a brick with these parameters of its corners (VTK order), and returns its element number.
  /// The region is added on first use.
  mesh::Index add(const std::array<mesh::Vec3, 8>& corners, const std::string& region);

  /// The node at these parameters, or -1 if there is none.
  mesh::Index corner(const mesh::Vec3& parameter) const;

  mesh::Solid solid;  ///< the solid so far; callers add their own node and face sets

 private:
  using Key = std::array<long long, 3>;
  Key key(const mesh::Vec3& parameter) const;
  mesh::Index region(const std::string& name);
  mesh::Index add_corner(const mesh::Vec3& parameter);
  mesh::Index add_middle(mesh::Index a, mesh::Index b);

  Map map_;
  mesh::Vec3 unit_;
  std::vector<mesh::Vec3> parameters_;  // by node
  std::map<Key, mesh::Index> corners_;
  std::map<std::pair<mesh::Index, mesh::Index>, mesh::Index> middles_;
};

/// The parameter corners of the brick between two opposite corners of a box.
std::array<mesh::Vec3, 8> box_corners(const mesh::Vec3& low, const mesh::Vec3& high);

/// A box of nx x ny x nz bricks between the origin and `size`. `map` moves its nodes.
mesh::Solid box(
    const mesh::Vec3& size, const std::array<int, 3>& count,
    const BrickBuilder::Map& map = [](const mesh::Vec3& x) { return x; });

/// The unit vector through a point of the surface of a cube. The map is equiangular: lines of equal
/// parameter u on a face lie at the angle (pi/4) u.
mesh::Vec3 cube_direction(const mesh::Vec3& parameter);

/// Adds 6 n^2 bricks between the cubes |x|_max = inner and |x|_max = outer of the parameter space.
/// Returns the faces on the outer cube.
std::vector<mesh::Face> add_cube_layer(
    BrickBuilder& builder, int n, double inner, double outer, const std::string& region);

/// The faces on the inner cube, from the faces on the outer cube of the same bricks.
std::vector<mesh::Face> opposite_faces(const std::vector<mesh::Face>& outer);

}  // namespace febem::meshes
