#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "fem/check_elements.h"
#include "mesh/crossing.h"
#include "mesh/edges.h"
#include "mesh/element_topology.h"
#include "mesh/repair.h"
#include "meshes/hdf5_reader.h"
#include "meshes/mesh_file.h"

namespace febem::meshes {
namespace {

using mesh::Index;
using mesh::Solid;
using mesh::Surface;
using mesh::Vec3;

constexpr double farthest = 1e9;  // m
constexpr std::size_t most_points =
    700'000'000;  // three degrees of freedom each are counted in 32 bits

std::vector<Vec3> read_points(const Hdf5Reader& file, const std::string& name) {
  const auto table = file.reals(name, 3);
  if (table.rows > most_points) file.refuse(name, "has ", table.rows, " points; 7e8 may be given");
  const double metres = file.unit(name, "m");
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < table.rows; ++i) {
    points.push_back(metres * Vec3(table(i, 0), table(i, 1), table(i, 2)));
    if (!points.back().allFinite())
      file.refuse(name, "row ", i, " has a coordinate that is not a number");
    if (!(points.back().cwiseAbs().maxCoeff() <= farthest))
      file.refuse(name, "row ", i, " lies farther than 1e9 m from the origin");
  }
  return points;
}

/// A data set of numbers of other things.
struct References {
  const Hdf5Reader& file;
  std::string name;
  std::size_t columns;
  Table<std::int64_t> numbers = file.integers(name, columns);

  std::size_t rows() const { return numbers.rows; }
  /// A number that is one of `count` things. Throws core::InputError if it is not.
  Index operator()(
      std::size_t row, std::size_t column, std::size_t count, const char* thing) const {
    const auto number = numbers(row, column);
    if (number < 0 || number >= static_cast<std::int64_t>(count))
      file.refuse(name, "row ", row, " refers to ", thing, " ", number, " of ", count);
    return static_cast<Index>(number);
  }
};

/// Refuses a data set that has not one row for each of `count` things.
void check_rows(const Hdf5Reader& file, const std::string& name, std::size_t rows,
    std::size_t count, const char* things, const char* noun = " rows for ") {
  if (rows != count) file.refuse(name, "has ", rows, noun, count, things);
}

void check_kinds(const Hdf5Reader& file) {
  std::vector<std::string> known;
  for (const auto kind : mesh::element_kinds()) known.emplace_back(mesh::name(kind));
  for (const auto& member : file.members("/elements")) {
    const std::string suffix = "_region";
    const auto base =
        member.ends_with(suffix) ? member.substr(0, member.size() - suffix.size()) : member;
    if (std::find(known.begin(), known.end(), base) == known.end())
      file.refuse("/elements/" + member, "is no kind of element that is supported",
          core::suggestion(base, known));
    if (!file.has("/elements/" + base))
      file.refuse("/elements/" + member, "has no elements beside it");
  }
}

void read_elements(const Hdf5Reader& file, mesh::ElementKind kind, Solid& solid) {
  const auto name = "/elements/" + std::string(mesh::name(kind));
  if (!file.has(name)) return;
  const int n = mesh::node_count(kind);
  const References nodes{file, name, static_cast<std::size_t>(n)},
      regions{file, name + "_region", 1};
  check_rows(file, regions.name, regions.rows(), nodes.rows(), " elements");
  for (std::size_t e = 0; e < nodes.rows(); ++e) {
    mesh::Element element{kind, regions(e, 0, solid.regions.size(), "region"), {}};
    for (int i = 0; i < n; ++i) element.nodes[i] = nodes(e, i, solid.points.size(), "point");
    solid.elements.push_back(element);
  }
}

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
void read_sets(const Hdf5Reader& file, const std::vector<mesh::Face>& boundary, Solid& solid,
    std::map<std::string, std::string>& notes) {
  for (const auto& set : file.members("/node_sets")) {
    const References nodes{file, "/node_sets/" + set, 1};
    auto& target = solid.node_sets[set];
    for (std::size_t i = 0; i < nodes.rows(); ++i)
      target.push_back(nodes(i, 0, solid.points.size(), "point"));
    if (const auto note = count_once(target); !note.empty()) notes["node set " + set] = note;
  }
  for (const auto& set : file.members("/face_sets")) {
    const References faces{file, "/face_sets/" + set, 2};
    auto& target = solid.face_sets[set];
    for (std::size_t i = 0; i < faces.rows(); ++i) {
      const Index e = faces(i, 0, solid.elements.size(), "element");
      target.push_back({e, faces(i, 1, mesh::faces(solid.elements[e].kind).size(), "face")});
    }
    auto note = count_once(target);
    const auto within = std::ranges::count_if(
        target, [&](const auto& face) { return !std::ranges::binary_search(boundary, face); });
    // Allowed: opposite pressures on the two sides of a part, such as the sonobuoy's ceramic,
    // squeeze it.
    if (within > 0)
      note += core::text(note.empty() ? "" : "; ", "faces between two elements: ", within);
    if (!note.empty()) notes["face set " + set] = note;
  }
}

// Without its sets.
Solid read_solid(const Hdf5Reader& file) {
  Solid solid;
  check_kinds(file);
  if (file.members("/elements").empty()) return solid;
  solid.points = read_points(file, "/points");
  solid.regions = file.strings("/regions");
  for (const auto kind : mesh::element_kinds()) read_elements(file, kind, solid);
  fem::check_elements(solid);
  return solid;
}

// The columns of a row of the panels: vertices, nodes between them, the node in the middle of a
// quadrilateral.
struct PanelColumns {
  std::size_t vertices;
  bool has_middles, has_ninth_node;

