// A sonobuoy of A size: a piston transducer in the +z end of a closed cylindrical baffle.
//
//        barrel ______________________________________________
//        |                                   mount   |  rim   |  z
//   back |                              [tail][ceramic][head]    ->
//        |___________________________________mount___|________|
//
// The end is head (core and first ring), decoupler (a soft ring) and rim; behind the head a ring of
// ceramic and a tail mass, which a soft mount centres in the barrel. README.md has its sizes.
#include <math.h>  // pchip.hpp of Boost 1.74 calls ::isnan

#include <boost/math/interpolators/pchip.hpp>
#include <numeric>
#include <span>

#include "core/error.h"
#include "meshes/cylinder_shell.h"
#include "meshes/generator.h"

namespace febem::meshes {
namespace {

using mesh::Index;
using mesh::Vec3;

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

/// Bricks at density 1.
constexpr int around = 16, back_rings = 2, ceramic_layers = 3;

/// Lengths of the bricks of the barrel at density 1, in proportion within each part, from the -z
/// end.
constexpr std::array far_lengths{
    20., 40., 58., 63., 63., 63., 63., 63., 63., 63., 63., 63., 58., 48., 36.};
constexpr std::array tail_lengths{20., 20.}, front_lengths{30., 16.};

/// Part of the barrel between two planes z, and its bricks.
struct Part {
  double low, high;
  std::span<const double> lengths;
};

/// Where bricks of the barrel meet, its ends left out: a monotone cubic through their places at
/// density 1 against their number, so that other densities grade alike. Ends of parts are kept.
std::vector<double> stations(const std::vector<Part>& parts, double density) {
  std::vector<double> place{parts.front().low}, number{0};
  for (const auto& [low, high, lengths] : parts) {
    const double sum = std::accumulate(lengths.begin(), lengths.end(), 0.0);
    for (const double length : lengths) {
      place.push_back(place.back() + length * (high - low) / sum);
      number.push_back(number.back() + 1);
    }
    place.back() = high;
  }
  const boost::math::interpolators::pchip<std::vector<double>> at(
      std::move(number), std::move(place));
  std::vector<double> result;
  double first = 0;
  for (const auto& [low, high, lengths] : parts) {
    const int count = at_density(static_cast<int>(lengths.size()), density);
    for (int k = 1; k < count; ++k)
      result.push_back(at(first + static_cast<double>(lengths.size()) * k / count));
    result.push_back(high);
    first += static_cast<double>(lengths.size());
  }
  result.pop_back();
  return result;
}

CylinderShell shell_of_sonobuoy(const Values& values) {
  const double length = values.at("length"), end = values.at("end"),
               head = values.at("head_radius"), density = values.at("density");
  CylinderShell shell{values.at("radius"), values.at("wall"), length, end,
      4 * at_density(around / 4, density), {}, back_rings, {},
      end + std::min(end, values.at("ceramic"))};
  shell.layers = shell.ring_parts = shell.rim_parts = at_density(1, density);
  shell.circles = {head, head + values.at("decoupler")};
  if (!(shell.circles[1] < shell.radius - shell.wall))
    throw core::InputError(
        "mesh 'sonobuoy': head_radius + decoupler must be less than radius - wall");
  const double tail_front = length / 2 - end - values.at("ceramic"),
               tail_back = tail_front - values.at("tail");
  if (!(tail_back > 0))
    throw core::InputError("mesh 'sonobuoy': the transducer is longer than half the length");
  shell.stations =
      stations({{-length / 2, tail_back, far_lengths}, {tail_back, tail_front, tail_lengths},
                   {tail_front, length / 2, front_lengths}},
          density);
  return shell;
}

// A stack of bricks on the cells of the disc that belong to it, from z_low to z_high.
void add_layers(BrickBuilder& builder, const std::vector<DiscCell>& cells, double z_low,
    double z_high, int layers, const std::string& region) {
  constexpr int low_face = 4, high_face = 5;
  for (int k = 0; k < layers; ++k)
    for (const auto& cell : cells) {
      std::array<Vec3, 8> corners;
      for (int i = 0; i < 8; ++i) {
        const auto& xy = cell.corners[i % 4];
        corners[i] = Vec3(xy.x(), xy.y(), z_low + (z_high - z_low) * (i < 4 ? k : k + 1) / layers);
      }
      const Index e = builder.add(corners, region);
      if (k == 0) builder.solid.face_sets[region + ":back"].push_back({e, low_face});
      if (k == layers - 1) builder.solid.face_sets[region + ":front"].push_back({e, high_face});
    }
}

std::vector<DiscCell> ring_cells(int cells_around, double inner, double outer, int parts) {
  std::vector<double> levels;
  for (int i = 0; i <= parts; ++i) levels.push_back(inner + (outer - inner) * i / parts);
  std::vector<DiscCell> cells;
  for (const auto& cell : disc_cells(cells_around, levels))
    if (cell.ring > 0) cells.push_back(cell);
  return cells;
}

void add_transducer(BrickBuilder& builder, const CylinderShell& shell, const Values& values) {
  const DiscMap map = disc_map(shell);
  const double front = shell.length / 2 - shell.end, middle = front - values.at("ceramic"),
               back = middle - values.at("tail"), density = values.at("density");
  const double core = 1, head = map.level(shell.circles[0]),
               wall = map.level(shell.radius - shell.wall);
  const auto ring = ring_cells(shell.around, core, head, shell.ring_parts);
  auto disc = disc_cells(shell.around, {core});
  disc.insert(disc.end(), ring.begin(), ring.end());
  const int tail_layers = at_density(static_cast<int>(tail_lengths.size()), density);
  add_layers(builder, ring, middle, front, at_density(ceramic_layers, density), "ceramic");
  add_layers(builder, disc, back, middle, tail_layers, "tail");
  add_layers(builder, ring_cells(shell.around, head, wall, shell.ring_parts), back, middle,
      tail_layers, "mount");
}

MeshSize size_of_transducer(const CylinderShell& shell, double density) {
  const double ring = static_cast<double>(shell.around) * shell.ring_parts,
               core = shell.around * shell.around / 16.;
  const double bricks =
      ring * at_density(ceramic_layers, density) +
      (core + 2 * ring) * at_density(static_cast<int>(tail_lengths.size()), density);
  return {6 * bricks, bricks, 0};
}

MeshSize size_of_sonobuoy(const Values& values) {
  const auto shell = shell_of_sonobuoy(values);
  const auto outside = size_of_shell(shell),
             inside = size_of_transducer(shell, values.at("density"));
  return {outside.nodes + inside.nodes, outside.elements + inside.elements, outside.panels};
}

// Three nodes of the -z edge by which it can be held without stress: x, y, z at the first, y, z
// opposite, z at a right angle.
void name_nodes(BrickBuilder& builder, const CylinderShell& shell) {
  const double s = disc_map(shell).level(shell.radius), z = -shell.length / 2;
  builder.solid.node_sets = {{"hold_xyz", {builder.corner({s, 0, z})}},
      {"hold_yz", {builder.corner({-s, 0, z})}}, {"hold_z", {builder.corner({0, s, z})}}};
}

constexpr std::array<DefaultMaterial, 6> sonobuoy_materials{
    {{"baffle", "aluminium"}, {"head", "aluminium"}, {"decoupler", "polyurethane"},
        {"ceramic", "ceramic"}, {"tail", "steel"}, {"mount", "polyurethane"}}};

Generated generate_sonobuoy(const Values& values) {
  const auto shell = shell_of_sonobuoy(values);
  BrickBuilder builder(disc_map(shell), {1, 1, shell.length});
  const auto region_of = [](int ring) {
    return ring <= 1 ? "head" : ring == 2 ? "decoupler" : "baffle";
  };
  for (const auto& [ring, face] : add_shell(builder, shell, "baffle", region_of))
    if (ring <= 1) builder.solid.face_sets["wet:piston"].push_back(face);
  add_transducer(builder, shell, values);
  name_nodes(builder, shell);
  return {.solid = std::move(builder.solid),
      .notes = {{"drive", "opposite pressures on the face sets ceramic:front and ceramic:back"}}};
}

}  // namespace

extern const Generator sonobuoy_generator{"sonobuoy",
    "piston transducer in a cylindrical baffle of A size", sonobuoy_parameters, size_of_sonobuoy,
    generate_sonobuoy, sonobuoy_materials};

}  // namespace febem::meshes
