// A tonpilz: head, ceramic rings and tail on a bolt along the z axis, its front in the plane z = 0.
#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "meshes/disc.h"
#include "meshes/generator.h"

namespace febem::meshes {
namespace {

using mesh::Vec3;

constexpr Parameter length(std::string_view name, double value, std::string_view help) {
  return {name, "m", value, 1e-4, 10, false, help};
}

constexpr std::array tonpilz_parameters{length("head_radius", 0.025, "radius of the front"),
    length("back_radius", 0.02, "radius of the back of the head"),
    length("tail_radius", 0.008, "radius of the tail"),
    length("ceramic_radius", 0.006, "outer radius of the rings"),
    length("bore_radius", 0.004, "inner radius of the rings, and radius of the bolt's head"),
    length("bolt_radius", 0.002, "radius of the bolt"),
    length("head", 0.007, "thickness of the head"), length("ring", 0.002, "thickness of each ring"),
    length("tail", 0.01, "length of the tail"),
    length("bolt_head", 0.002, "thickness of the bolt's head, and length of the bolt in the head"),
    Parameter{"rings", "1", 4, 1, 100, true, "rings of ceramic, regions 'down' and 'up' in turn"},
    Parameter{"around", "1", 16, 8, 128, true, "bricks around, a multiple of 4", 4},
    Parameter{"cells", "1", 1, 1, 10, true, "layers of bricks in each part", 1}, split_parameter,
    join_parameter, density_parameter};

constexpr std::array<DefaultMaterial, 5> tonpilz_materials{{{"head", "aluminium"},
    {"bolt", "steel"}, {"tail", "steel"}, {"down", "ceramic"}, {"up", "ceramic"}}};

struct Wall {
  const char* circle;  ///< outside
  int bricks;          ///< across, over `cells`
};

/// From the axis outwards.
constexpr std::array<Wall, 5> walls{{{"bolt_radius", 1}, {"bore_radius", 1}, {"ceramic_radius", 1},
    {"tail_radius", 1}, {"head_radius", 2}}};

/// From front to back: the initials of the regions of the walls, and the thickness, m.
auto slices(const Values& values) {
  const double end = values.at("bolt_head");
  std::vector<std::pair<std::string_view, double>> result{
      {"hhhhh", values.at("head") - end}, {"bhhhh", end}};
  for (int k = 0; k < whole(values, "rings"); ++k)
    result.emplace_back(k % 2 == 0 ? "b d  " : "b u  ", values.at("ring"));
  result.insert(result.end(), {{"bttt ", values.at("tail")}, {"bb   ", end}});
  return result;
}

/// Bricks are finer towards edges, where stress is singular.
double graded(double part, int parts) {
  const auto eased = [](double t) { return (1 - std::cos(core::pi * t)) / 2; };
  return eased(eased(part / parts));
}

MeshSize size_of_tonpilz(const Values& values) {
  const double around = values.at("around"), cells = values.at("cells");
  const auto across = [&](std::size_t wall) {
    return around * (cells * walls[wall].bricks + (wall == 0 ? around / 16 : 0));
  };
  MeshSize size;
  // Sides, and the slit before the tail.
  size.panels = around * cells * (values.at("rings") + 4) + 2 * across(3);
  for (std::size_t wall = 0; wall < walls.size(); ++wall) {
    size.panels += 2 * across(wall);
    for (const auto& [regions, thickness] : slices(values))
      if (regions[wall] != ' ') size.elements += across(wall) * cells;
  }
  size.nodes = 4 * size.elements + 2.5 * size.panels;
  return size;
}

Generated generate_tonpilz(const Values& values) {
  const double bolt = values.at("bolt_radius"), tail = values.at("tail_radius"),
               front = values.at("head_radius"), back = values.at("back_radius"),
               head = values.at("head");
  const DiscMap map(0.56 * bolt, bolt);
  const int around = whole(values, "around"), cells = whole(values, "cells");
  std::vector<double> levels{1};
  std::vector<std::size_t> wall_of{0};  // by ring of cells
  for (std::size_t wall = 0; wall < walls.size(); ++wall) {
    const double inner = levels.back(), outer = map.level(values.at(walls[wall].circle));
    if (!(inner < outer && tail < back && values.at("bolt_head") < head))
      throw core::InputError(
          "mesh 'tonpilz': radii must increase, and bolt_head be less than head");
    const int parts = cells * walls[wall].bricks;
    for (int part = 1; part <= parts; ++part)
      levels.push_back(inner + (outer - inner) * graded(part, parts));
    wall_of.resize(levels.size(), wall);
  }
  // Beyond the radius of the tail the head narrows towards its back.
  BrickBuilder builder(
      [&](const Vec3& parameter) {
        Vec3 x = map(parameter);
        const double r = x.head<2>().norm(), beyond = (r - tail) / (front - tail);
        if (beyond > 0) x.head<2>() *= 1 + beyond * (front - back) / r * x.z() / head;
        return x;
      },
      {1, 1, head});
  mesh::Solid& solid = builder.solid;
  double top = 0;
  for (const auto& [regions, thickness] : slices(values)) {
    for (int layer = 0; layer < cells; ++layer)
      for (const auto& [corners, ring] : disc_cells(around, levels)) {
        const char initial = regions[wall_of[ring]];
        const auto region = std::ranges::find(tonpilz_materials, initial,
            [](const DefaultMaterial& material) { return material.region.front(); });
        if (region == tonpilz_materials.end()) continue;
        std::array<Vec3, 8> brick;
        for (int i = 0; i < 8; ++i)
          brick[i] << corners[i % 4], top - thickness * graded(layer + (i < 4 ? 1 : 0), cells);
        const auto e = builder.add(brick, std::string(region->region));
        const bool down = initial == 'd';
        if (!down && initial != 'u') continue;
        if (layer == 0) solid.face_sets[down ? "ground" : "live"].push_back({e, 5});
        if (layer + 1 == cells) solid.face_sets[down ? "live" : "ground"].push_back({e, 4});
      }
    top -= thickness;
  }
  for (mesh::Index i = 0; i < solid.node_total(); ++i) {
    const Vec3& x = solid.points[i];
    if (x.z() < -head - values.at("ring") / 2 && std::abs(x.head<2>().norm() / tail - 1) < 1e-9)
      solid.node_sets["tail"].push_back(i);
  }
  return {.solid = std::move(solid)};
}

}  // namespace

extern const Generator tonpilz_generator{"tonpilz",
    "tonpilz of 20-node bricks, its front in the plane z = 0", tonpilz_parameters, size_of_tonpilz,
    generate_tonpilz, tonpilz_materials};

}  // namespace febem::meshes
