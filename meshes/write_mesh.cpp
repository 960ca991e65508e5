#include <algorithm>
#include <filesystem>

#include "core/error.h"
#include "mesh/element_topology.h"
#include "meshes/hdf5_file.h"
#include "meshes/mesh_file.h"

namespace febem::meshes {
namespace {

using mesh::Index;
using mesh::Solid;

Table<double> points_table(const std::vector<mesh::Vec3>& points) {
  Table<double> table{points.size(), 3, {}};
  for (const auto& x : points) table.values.insert(table.values.end(), x.data(), x.data() + 3);
  return table;
}

Table<std::int64_t> column(const std::vector<Index>& values) {
  return {values.size(), 1, std::vector<std::int64_t>(values.begin(), values.end())};
}

// Writes the elements kind by kind; returns the number each element has in the file.
std::vector<std::int64_t> write_elements(Hdf5Writer& file, const Solid& solid) {
  std::vector<std::int64_t> number(solid.elements.size(), -1);
  std::int64_t next = 0;
  file.group("/elements");
  for (const auto kind : mesh::element_kinds()) {
    Table<std::int64_t> nodes{0, static_cast<std::size_t>(mesh::node_count(kind)), {}}, regions{0, 1, {}};
    for (std::size_t e = 0; e < solid.elements.size(); ++e) {
      const auto& element = solid.elements[e];
      if (element.kind != kind) continue;
      number[e] = next++;
      nodes.values.insert(nodes.values.end(), element.nodes.begin(),
                          element.nodes.begin() + mesh::node_count(kind));
      regions.values.push_back(element.region);
    }
    nodes.rows = regions.rows = regions.values.size();
    if (nodes.rows == 0) continue;
    const auto name = "/elements/" + std::string(mesh::name(kind));
    file.integers(name, nodes);
    file.integers(name + "_region", regions);
  }
  return number;
}

void write_solid(Hdf5Writer& file, const Generated& generated) {
  const Solid& solid = generated.solid;
  file.reals("/points", points_table(solid.points), "m");
  file.strings("/regions", solid.regions);
  const auto number = write_elements(file, solid);
  file.group("/node_sets");
  for (const auto& [name, nodes] : solid.node_sets) file.integers("/node_sets/" + name, column(nodes));
  file.group("/face_sets");
  for (const auto& [name, faces] : solid.face_sets) {
    Table<std::int64_t> table{faces.size(), 2, {}};
    for (const auto& face : faces) {
      table.values.push_back(number[face.element]);
      table.values.push_back(face.face);
    }
    file.integers("/face_sets/" + name, table);
  }
  std::vector<std::string> materials;
  for (const auto& region : solid.regions) {
    const auto found = generated.materials.find(region);
    materials.push_back(found == generated.materials.end() ? "" : found->second);
  }
  file.strings("/materials", materials);
  file.group("/supports");
  for (const auto& [name, held] : generated.supports)
    file.integers("/supports/" + name, {3, 1, {held[0], held[1], held[2]}});
}

void write_surface(Hdf5Writer& file, const mesh::Surface& surface) {
  file.group("/surface");
  file.reals("/surface/points", points_table(surface.points), "m");
  file.strings("/surface/regions", surface.regions);
  Table<std::int64_t> panels{surface.panels.size(), 4, {}}, regions{surface.panels.size(), 1, {}};
  for (const auto& panel : surface.panels) {
    for (int v = 0; v < 4; ++v) panels.values.push_back(v < panel.vertex_count ? panel.vertices[v] : -1);
    regions.values.push_back(panel.region);
  }
  file.integers("/surface/panels", panels);
  file.integers("/surface/region", regions);
}

}  // namespace

void write_mesh(const std::string& path, const Generated& generated) {
  const std::string part = path + ".part";
  try {
    Hdf5Writer file(part);
    if (!generated.solid.elements.empty()) write_solid(file, generated);
    write_surface(file, generated.wet.surface);
    file.flush();
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    throw;
  }
  std::error_code failed;
  std::filesystem::rename(part, path, failed);
  if (failed) throw core::RunError("mesh file '" + path + "' cannot be written: " + failed.message());
}

}  // namespace febem::meshes
