// Closed cylindrical shells of 20-node bricks along z, and what a sonobuoy has inside.
#include <math.h>  // pchip.hpp of Boost 1.74 calls ::isnan

#include <algorithm>
#include <boost/math/interpolators/pchip.hpp>
#include <cmath>
#include <numeric>
#include <span>

#include "core/error.h"
#include "meshes/disc.h"
#include "meshes/generator.h"

namespace febem::meshes {
namespace {

using mesh::Index;
using mesh::Vec3;
using Quadrilateral = std::array<Vec3, 4>;

constexpr int face_low = 4, face_high = 5;  // zeta = -1 and +1 of a brick

struct CylinderShell {
  double radius, wall;  ///< outer radius and thickness of the barrel, m
  double length, end;   ///< outer length and thickness of the ends, m
  int around;           ///< bricks around, a multiple of 4
  int back_rings;       ///< number of rings of the -z end
  std::string region;
  /// Regions of the core of the +z end and of the rings around it; further rings are of `region`.
  std::vector<std::string> front_regions;
  int piston_rings;  ///< rings of the +z end in the face set "wet:piston", with the core
  /// Distance from an end within which bricks of the barrel lean towards it, m; between `end` and
  /// half the length.
  double mitre;
  /// Radii of the circles of the +z end inside its edge, m; the first is around the core.
  std::vector<double> circles = {};
  /// z between the ends where bricks of the barrel meet, ascending, m.
  std::vector<double> stations = {};
  int layers = 1;  ///< bricks through the thickness
  /// Bricks across each ring of the two ends, except the outermost ring of the +z end.
  int ring_parts = 1;
  int rim_parts = 1;  ///< bricks across the outermost ring of the +z end