  explicit PanelColumns(const References& panels) {
    const auto columns = panels.numbers.columns;
    vertices = columns == 3 || columns == 6 ? 3 : 4;
    has_middles = columns >= 6;
    has_ninth_node = columns == 9;
    if (columns != vertices && columns != 2 * vertices && columns != 9)
      panels.file.refuse(panels.name, "has ", columns, " columns; 3, 4, 6, 8 or 9 are needed");
  }
};

// Sets the middles and ninth nodes of panels whose vertices are known, and takes the points of
// these nodes out of those of the vertices.
void read_curves(const References& panels, const PanelColumns& columns, Surface& surface) {
  std::vector<bool> is_between(surface.points.size(), false);
  // The node in a column, if there is one.
  const auto node = [&](std::size_t j, std::size_t column) -> std::optional<Vec3> {
    if (panels.numbers(j, column) == -1) return std::nullopt;
    const Index at = panels(j, column, surface.points.size(), "point");
    is_between[at] = true;
    return surface.points[at];
  };
  std::vector middles(panels.rows(), mesh::no_middles);
  for (Index j = 0; j < surface.size(); ++j) {
    const int count = surface.panels[j].vertex_count;
    for (int v = 0; v < count; ++v)
      middles[j][v] = node(j, columns.vertices + v).value_or(middle(surface, j, v));
    if (count < static_cast<int>(columns.vertices) &&
        (node(j, 7) || (columns.has_ninth_node && node(j, 8))))
      panels.file.refuse(
          panels.name, "row ", j, " is a triangle with more than three nodes between its vertices");
  }
  surface.middles = std::move(middles);
  for (Index j = 0; j < surface.size() && columns.has_ninth_node; ++j)
    surface.ninth_nodes.push_back(surface.panels[j].vertex_count == 3
                                      ? Vec3(Vec3::Zero())
                                      : node(j, 8).value_or(middle_of_face(surface, j)));
  for (const auto& panel : surface.panels)
    for (const Index v : panel.corners()) is_between[v] = false;
  mesh::drop_points(surface, is_between);
}

Surface read_surface(const Hdf5Reader& file, Edges edges) {
  Surface surface;
  surface.points = read_points(file, "/surface/points");
  surface.regions = file.has("/surface/regions") ? file.strings("/surface/regions")
                                                 : std::vector<std::string>{"wet"};
  const References panels{file, "/surface/panels", 0};
  const PanelColumns columns(panels);
  const auto n = panels.rows();
  const References regions =
      file.has("/surface/region")
          ? References{file, "/surface/region", 1}
          : References{file, "/surface/region", 1, {n, 1, std::vector<std::int64_t>(n, 0)}};
  check_rows(file, regions.name, regions.rows(), n, " panels");
  for (std::size_t j = 0; j < n; ++j) {
    const bool triangle = columns.vertices == 3 || panels.numbers(j, 3) < 0;
    auto& panel = surface.panels.emplace_back(mesh::Panel{
        {-1, -1, -1, -1}, triangle ? 3 : 4, regions(j, 0, surface.regions.size(), "region")});
    for (int v = 0; v < panel.vertex_count; ++v)
      panel.vertices[v] = panels(j, v, surface.points.size(), "point");
  }
  if (columns.has_middles) read_curves(panels, columns, surface);
  if (edges == Edges::straight) mesh::straighten(surface);
  return surface;
}

void read_defaults(const Hdf5Reader& file, Generated& result) {
  if (file.has("/materials")) {
    const auto names = file.strings("/materials");
    check_rows(
        file, "/materials", names.size(), result.solid.regions.size(), " regions", " names for ");
    for (std::size_t i = 0; i < names.size(); ++i)
      if (!names[i].empty()) result.materials[result.solid.regions[i]] = names[i];
  }
  for (const auto& set : file.members("/supports")) {
    const auto name = "/supports/" + set;
    const auto held = file.integers(name, 1);
    if (held.rows != 3) file.refuse(name, "needs 3 numbers (1 where x, y, z are held)");
    if (!result.solid.node_sets.contains(set)) file.refuse(name, "has no node set of its name");
    result.supports[set] = {held(0) != 0, held(1) != 0, held(2) != 0};
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

Surface checked_surface(Surface surface) {
  measure(surface);
  try {
    validate(surface);
  } catch (const core::InputError& error) {
    throw core::InputError(error.what(), remedy(surface));
  }
  return surface;
}

std::string with_ending(const std::string& path, const std::string& ending) {
  return std::filesystem::path(path).replace_extension().string() + ending;
}

/// "'meshes/import hull.msh hull.h5' makes a mesh file of it"
std::string import_command(const std::string& path) {
  return "'meshes/import " + path + " " + with_ending(path, ".h5") + "' makes a mesh file of it";
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

// Opens a file that is to be a mesh.
Hdf5Reader opened(const std::string& path) {
  if (can_be_imported(path))
    throw core::InputError("mesh file '", path, "' is not an HDF5 file; ", import_command(path));
  return Hdf5Reader(path);
}

// meshio writes the numbers of an XDMF file to one of HDF5 beside it, whose data sets are data0,
// data1 and so on.
std::string advice_without_mesh(const Hdf5Reader& file, const std::string& path) {
  if (!file.has("/data0")) return "; meshes/README.md says what a mesh file holds";
  const auto grid =
      with_ending(path, "-grid.vtu");  // a name of its own, since PATH is a part of the XDMF file
  return "; it holds the numbers of an XDMF file: after 'meshio convert " +
         with_ending(path, ".xdmf") + " " + grid + "', " + import_command(grid);
}

Generated read(const Hdf5Reader& file, const std::string& path, const Values& cut, Edges edges) {
  Generated result;
  auto& solid = result.solid;
  solid = read_solid(file);
  const auto boundary = mesh::boundary_faces(solid);
  if (!solid.elements.empty()) read_sets(file, boundary, solid, result.notes);
  read_defaults(file, result);
  const bool has_surface = file.has("/surface");
  if (solid.elements.empty() && !has_surface)
    file.refuse("/elements", "and /surface are both missing", advice_without_mesh(file, path));
  if (has_surface && !cut.empty())
    file.refuse(
        "/surface", "has the panels, so that '", cut.begin()->first, "' has no faces to cut");
  if (!has_surface) {
    result.wet = mesh::skin(solid, boundary, skin_options(cut));
  } else if (solid.elements.empty()) {
    result.wet.surface = checked_surface(read_surface(file, edges));
  } else {
    result.wet = mesh::match(solid, boundary, read_surface(file, edges));
  }
  if (edges == Edges::curved && !solid.elements.empty()) {
    mesh::curve_edges(solid, result.wet);
    validate(result.wet.surface);
  }
  mesh::refuse_crossing(result.wet.surface);
  return result;
}

}  // namespace

Surface read_loose_surface(const std::string& path) {
  const Hdf5Reader file = opened(path);
  if (!file.members("/elements").empty())
    file.refuse("/elements", "are solid elements; a surface alone is needed");
  if (!file.has("/surface")) file.refuse("/surface", "is missing", advice_without_mesh(file, path));
  return read_surface(file, Edges::curved);
}

Generated read_mesh(const std::string& path, const Values& cut, Edges edges) {
  const Hdf5Reader file = opened(path);
  try {
    return read(file, path, cut, edges);
  } catch (const core::InputError& error) {
    const std::string text = error.what();
    if (text.starts_with("mesh file ")) throw;
    throw core::InputError("mesh file '", path, "': ", text);
  }
}

}  // namespace febem::meshes
