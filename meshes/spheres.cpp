// Bodies about the origin whose surface is a sphere, or a part of one.
#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "mesh/repair.h"
#include "meshes/brick_builder.h"
#include "meshes/generator.h"
#include "meshes/icosphere.h"
#include "meshes/triangle_blocks.h"

namespace febem::meshes {
namespace {

using mesh::Surface;
using mesh::Vec3;

constexpr Parameter sphere_radius{"radius", "m", 1, 1e-6, 1e6, false, "radius"};

/// Makes the edges between points of the sphere of this radius (m) great circles, and gives
/// quadrilaterals between such points ninth nodes on the sphere. Other edges become straight, and
/// other panels stay images of 8-node faces. The middle of an edge is that of its arc: the distance
/// of the edge from the sphere is then of the fourth order of its length. With the middle of
/// another parametrisation it is of the third order.
void curve_on_sphere(Surface& surface, double radius) {
  const auto is_on = [radius](
                         const Vec3& x) { return std::abs(x.norm() - radius) < 1e-9 * radius; };
  set_middles(surface, [&](const Vec3& a, const Vec3& b) -> Vec3 {
    if (is_on(a) && is_on(b)) return radius * (a + b).normalized();
    return (a + b) / 2;
  });
  for (mesh::Index j = 0; j < surface.size(); ++j) {
    Vec3& node = surface.ninth_nodes.emplace_back(middle_of_face(surface, j));
    if (std::ranges::all_of(
            surface.panels[j].vertices, [&](mesh::Index v) { return is_on(surface.points[v]); }))
      node *= radius / node.norm();
  }
}

// Triangles: an icosahedron, or circles of latitude; then stretched.

constexpr std::array sphere_parameters{sphere_radius,
    Parameter{"frequency", "1", 8, 1, 200, true,
        "parts of each edge of the icosahedron: 20 frequency^2 panels", 1},
    Parameter{"cap_angle", "deg", 0, 0, 179, false,
        "half angle of the region 'cap' around +z; 0 for none"},
    Parameter{"stretch", "1", 1, 1e-3, 1e3, false,
        "multiplies z: the half length of a spheroid, over its radius"},
    density_parameter};

void stretch(Surface& surface, double factor) {
  for (Vec3& x : surface.points) x.z() *= factor;
  for (auto& middles : surface.middles)
    for (Vec3& x : middles) x.z() *= factor;
}

MeshSize size_of_sphere(const Values& values) {
  const double frequency = values.at("frequency");
  return {0, 0, 20 * frequency * frequency};
}

Generated generate_sphere(const Values& values) {
  const double radius = values.at("radius"), angle = values.at("cap_angle");
  const int frequency = whole(values, "frequency");
  Generated result;
  result.wet.surface = angle > 0 ? capped_sphere(radius, frequency, angle * core::pi / 180)
                                 : icosphere(radius, frequency);
  stretch(result.wet.surface, values.at("stretch"));
  return result;
}

// Edges of the sphere are arcs of great circles. Those of the cap's rim are arcs of its circle of
// latitude; no other edge has both ends there.
void curve_sphere(const Values& values, Surface& surface) {
  const double radius = values.at("radius"), angle = values.at("cap_angle") * core::pi / 180;
  stretch(surface, 1 / values.at("stretch"));
  const double rim = radius * std::sin(angle), height = radius * std::cos(angle);
  const auto on_rim = [&](const Vec3& x) {
    return std::abs(x.head<2>().norm() - rim) < 1e-9 * rim &&
           std::abs(x.z() - height) < 1e-9 * radius;
  };
  set_middles(surface, [&](const Vec3& a, const Vec3& b) {
    Vec3 middle = radius * (a + b).normalized();
    if (on_rim(a) && on_rim(b)) middle << rim * (a + b).head<2>().normalized(), height;
    return middle;
  });
  stretch(surface, values.at("stretch"));
}

// Bricks on a cubed sphere.

/// Triangles keep the middles of the bricks' faces.
void curve_ball(const Values& values, Surface& surface) {
  if (whole(values, "triangles") != 0) return;
  const double radius = values.at("radius");
  for (Vec3& x : surface.points) x *= radius / x.norm();
  curve_on_sphere(surface, radius);
}

/// The size of `layers` layers of 6 cells^2 bricks. The outermost nodes count, the innermost do
/// not.
MeshSize size_of_layers(double cells, double layers) {
  const double faces = 6 * cells * cells, corners = faces + 2, edges = 2 * faces;
  return {(2 * corners + edges) * layers, faces * layers, faces};
}

constexpr std::array shell_parameters{Parameter{"radius", "m", 1, 1e-6, 1e6, false, "outer radius"},
    Parameter{"thickness", "m", 0.05, 1e-9, 1e6, false, "thickness of the shell"},
    Parameter{"coat", "m", 0, 0, 1e6, false,
        "part of the thickness that is a layer of region 'coat' outside; 0 for none"},
    Parameter{"cells", "1", 8, 1, 100, true,
        "bricks along an edge of the cube: 6 cells^2 bricks a layer", 1},
    Parameter{"layers", "1", 1, 1, 100, true, "bricks through the thickness", 1}, split_parameter,
    join_parameter, triangles_parameter, density_parameter};

constexpr std::array<DefaultMaterial, 2> shell_materials{
    {{"shell", "steel"}, {"coat", "polyurethane"}}};

MeshSize size_of_sphere_shell(const Values& values) {
  auto size =
      size_of_layers(values.at("cells"), values.at("layers") + (values.at("coat") > 0 ? 1 : 0));
  size.nodes += 3 * size.panels + 2;
  return size;
}

Generated generate_shell(const Values& values) {
  const double outer = values.at("radius"), inner = outer - values.at("thickness");
  const double bare = outer - values.at("coat");
  if (!(inner > 0)) throw core::InputError("mesh 'shell': thickness must be less than radius");
  if (!(bare > inner)) throw core::InputError("mesh 'shell': coat must be less than thickness");
  BrickBuilder builder(
      [](const Vec3& x) -> Vec3 { return x.cwiseAbs().maxCoeff() * cube_direction(x); },
      Vec3::Constant(outer));
  const int n = whole(values, "cells"), layers = whole(values, "layers");
  auto& sets = builder.solid.face_sets;
  for (int layer = 0; layer < layers; ++layer) {
    const double a = inner + (bare - inner) * layer / layers,
                 b = inner + (bare - inner) * (layer + 1) / layers;
    sets["outer"] = add_cube_layer(builder, n, a, b, "shell");
    if (layer == 0) sets["inner"] = opposite_faces(sets["outer"]);
  }
  if (bare < outer) sets["outer"] = add_cube_layer(builder, n, bare, outer, "coat");
  return {.solid = std::move(builder.solid)};
}

// A core of cubes with bulged sides inside layers that become round. With s = |x|_max in the
// parameter space, x/s on the unit cube and e the direction there:
//   core, s <= 1:      R_c [(1 - b s) q x + b s s e]
//                      a cube at s = 0, a fraction b towards a sphere at s = 1
//   layers, 1..2:      (2 - s) core(s = 1) + (s - 1) R e

constexpr std::array solid_sphere_parameters{sphere_radius,
    Parameter{"cells", "1", 6, 1, 60, true,
        "bricks along an edge of the core: cells^3 + 6 cells^2 layers bricks", 1},
    Parameter{
        "layers", "1", 3, 1, 60, true, "layers of bricks between the core and the surface", 1},
    split_parameter, join_parameter, triangles_parameter, density_parameter};

constexpr std::array<DefaultMaterial, 1> solid_sphere_materials{{{"sphere", "aluminium"}}};

constexpr double core_radius = 0.5;  // R_c over the radius
constexpr double cube_bulge = 0.5;   // b
constexpr double cube_side = 0.75;   // q: half the side of a cube about as large as the unit sphere

Vec3 in_cube(const Vec3& x, double s) {
  if (s == 0) return Vec3::Zero();
  return core_radius *
         ((1 - cube_bulge * s) * cube_side * x + cube_bulge * s * s * cube_direction(x));
}

Vec3 ball(const Vec3& x, double radius) {
  const double s = x.cwiseAbs().maxCoeff();
  if (s <= 1) return radius * in_cube(x, s);
  return radius * ((2 - s) * in_cube(x / s, 1) + (s - 1) * cube_direction(x));
}

MeshSize size_of_solid_sphere(const Values& values) {
  const double n = values.at("cells");
  auto size = size_of_layers(n, values.at("layers"));
  size.nodes += std::pow(n + 1, 3) + 3 * n * std::pow(n + 1, 2);
  size.elements += n * n * n;
  return size;
}

Generated generate_solid_sphere(const Values& values) {
  const double radius = values.at("radius");
  BrickBuilder builder([radius](const Vec3& x) { return ball(x, radius); });
  const int n = whole(values, "cells"), layers = whole(values, "layers");
  const auto at = [n](int i, int j, int k) {
    return Vec3(2. * i / n - 1, 2. * j / n - 1, 2. * k / n - 1);
  };
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        builder.add(box_corners(at(i, j, k), at(i + 1, j + 1, k + 1)), "sphere");
  for (int layer = 0; layer < layers; ++layer)
    builder.solid.face_sets["outer"] = add_cube_layer(
        builder, n, 1 + static_cast<double>(layer) / layers, 1 + (layer + 1.0) / layers, "sphere");
  return {.solid = std::move(builder.solid)};
}

// The cat's eye: a rigid sphere without the octant x, y, z > 0, whose three faces are quarter
// discs. Its edges are concave and convex and meet at right angles; every octant and every quarter
// disc is a triangle of three blocks of quadrilaterals.

constexpr std::array cats_eye_parameters{sphere_radius,
    Parameter{"cells", "1", 7, 1, 300, true,
        "panels along half an edge of an octant: 30 cells^2 panels", 1},
    density_parameter};

MeshSize size_of_cats_eye(const Values& values) {
  const double cells = values.at("cells");
  return {0, 0, 30 * cells * cells};
}

Generated generate_cats_eye(const Values& values) {
  const double radius = values.at("radius");
  const int n = whole(values, "cells");
  Generated result;
  Surface& surface = result.wet.surface;
  surface.regions = {"sphere", "mouth"};
  for (int octant = 1; octant < 8; ++octant) {
    const Vec3 sign(octant & 1 ? -1 : 1, octant & 2 ? -1 : 1, octant & 4 ? -1 : 1);
    add_blocks(surface, {n, n, n}, 0, sign.prod() < 0, [&](double away, double angle) {
      const double polar = core::pi / 2 * away;
      const Vec3 x(
          std::sin(polar) * std::cos(angle), std::sin(polar) * std::sin(angle), std::cos(polar));
      return Vec3(radius * x.cwiseProduct(sign));
    });
  }
  for (int axis = 0; axis < 3; ++axis)
    add_blocks(surface, {n, n, n}, 1, false, [&](double away, double angle) {
      Vec3 x = Vec3::Zero();
      x[(axis + 1) % 3] = away * std::cos(angle);
      x[(axis + 2) % 3] = away * std::sin(angle);
      return Vec3(radius * x);
    });
  mesh::merge_points(surface, 1e-7 * radius / n);
  return result;
}

void curve_cats_eye(const Values& values, Surface& surface) {
  curve_on_sphere(surface, values.at("radius"));
}

}  // namespace

extern const Generator sphere_generator{"sphere",
    "rigid sphere or spheroid of triangles, with a piston cap if asked", sphere_parameters,
    size_of_sphere, generate_sphere, {}, curve_sphere};
extern const Generator shell_generator{"shell",
    "thick spherical shell of 20-node bricks, wet outside, with a coat if asked", shell_parameters,
    size_of_sphere_shell, generate_shell, shell_materials, curve_ball};
extern const Generator solid_sphere_generator{"solid_sphere", "solid sphere of 20-node bricks",
    solid_sphere_parameters, size_of_solid_sphere, generate_solid_sphere, solid_sphere_materials,
    curve_ball};
extern const Generator cats_eye_generator{"cats_eye", "rigid sphere without one octant",
    cats_eye_parameters, size_of_cats_eye, generate_cats_eye, {}, curve_cats_eye};

}  // namespace febem::meshes