  /// The map of the disc whose first circle is circles[0].
  DiscMap disc_map() const {
    constexpr double core_share = 0.56;  // about equal angles where core, ring and ray meet
    return {core_share * circles.front(), circles.front()};
  }
};

/// The number of bricks at `density` if there are `count` at density 1. At least one.
int at_density(std::size_t count, double density) {
  return std::max(1, static_cast<int>(std::lround(static_cast<double>(count) * density)));
}

MeshSize size_of_shell(const CylinderShell& shell) {
  const double around = shell.around, core = around * around / 16, layers = shell.layers;
  const double rings =
      shell.ring_parts * (static_cast<double>(shell.circles.size()) + shell.back_rings) +
      shell.rim_parts;
  const double faces = 2 * core + around * (rings + static_cast<double>(shell.stations.size()) + 1);
  // A closed surface of F quadrilaterals has F + 2 corners and 2 F edges.
  return {(layers + 1) * (3 * faces + 2) + layers * (faces + 2), faces * layers, faces};
}

Vec3 lift(const Eigen::Vector2d& xy, double z) { return {xy.x(), xy.y(), z}; }

Quadrilateral lift(const DiscCell& cell, double z) {
  const auto& [a, b, c, d] = cell.corners;
  return {lift(a, z), lift(b, z), lift(c, z), lift(d, z)};
}

// A stack of bricks from one face to the opposite one; returns the last.
Index add_stack(BrickBuilder& builder, const Quadrilateral& first, const Quadrilateral& last,
    int layers, const std::string& region) {
  Index brick = -1;
  for (int k = 0; k < layers; ++k) {
    std::array<Vec3, 8> corners;
    for (int i = 0; i < 8; ++i) {
      const double share = static_cast<double>(k + i / 4) / layers;
      corners[i] = (1 - share) * first[i % 4] + share * last[i % 4];
    }
    brick = builder.add(corners, region);
  }
  return brick;
}

// The levels of the core, the given circles and the edge, with `parts` rings between one and the
// next, `last_parts` before the edge.
std::vector<double> levels(const DiscMap& map, const std::vector<double>& circles, double edge,
    int parts, int last_parts) {
  std::vector<double> whole{1}, result{1};
  for (double radius : circles) whole.push_back(map.level(radius));
  whole.push_back(map.level(edge));
  for (std::size_t i = 1; i < whole.size(); ++i) {
    const int count = i + 1 == whole.size() ? last_parts : parts;
    for (int part = 1; part <= count; ++part)
      result.push_back(whole[i - 1] + (whole[i] - whole[i - 1]) * part / count);
  }
  return result;
}

// Adds the end at z > 0 (side 1) or z < 0 (side -1), with rings between the given circles. The
// parts of a ring count as one ring; ring 0 is the core.
void add_end(BrickBuilder& builder, const CylinderShell& shell, const std::vector<double>& circles,
    int last_parts, int side) {
  const DiscMap map = shell.disc_map();
  const double z_out = side * shell.length / 2, z_in = z_out - side * shell.end;
  const auto cells = [&](double edge) {
    return disc_cells(shell.around, levels(map, circles, edge, shell.ring_parts, last_parts));
  };
  const auto outside = cells(shell.radius), inside = cells(shell.radius - shell.wall);
  for (std::size_t i = 0; i < outside.size(); ++i) {
    const int ring = std::min((outside[i].ring + shell.ring_parts - 1) / shell.ring_parts,
        static_cast<int>(circles.size()) + 1);
    const bool is_special = side > 0 && ring < static_cast<int>(shell.front_regions.size());
    auto first = lift(inside[i], z_in), last = lift(outside[i], z_out);
    if (side < 0) std::swap(first, last);
    const Index brick = add_stack(
        builder, first, last, shell.layers, is_special ? shell.front_regions[ring] : shell.region);
    if (side > 0 && ring <= shell.piston_rings)
      builder.solid.face_sets["wet:piston"].push_back({brick, face_high});
  }
}

std::vector<double> back_circles(const CylinderShell& shell) {
  std::vector<double> circles{shell.circles.front()};
  // Rings narrower than the wall stay within it, so that the last one has room for the corner of
  // barrel and end.
  const double ring = (shell.radius - circles[0]) / (shell.back_rings - 1);
  const double edge = ring > shell.wall ? shell.radius : shell.radius - shell.wall;
  for (int i = 1; i + 1 < shell.back_rings; ++i)
    circles.push_back(circles[0] + (edge - circles[0]) * i / (shell.back_rings - 1));
  return circles;
}

void add_barrel(BrickBuilder& builder, const CylinderShell& shell) {
  const double half = shell.length / 2;
  // Where a plane through the barrel at z outside meets its inner cylinder: depths 0 .. mitre
  // become end .. mitre.
  const auto inner = [&](double z) {
    const double depth = half - std::abs(z);
    if (depth >= shell.mitre) return z;
    return std::copysign(half - shell.end - depth * (shell.mitre - shell.end) / shell.mitre, z);
  };
  std::vector<double> z{-half};
  z.insert(z.end(), shell.stations.begin(), shell.stations.end());
  z.push_back(half);
  const DiscMap map = shell.disc_map();
  const double s_in = map.level(shell.radius - shell.wall), s_out = map.level(shell.radius);
  for (std::size_t k = 0; k + 1 < z.size(); ++k)
    for (int j = 0; j < shell.around; ++j) {
      const auto side = [&](double s, double low, double high) -> Quadrilateral {
        const auto a = ring_point(shell.around, j, s), b = ring_point(shell.around, j + 1, s);
        return {lift(a, low), lift(b, low), lift(b, high), lift(a, high)};
      };
      add_stack(builder, side(s_in, inner(z[k]), inner(z[k + 1])), side(s_out, z[k], z[k + 1]),
          shell.layers, shell.region);
    }
}

// Adds the shell about the origin. The bricks in the corners are mitred.
BrickBuilder add_shell(const CylinderShell& shell) {
  BrickBuilder builder(shell.disc_map(), {1, 1, shell.length});
  add_end(builder, shell, shell.circles, shell.rim_parts, 1);
  add_end(builder, shell, back_circles(shell), shell.ring_parts, -1);
  add_barrel(builder, shell);
  return builder;
}

constexpr std::array elastic_cylinder_parameters{
    Parameter{"radius", "m", 0.062, 1e-6, 1e6, false, "outer radius"},
    Parameter{"length", "m", 0.914, 1e-6, 1e6, false, "outer length"},
    Parameter{"thickness", "m", 0.005, 1e-9, 1e6, false, "thickness of barrel and ends"},
    Parameter{"piston_radius", "m", 0.046, 1e-6, 1e6, false, "radius of the wet region 'piston'"},
    Parameter{"around", "1", 16, 8, 256, true, "bricks around, a multiple of 4", 4},
    Parameter{"piston_rings", "1", 2, 1, 100, true,
        "rings of bricks between the core and the piston's edge", 1},
    Parameter{
        "back_rings", "1", 3, 2, 100, true, "rings of bricks around the core of the -z end", 1},
    Parameter{"stations", "1", 20, 2, 1000, true, "bricks along the barrel", 1}, split_parameter,
    join_parameter, triangles_parameter, density_parameter};

constexpr std::array<DefaultMaterial, 1> elastic_cylinder_materials{{{"shell", "aluminium"}}};

CylinderShell shell_of_cylinder(const Values& values) {
  const double wall = values.at("thickness"), length = values.at("length"),
               piston = values.at("piston_radius");
  const int rings = whole(values, "piston_rings"), stations = whole(values, "stations");
  CylinderShell shell{values.at("radius"), wall, length, wall, whole(values, "around"),
      whole(values, "back_rings"), "shell", {}, rings, std::min(2 * wall, length / 2)};
  if (!(piston < shell.radius - wall))
    throw core::InputError(
        "mesh 'elastic_cylinder': piston_radius must be less than radius - thickness");
  if (!(2 * wall < length))
    throw core::InputError("mesh 'elastic_cylinder': thickness is too large");
  // The ring around the core is twice as wide as the others: its inner edge is the core's.
  for (int i = 1; i <= rings; ++i) shell.circles.push_back(piston * (i + 1) / (rings + 1));
  for (int k = 1; k < stations; ++k)
    shell.stations.push_back(length * (static_cast<double>(k) / stations - 0.5));
  shell.layers = shell.rim_parts = at_density(1, values.at("density"));
  return shell;
}

MeshSize size_of_elastic_cylinder(const Values& values) {
  return size_of_shell(shell_of_cylinder(values));
}

Generated generate_elastic_cylinder(const Values& values) {
  return {.solid = add_shell(shell_of_cylinder(values)).solid};
}

// A sonobuoy of A size: a piston transducer in the +z end of a closed cylindrical baffle.
//
//        barrel ______________________________________________
//        |                                   mount   |  rim   |  z
//   back |                              [tail][ceramic][head]    ->
//        |___________________________________mount___|________|
//
// The end is head (core and first ring), decoupler (a soft ring) and rim; behind the head a ring of
// ceramic and a tail mass, which a soft mount centres in the barrel. README.md has its sizes.

constexpr std::array sonobuoy_parameters{
    Parameter{"radius", "m", 0.062, 0.01, 1, false, "outer radius"},
    Parameter{"length", "m", 0.914, 0.2, 10, false, "outer length"},
    Parameter{"wall", "m", 0.005, 1e-4, 0.05, false, "thickness of the barrel"},
    Parameter{
        "end", "m", 0.01, 1e-4, 0.05, false, "thickness of the ends and of the piston's head"},
    Parameter{"head_radius", "m", 0.044, 0.005, 1, false, "radius of head, ceramic and tail"},
    Parameter{"decoupler", "m", 0.005, 1e-4, 0.05, false, "width of the soft ring around the head"},
    Parameter{"ceramic", "m", 0.036, 1e-3, 0.5, false, "length of the ceramic"},
    Parameter{"tail", "m", 0.04, 1e-3, 0.5, false, "length of the tail mass and of its mount"},
    split_parameter, join_parameter, density_parameter};

constexpr std::array<DefaultMaterial, 6> sonobuoy_materials{
    {{"baffle", "aluminium"}, {"head", "aluminium"}, {"decoupler", "polyurethane"},
        {"ceramic", "ceramic"}, {"tail", "steel"}, {"mount", "polyurethane"}}};

/// Bricks at density 1.
constexpr int sonobuoy_around = 16, sonobuoy_back_rings = 2, ceramic_layers = 3;

/// Lengths of the bricks of the barrel at density 1, in proportion within each part, from the -z
/// end.
constexpr std::array far_lengths{
    20., 40., 58., 63., 63., 63., 63., 63., 63., 63., 63., 63., 58., 48., 36.};
constexpr std::array tail_lengths{20., 20.}, front_lengths{30., 16.};

/// Part of the barrel between two planes z, and its bricks.
struct BarrelPart {
  double low, high;
  std::span<const double> lengths;
};

/// Where bricks of the barrel meet, its ends left out: a monotone cubic through their places at
/// density 1 against their number, so that other densities grade alike. Ends of parts are kept.
std::vector<double> graded_stations(const std::vector<BarrelPart>& parts, double density) {
  std::vector<double> place{parts.front().low}, number{0};
  for (const auto& [low, high, lengths] : parts) {
    const double sum = std::accumulate(lengths.begin(), lengths.end(), 0.0);
    for (const double length : lengths) {
      place.push_back(place.back() + length * (high - low) / sum);
      number.push_back(static_cast<double>(number.size()));
    }
    place.back() = high;
  }
  const boost::math::interpolators::pchip<std::vector<double>> at(
      std::move(number), std::move(place));
  std::vector<double> result;
  double first = 0;
  for (const auto& [low, high, lengths] : parts) {
    const int count = at_density(lengths.size(), density);
    for (int k = 1; k < count; ++k)
      result.push_back(at(first + static_cast<double>(lengths.size()) * k / count));
    result.push_back(high);
    first += static_cast<double>(lengths.size());
  }
  result.pop_back();
  return result;
}

/// The planes z of the transducer: of the tail's back, between tail and ceramic, behind the head.
struct TransducerPlanes {
  double front, middle, back;

