#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "fem/check_elements.h"
#include "mesh/crossing.h"
#include "mesh/edges.h"
#include "mesh/repair.h"
#include "meshes/hdf5_reader.h"
#include "meshes/mesh_file.h"

namespace febem::meshes {

#define FEBEM_PLUGIN(NAME) extern const MeshReader NAME##_mesh_reader;
#include "meshes/readers/list.inc"
#undef FEBEM_PLUGIN

std::string with_ending(const std::string& path, const std::string& ending) {
  return std::filesystem::path(path).replace_extension().string() + ending;
}

std::string import_command(const std::string& path) {
  return "'meshes/import " + path + " " + with_ending(path, ".h5") + "' makes a mesh file of it";
}

namespace {

using mesh::Index;
using mesh::Surface;

/// Keeps the first of equal entries, in their order. Returns how many were left out, in words; ""
/// for none.
template <class Entry>
std::string count_once(std::vector<Entry>& entries) {
  std::set<Entry> seen;
  const auto repeated =
      std::erase_if(entries, [&](const Entry& entry) { return !seen.insert(entry).second; });
  return repeated == 0 ? "" : core::text("repeated entries, counted once: ", repeated);
}

/// `boundary`: the faces that belong to one element only, in order.
void check_sets(const std::vector<mesh::Face>& boundary, Generated& mesh) {
  for (auto& [name, nodes] : mesh.solid.node_sets)
    if (const auto note = count_once(nodes); !note.empty()) mesh.notes["node set " + name] = note;
  for (auto& [name, faces] : mesh.solid.face_sets) {
    auto note = count_once(faces);
    const auto within = std::ranges::count_if(
        faces, [&](const auto& face) { return !std::ranges::binary_search(boundary, face); });
    // Allowed: opposite pressures on the two sides of a part, such as the sonobuoy's ceramic,
    // squeeze it.
    if (within > 0)
      note += core::text(note.empty() ? "" : "; ", "faces between two elements: ", within);
    if (!note.empty()) mesh.notes["face set " + name] = note;
  }
}

// Advice for a surface that is not valid. Repair is suggested for open surfaces too, since it names
// the hole.
std::string remedy(const Surface& loose) {
  bool is_open = false, points_coincide = false;
  mesh::for_each_edge(mesh::edge_walks(loose),
      [&](std::span<const mesh::EdgeWalk> walks) { is_open = is_open || walks.size() == 1; });
  const double tolerance = mesh::merging_tolerance(loose);
  Index self = 0;
  for (const Index point : mesh::merged_points(loose.points, tolerance))
    points_coincide = points_coincide || point != self++;
  if (is_open && points_coincide)
    return "; some of its points coincide: 'minifebem mesh repair' merges them";
  try {
    mesh::repair(loose, tolerance);
    return "; 'minifebem mesh repair' can mend it";
  } catch (const core::InputError&) {
    return {};
  }
}

Surface checked_surface(Surface surface, bool may_be_open) {
  measure(surface);
  try {
    validate(surface, may_be_open);
  } catch (const core::InputError& error) {
    throw core::InputError(error.what(), remedy(surface));
  }
  return surface;
}

/// Whether a file is of a format that meshes/import reads: by its ending, and since it is not HDF5.
bool can_be_imported(const std::string& path) {
  constexpr std::array<std::string_view, 10> imported{
      ".msh", ".stl", ".vtk", ".vtu", ".obj", ".ply", ".inp", ".bdf", ".nas", ".fem"};
  auto ending = std::filesystem::path(path).extension().string();
  for (char& letter : ending)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  const QuietHdf5 quiet;
  std::error_code none;
  return std::find(imported.begin(), imported.end(), ending) != imported.end() &&
         std::filesystem::is_regular_file(path, none) && H5Fis_hdf5(path.c_str()) == 0;
}

MeshContent content(const std::string& path) {
  if (can_be_imported(path))
    throw core::InputError("mesh file '", path, "' is not an HDF5 file; ", import_command(path));
  const std::array readers{
#define FEBEM_PLUGIN(NAME) &NAME##_mesh_reader,
#include "meshes/readers/list.inc"
#undef FEBEM_PLUGIN
  };
  return (*std::ranges::find_if(readers, [&](auto reader) {
    return reader->takes(path);
  }))->read(path);
}

Generated read(
    const std::string& path, const Values& cut, Edges edges, const mesh::Mirrors& mirrors) {
  auto [result, surface] = content(path);
  const auto& solid = result.solid;
  fem::check_elements(solid);
  auto boundary = mesh::boundary_faces(solid);
  check_sets(boundary, result);
  std::erase_if(
      boundary, [&](const mesh::Face& face) { return mesh::closes_part(solid, face, mirrors); });
  if (surface && !cut.empty())
    throw core::InputError(
        "/surface has the panels, so that '", cut.begin()->first, "' has no faces to cut");
  if (surface && edges == Edges::straight) mesh::straighten(*surface);
  if (!surface) {
    result.wet = mesh::skin(solid, boundary, skin_options(cut), mirrors);
  } else if (solid.elements.empty()) {
    result.wet.surface = checked_surface(*std::move(surface), !mirrors.empty());
  } else {
    result.wet = mesh::match(solid, boundary, *std::move(surface), mirrors);
  }
  if (edges == Edges::curved && !solid.elements.empty()) {
    mesh::curve_edges(solid, result.wet);
    validate(result.wet.surface, !mirrors.empty());
  }
  mesh::refuse_crossing(result.wet.surface);
  return std::move(result);
}

}  // namespace

Surface read_loose_surface(const std::string& path) {
  auto [mesh, surface] = content(path);
  if (!mesh.solid.elements.empty())
    throw core::InputError(
        "mesh file '", path, "': /elements are solid elements; a surface alone is needed");
  return *std::move(surface);
}

Generated read_mesh(
    const std::string& path, const Values& cut, Edges edges, const mesh::Mirrors& mirrors) {
  try {
    return read(path, cut, edges, mirrors);
  } catch (const core::InputError& error) {
    const std::string text = error.what();
    if (text.starts_with("mesh file ")) throw;
    throw core::InputError("mesh file '", path, "': ", text);
  }
}

}  // namespace febem::meshes
