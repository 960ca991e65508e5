// Mesh files in HDF5.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "core/text.h"
#include "io/atomic_file.h"
#include "io/hdf5_file.h"
#include "mesh/element_topology.h"
#include "mesh/repair.h"
#include "meshes/hdf5_reader.h"
#include "meshes/mesh_file.h"

namespace febem::meshes {
namespace {

using io::Hdf5File;
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

void read_sets(const Hdf5Reader& file, Solid& solid) {
  for (const auto& set : file.members("/node_sets")) {
    const References nodes{file, "/node_sets/" + set, 1};
    for (std::size_t i = 0; i < nodes.rows(); ++i)
      solid.node_sets[set].push_back(nodes(i, 0, solid.points.size(), "point"));
  }
  for (const auto& set : file.members("/face_sets")) {
    const References faces{file, "/face_sets/" + set, 2};
    for (std::size_t i = 0; i < faces.rows(); ++i) {
      const Index e = faces(i, 0, solid.elements.size(), "element");
      solid.face_sets[set].push_back(
          {e, faces(i, 1, mesh::faces(solid.elements[e].kind).size(), "face")});
    }
  }
}

Solid read_solid(const Hdf5Reader& file) {
  Solid solid;
  check_kinds(file);
  if (file.members("/elements").empty()) return solid;
  solid.points = read_points(file, "/points");
  solid.regions = file.strings("/regions");
  for (const auto kind : mesh::element_kinds()) read_elements(file, kind, solid);
  read_sets(file, solid);
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

Surface read_surface(const Hdf5Reader& file) {
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

// meshio writes the numbers of an XDMF file to one of HDF5 beside it, whose data sets are data0,
// data1 and so on.
std::string advice_without_mesh(const Hdf5Reader& file, const std::string& path) {
  if (!file.has("/data0")) return "; meshes/README.md says what a mesh file holds";
  // A name of its own, since PATH is a part of the XDMF file.
  const auto grid = with_ending(path, "-grid.vtu");
  return "; it holds the numbers of an XDMF file: after 'meshio convert " +
         with_ending(path, ".xdmf") + " " + grid + "', " + import_command(grid);
}

bool takes_hdf5(const std::string&) { return true; }

MeshContent read_hdf5(const std::string& path) {
  const Hdf5Reader file(path);
  MeshContent result;
  result.mesh.solid = read_solid(file);
  if (file.has("/surface"))
    result.surface = read_surface(file);
  else if (result.mesh.solid.elements.empty())
    file.refuse("/elements", "and /surface are both missing", advice_without_mesh(file, path));
  read_defaults(file, result.mesh);
  return result;
}

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

extern const MeshReader hdf5_mesh_reader{takes_hdf5, read_hdf5};

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
