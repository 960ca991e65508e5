// A closed cylindrical shell of 20-node bricks.
#pragma once

#include "meshes/disc.h"
#include "meshes/generator.h"

namespace febem::meshes {

struct CylinderShell {
  double radius, wall;          ///< outer radius and thickness of the barrel, m
  double length, end;           ///< outer length and thickness of the ends, m
  int around;                   ///< bricks around, a multiple of 4
  std::vector<double> circles;  ///< radii of the circles of the +z end inside its edge, m; the
                                ///< first is around the core
  int back_rings;               ///< number of rings of the -z end
  std::vector<double>
      stations;    ///< z between the ends where bricks of the barrel meet, ascending, m
  double mitre;    ///< distance from an end within which bricks of the barrel lean towards it, m;
                   ///< between `end` and half the length
  int layers = 1;  ///< bricks through the thickness
  int ring_parts =
      1;  ///< bricks across each ring of the two ends, except the outermost ring of the +z end
  int rim_parts = 1;  ///< bricks across the outermost ring of the +z end
};

/// The number of bricks or panels at `density` if there are `count` at density 1. At least one.
int at_density(int count, double density);

/// Size of the mesh of a shell: its nodes, elements and outer faces.
MeshSize size_of_shell(const CylinderShell& shell);

/// The region of the cells of the +z end in a ring. Ring 0 is the core. The parts of a ring count
/// as one ring.
using RegionOfRing = std::function<std::string(int ring)>;

/// The map of the disc whose first circle is circles[0].
DiscMap disc_map(const CylinderShell& shell);

/// Adds the shell about the origin along z. The bricks in the corners are mitred. Returns ring and
/// outer face of each brick of the +z end.
std::vector<std::pair<int, mesh::Face>> add_shell(BrickBuilder& builder, const CylinderShell& shell,
    const std::string& region, const RegionOfRing& front);

}  // namespace febem::meshes