  explicit TransducerPlanes(const Values& values)
      : front(values.at("length") / 2 - values.at("end")), middle(front - values.at("ceramic")),
        back(middle - values.at("tail")) {}
};

CylinderShell shell_of_sonobuoy(const Values& values) {
  const double length = values.at("length"), end = values.at("end"),
               head = values.at("head_radius"), density = values.at("density");
  CylinderShell shell{values.at("radius"), values.at("wall"), length, end,
      4 * at_density(sonobuoy_around / 4, density), sonobuoy_back_rings, "baffle",
      {"head", "head", "decoupler"}, 1, end + std::min(end, values.at("ceramic")),
      {head, head + values.at("decoupler")}};
  shell.layers = shell.ring_parts = shell.rim_parts = at_density(1, density);
  if (!(shell.circles[1] < shell.radius - shell.wall))
    throw core::InputError(
        "mesh 'sonobuoy': head_radius + decoupler must be less than radius - wall");
  const TransducerPlanes z(values);
  if (!(z.back > 0))
    throw core::InputError("mesh 'sonobuoy': the transducer is longer than half the length");
  shell.stations =
      graded_stations({{-length / 2, z.back, far_lengths}, {z.back, z.middle, tail_lengths},
                          {z.middle, length / 2, front_lengths}},
          density);
  return shell;
}

// Stacks of bricks on cells of the disc, layer by layer.
void add_layers(BrickBuilder& builder, const std::vector<DiscCell>& cells, double z_low,
    double z_high, int layers, const std::string& region) {
  const auto z = [&](int k) { return z_low + (z_high - z_low) * k / layers; };
  for (int k = 0; k < layers; ++k)
    for (const auto& cell : cells) {
      const Index e = add_stack(builder, lift(cell, z(k)), lift(cell, z(k + 1)), 1, region);
      if (k == 0) builder.solid.face_sets[region + ":back"].push_back({e, face_low});
      if (k == layers - 1) builder.solid.face_sets[region + ":front"].push_back({e, face_high});
    }
}

std::vector<DiscCell> ring_cells(int around, double inner, double outer, int parts) {
  std::vector<double> levels;
  for (int i = 0; i <= parts; ++i) levels.push_back(inner + (outer - inner) * i / parts);
  auto cells = disc_cells(around, levels);
  std::erase_if(cells, [](const DiscCell& cell) { return cell.ring == 0; });
  return cells;
}

void add_transducer(BrickBuilder& builder, const CylinderShell& shell, const Values& values) {
  const DiscMap map = shell.disc_map();
  const TransducerPlanes z(values);
  const double core = 1, head = map.level(shell.circles[0]),
               wall = map.level(shell.radius - shell.wall), density = values.at("density");
  const auto ring = ring_cells(shell.around, core, head, shell.ring_parts);
  auto disc = disc_cells(shell.around, {core});
  disc.insert(disc.end(), ring.begin(), ring.end());
  const int tail_layers = at_density(tail_lengths.size(), density);
  add_layers(builder, ring, z.middle, z.front, at_density(ceramic_layers, density), "ceramic");
  add_layers(builder, disc, z.back, z.middle, tail_layers, "tail");
  add_layers(builder, ring_cells(shell.around, head, wall, shell.ring_parts), z.back, z.middle,
      tail_layers, "mount");
}

MeshSize size_of_sonobuoy(const Values& values) {
  const auto shell = shell_of_sonobuoy(values);
  const double density = values.at("density"), around = shell.around,
               ring = around * shell.ring_parts, core = around * around / 16;
  const double bricks = ring * at_density(ceramic_layers, density) +
                        (core + 2 * ring) * at_density(tail_lengths.size(), density);
  const auto outside = size_of_shell(shell);
  return {outside.nodes + 6 * bricks, outside.elements + bricks, outside.panels};
}

Generated generate_sonobuoy(const Values& values) {
  const auto shell = shell_of_sonobuoy(values);
  auto builder = add_shell(shell);
  add_transducer(builder, shell, values);
  // Three nodes of the -z edge by which it can be held without stress: x, y, z at the first, y, z
  // opposite, z at a right angle.
  const double s = shell.disc_map().level(shell.radius), z = -shell.length / 2;
  builder.solid.node_sets = {{"hold_xyz", {builder.corner({s, 0, z})}},
      {"hold_yz", {builder.corner({-s, 0, z})}}, {"hold_z", {builder.corner({0, s, z})}}};
  return {.solid = std::move(builder.solid),
      .notes = {{"drive", "opposite pressures on the face sets ceramic:front and ceramic:back"}}};
}

}  // namespace

extern const Generator elastic_cylinder_generator{"elastic_cylinder",
    "closed cylindrical shell of 20-node bricks with a piston region", elastic_cylinder_parameters,
    size_of_elastic_cylinder, generate_elastic_cylinder, elastic_cylinder_materials};
extern const Generator sonobuoy_generator{"sonobuoy",
    "piston transducer in a cylindrical baffle of A size", sonobuoy_parameters, size_of_sonobuoy,
    generate_sonobuoy, sonobuoy_materials};

}  // namespace febem::meshes
