#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "core/error.h"
#include "io/atomic_file.h"
#include "io/hdf5_file.h"
#include "mesh/element_topology.h"
#include "meshes/mesh_file.h"

namespace febem::meshes {
namespace {

using io::Hdf5File;
using mesh::Solid;

void write_points(Hdf5File& file, const std::string& name, const std::vector<mesh::Vec3>& points) {
  std::vector<double> values;
  for (const auto& x : points) values.insert(values.end(), x.data(), x.data() + 3);
  file.write(name, values, {points.size(), 3}, "m");
}

void write_column(
    Hdf5File& file, const std::string& name, const std::vector<std::int64_t>& values) {
  file.write(name, values, {values.size()});
}

void write_rows(Hdf5File& file, const std::string& name, const std::vector<std::int64_t>& values,
    std::size_t columns) {
  file.write(name, values, {values.size() / columns, columns});
}

// Writes the elements kind by kind; returns the number each element has in the file.
std::vector<std::int64_t> write_elements(Hdf5File& file, const Solid& solid) {
  std::vector<std::int64_t> number(solid.elements.size(), -1);
  std::int64_t next = 0;
  for (const auto kind : mesh::element_kinds()) {
    std::vector<std::int64_t> nodes, regions;
    for (std::size_t e = 0; e < solid.elements.size(); ++e) {
      const auto& element = solid.elements[e];
      if (element.kind != kind) continue;
      number[e] = next++;
      for (const auto node : element.used_nodes()) nodes.push_back(node);
      regions.push_back(element.region);
    }
    if (regions.empty()) continue;
    const auto name = "/elements/" + std::string(mesh::name(kind));
    write_rows(file, name, nodes, nodes.size() / regions.size());
    write_column(file, name + "_region", regions);
  }
  return number;
}

void write_solid(Hdf5File& file, const Generated& generated) {
  const Solid& solid = generated.solid;
  write_points(file, "/points", solid.points);
  file.write("/regions", solid.regions);
  const auto number = write_elements(file, solid);
  for (const auto& [name, nodes] : solid.node_sets)
    write_column(file, "/node_sets/" + name, {nodes.begin(), nodes.end()});
  for (const auto& [name, faces] : solid.face_sets) {
    std::vector<std::int64_t> rows;
    for (const auto& face : faces) rows.insert(rows.end(), {number[face.element], face.face});
    write_rows(file, "/face_sets/" + name, rows, 2);
  }
  std::vector<std::string> materials;
  for (const auto& region : solid.regions) {
    const auto found = generated.materials.find(region);
    materials.push_back(found == generated.materials.end() ? "" : found->second);
  }
  file.write("/materials", materials);
  for (const auto& [name, held] : generated.supports)
    write_column(file, "/supports/" + name, {held[0], held[1], held[2]});
}

// A row of the panels has 4 columns of vertices, then 4 of middles if there are any, then the ninth
// node.
void write_surface(Hdf5File& file, const mesh::Surface& surface) {
  const bool has_middles = !surface.middles.empty(), has_ninth_nodes = !surface.ninth_nodes.empty();
  auto points = surface.points;
  std::vector<std::int64_t> panels, regions;
  std::map<std::pair<mesh::Index, mesh::Index>, std::int64_t>
      middle_of;  // the point of each edge, by its ends
  const auto add = [&](const mesh::Vec3& x) {
    points.push_back(x);
    return static_cast<std::int64_t>(points.size()) - 1;
  };
  for (std::size_t j = 0; j < surface.panels.size(); ++j) {
    const auto& panel = surface.panels[j];
    const auto middle = [&](int v) {
      const auto [known, fresh] = middle_of.try_emplace(panel.edge(v), 0);
      return fresh ? known->second = add(surface.middles[j][v]) : known->second;
    };
    const int count = panel.vertex_count;
    for (int v = 0; v < 4; ++v) panels.push_back(v < count ? panel.vertices[v] : -1);
    for (int v = 0; v < 4 && has_middles; ++v) panels.push_back(v < count ? middle(v) : -1);
    if (has_ninth_nodes) panels.push_back(count == 4 ? add(surface.ninth_nodes[j]) : -1);
    regions.push_back(panel.region);
  }
  write_points(file, "/surface/points", points);
  file.write("/surface/regions", surface.regions);
  write_rows(file, "/surface/panels", panels,
      std::size_t{4} + (has_middles ? 4 : 0) + (has_ninth_nodes ? 1 : 0));
  write_column(file, "/surface/region", regions);
}

}  // namespace

void write_mesh(const std::string& path, const Generated& generated) {
  if (generated.wet.is_joined())
    throw core::InputError(
        "a panel of a mesh file lies on one face: leave out 'join' here, and give it in the case "
        "that reads the file");
  Hdf5File file;
  if (!generated.solid.elements.empty()) write_solid(file, generated);
  write_surface(file, generated.wet.surface);
  io::write_atomically(path, file.image());
}

}  // namespace febem::meshes
