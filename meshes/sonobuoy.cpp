// A sonobuoy of A size: a piston transducer in the +z end of a closed cylindrical baffle.
//
//        barrel ______________________________________________
//        |                                   mount   |  rim   |  z
//   back |                              [tail][ceramic][head]    ->
//        |___________________________________mount___|________|
//
// The end is head (core and first ring), decoupler (a soft ring) and rim; behind the head a ring of ceramic
// and a tail mass, which a soft mount centres in the barrel. The wet shell is one brick thick: 416 outer
// faces, 2918 nodes; the transducer adds 725. Three nodes of the -z edge hold the six rigid-body motions and
// nothing else: 3 x 3643 - 6 = 10 923 degrees of freedom.
#include "core/error.h"
#include "meshes/cylinder_shell.h"
#include "meshes/generator.h"

namespace febem::meshes {
namespace {

using mesh::Index;
using mesh::Vec3;

constexpr std::array parameters{
    Parameter{"radius", "m", 0.062, 0.01, 1, false, "outer radius"},
    Parameter{"length", "m", 0.914, 0.2, 10, false, "outer length"},
    Parameter{"wall", "m", 0.005, 1e-4, 0.05, false, "thickness of the barrel"},
    Parameter{"end", "m", 0.01, 1e-4, 0.05, false, "thickness of the ends and of the piston's head"},
    Parameter{"head_radius", "m", 0.044, 0.005, 1, false, "radius of head, ceramic and tail"},
    Parameter{"decoupler", "m", 0.005, 1e-4, 0.05, false, "width of the soft ring around the head"},
    Parameter{"ceramic", "m", 0.036, 1e-3, 0.5, false, "length of the ceramic"},
    Parameter{"tail", "m", 0.04, 1e-3, 0.5, false, "length of the tail mass and of its mount"}};

constexpr int around = 16, back_rings = 2, ceramic_layers = 3, tail_layers = 2, far_stations = 16;

CylinderShell shell_of(const Values& values) {
  const double length = values.at("length"), end = values.at("end"), head = values.at("head_radius");
  CylinderShell shell{values.at("radius"), values.at("wall"), length, end, around, {}, back_rings, {}};
  shell.circles = {head, head + values.at("decoupler")};
  if (!(shell.circles[1] < shell.radius - shell.wall))
    throw core::InputError("mesh 'sonobuoy': head_radius + decoupler must be less than radius - wall");
  const double tail_front = length / 2 - end - values.at("ceramic"),
               tail_back = tail_front - values.at("tail");
  if (!(tail_back > 0))
    throw core::InputError("mesh 'sonobuoy': the transducer is longer than half the length");
  for (int k = 1; k <= far_stations; ++k)
    shell.stations.push_back(-length / 2 + (tail_back + length / 2) * k / far_stations);
  for (int k = 1; k <= tail_layers; ++k)
    shell.stations.push_back(tail_back + (tail_front - tail_back) * k / tail_layers);
  return shell;
}

// A stack of bricks on the cells of the disc that belong to it, from z_low to z_high.
void add_stack(BrickBuilder& builder, const std::vector<DiscCell>& cells, double z_low, double z_high,
               int layers, const std::string& region) {
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

void add_transducer(BrickBuilder& builder, const CylinderShell& shell, double ceramic, double tail) {
  const DiscMap map = disc_map(shell);
  const double front = shell.length / 2 - shell.end, middle = front - ceramic, back = middle - tail;
  const double head = map.level(shell.circles[0]), wall = map.level(shell.radius - shell.wall);
  const auto disc = disc_cells(around, {1, head});
  std::vector<DiscCell> ring, gap;
  for (const auto& cell : disc)
    if (cell.ring == 1) ring.push_back(cell);
  for (auto cell : disc_cells(around, {head, wall}))
    if (cell.ring == 1) gap.push_back(cell);
  add_stack(builder, ring, middle, front, ceramic_layers, "ceramic");
  add_stack(builder, disc, back, middle, tail_layers, "tail");
  add_stack(builder, gap, back, middle, tail_layers, "mount");
}

// Three nodes of the -z edge: x, y, z at the first, y, z opposite, z at a right angle.
void add_supports(const BrickBuilder& builder, const CylinderShell& shell, Generated& result) {
  const double s = disc_map(shell).level(shell.radius), z = -shell.length / 2;
  result.solid.node_sets = {{"hold_xyz", {builder.corner({s, 0, z})}},
                            {"hold_yz", {builder.corner({-s, 0, z})}},
                            {"hold_z", {builder.corner({0, s, z})}}};
  result.supports = {
      {"hold_xyz", {true, true, true}}, {"hold_yz", {false, true, true}}, {"hold_z", {false, false, true}}};
}

MeshSize size_of_sonobuoy(const Values&) {
  return {3643, 560, 1664};
}

Generated generate_sonobuoy(const Values& values) {
  const auto shell = shell_of(values);
  BrickBuilder builder(disc_map(shell));
  const auto region_of = [](int ring) { return ring <= 1 ? "head" : ring == 2 ? "decoupler" : "baffle"; };
  for (const auto& [ring, face] : add_shell(builder, shell, "baffle", region_of))
    if (ring <= 1) builder.solid.face_sets["wet:piston"].push_back(face);
  add_transducer(builder, shell, values.at("ceramic"), values.at("tail"));
  Generated result;
  result.solid = builder.solid;
  add_supports(builder, shell, result);
  result.wet = mesh::skin(result.solid, {2, false});
  result.materials = {{"baffle", "aluminium"}, {"head", "aluminium"}, {"decoupler", "polyurethane"},
                      {"ceramic", "ceramic"},  {"tail", "steel"},     {"mount", "polyurethane"}};
  result.notes = {{"drive", "opposite pressures on the face sets ceramic:front and ceramic:back"}};
  return result;
}

}  // namespace

extern const Generator sonobuoy_generator{"sonobuoy", "piston transducer in a cylindrical baffle of A size",
                                          parameters, size_of_sonobuoy, generate_sonobuoy};

}  // namespace febem::meshes
