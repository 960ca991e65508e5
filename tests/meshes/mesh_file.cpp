#include "meshes/mesh_file.h"

#include "core/error.h"
#include "io/atomic_file.h"
#include "io/hdf5_file.h"
#include "mesh/complaint.h"
#include "mesh/element_topology.h"
#include "support/bodies.h"
#include "support/catch.h"
#include "support/scratch.h"

using io::Hdf5File;
using Numbers = std::vector<std::int64_t>;

namespace {

/// A file with what `fill` puts into it.
template <class Fill>
void write(const std::string& path, Fill fill) {
  Hdf5File file;
  fill(file);
  io::write_atomically(path, file.image());
}

meshes::Generated one_brick() {
  meshes::Generated g;
  g.solid = meshes::box({1, 1, 1}, {1, 1, 1});
  g.solid.node_sets["tip"] = {6};
  g.wet = mesh::skin(g.solid, {2, false});
  g.materials = {{"box", "steel"}};
  return g;
}

// What reading the file complains about; "" if nothing.
std::string complaint_about(const std::string& path, const meshes::Values& cut = {}) {
  const auto text = test::complaint_of([&] { meshes::read_mesh(path, cut); });
  if (!text.empty()) CHECK_THAT(text, Contains(path));
  return text;
}

// What reading complains about after `change` was made to a sound mesh and it was written.
template <class Change>
std::string complaint(Change change) {
  const Scratch scratch("bad");
  auto g = one_brick();
  change(g);
  meshes::write_mesh(scratch.path(), g);
  return complaint_about(scratch.path());
}

// One brick without its sets and its surface.
void write_brick(Hdf5File& file, const std::string& unit) {
  const auto solid = one_brick().solid;
  std::vector<double> points;
  for (const auto& x : solid.points) points.insert(points.end(), x.data(), x.data() + 3);
  const auto& nodes = solid.elements[0].nodes;
  file.write("/points", points, {20, 3}, unit);
  file.write("/regions", std::vector<std::string>{"box"});
  file.write("/elements/hex20", Numbers(nodes.begin(), nodes.end()), {1, 20});
  file.write("/elements/hex20_region", Numbers{0}, {1});
}

}  // namespace

TEST_CASE("what is written comes back the same, for every generator") {
  for (const auto& generator : meshes::generators()) {
    INFO(generator.name);
    const Scratch scratch("round_trip");
    const auto g = meshes::generate(generator.name, {});
    meshes::write_mesh(scratch.path(), g);
    const auto back = meshes::read_mesh(scratch.path(), {});
    CHECK(back.solid.points == g.solid.points);
    CHECK(back.solid.regions == g.solid.regions);
    CHECK(back.solid.node_sets == g.solid.node_sets);
    REQUIRE(back.solid.elements.size() == g.solid.elements.size());
    for (std::size_t e = 0; e < g.solid.elements.size(); ++e) {
      CHECK(back.solid.elements[e].nodes == g.solid.elements[e].nodes);
      CHECK(back.solid.elements[e].region == g.solid.elements[e].region);
    }
    CHECK(back.solid.face_sets == g.solid.face_sets);
    CHECK(back.wet.surface.points == g.wet.surface.points);
    CHECK(back.wet.surface.areas == g.wet.surface.areas);
    CHECK(back.wet.surface.regions == g.wet.surface.regions);
    CHECK(back.materials == g.materials);
    CHECK(back.supports == g.supports);
    REQUIRE(back.wet.parts.size() == g.wet.parts.size());
    for (std::size_t j = 0; j < g.wet.parts.size(); ++j)
      CHECK(back.wet.parts[j].face == g.wet.parts[j].face);
  }
}

TEST_CASE("curved panels come back the same: of six, eight and nine nodes") {
  for (const auto& [name, has_ninth_nodes] : std::vector<std::pair<std::string, bool>>{
           {"sphere", false}, {"cylinder", false}, {"cats_eye", true}}) {
    INFO(name);
    const Scratch scratch("curved");
    const auto g = meshes::generate(name, {}, meshes::Edges::curved);
    meshes::write_mesh(scratch.path(), g);
    const auto back = meshes::read_mesh(scratch.path());
    CHECK(back.wet.surface.points == g.wet.surface.points);
    CHECK(back.wet.surface.areas == g.wet.surface.areas);
    REQUIRE_FALSE(g.wet.surface.middles.empty());
    REQUIRE(back.wet.surface.middles.size() == g.wet.surface.middles.size());
    for (std::size_t j = 0; j < g.wet.surface.middles.size(); ++j)
      for (std::size_t v = 0; v < 4;
           ++v)  // a file has one middle an edge, and two panels may round it differently
        CHECK((back.wet.surface.middles[j][v] - g.wet.surface.middles[j][v]).norm() < 1e-15);
    CHECK(back.wet.surface.ninth_nodes.empty() == !has_ninth_nodes);
    CHECK(back.wet.surface.ninth_nodes == g.wet.surface.ninth_nodes);
  }
}

namespace {

/// A wedge of 1 m: points 0 to 2 are below 3 to 5, 6 bulges out of the edge from 0 to 1, 7 out of
/// the face of 1, 2, 4, 5. No panel has 8.
const std::vector<double> wedge_points{
    0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, .5, -.1, -.1, .6, .6, .5, 9, 9, 9};
/// Two triangles, then three quadrilaterals.
const Numbers wedge_panels{0, 2, 1, -1, -1, -1, 6, -1, -1, 3, 4, 5, -1, -1, -1, -1, -1, -1, 0, 1, 4,
    3, 6, -1, -1, -1, -1, 1, 2, 5, 4, -1, -1, -1, -1, 7, 2, 0, 3, 5, -1, -1, -1, -1, -1};

void write_wedge(const std::string& path, const Numbers& panels) {
  write(path, [&](Hdf5File& file) {
    file.write("/surface/points", wedge_points, {9, 3}, "m");
    file.write("/surface/panels", panels, {5, panels.size() / 5});
  });
}

}  // namespace

TEST_CASE("a surface may have curved and flat triangles and quadrilaterals") {
  using mesh::Vec3;
  const Scratch scratch("wedge");
  write_wedge(scratch.path(), wedge_panels);
  const auto surface = meshes::read_mesh(scratch.path()).wet.surface;
  CHECK(surface.points.size() == 7);  // without 6 and 7, which are no vertices
  CHECK(surface.points[6] == Vec3(9, 9, 9));
  REQUIRE(surface.middles.size() == 5);
  CHECK(surface.middles[0][2] == Vec3(.5, -.1, -.1));
  CHECK(surface.middles[0][0] == Vec3(0, .5, 0));
  CHECK(surface.middles[0][1] == Vec3(.5, .5, 0));
  CHECK(surface.middles[2] ==
        std::array{Vec3(.5, -.1, -.1), Vec3(1, 0, .5), Vec3(.5, 0, 1), Vec3(0, 0, .5)});
  REQUIRE(surface.ninth_nodes.size() == 5);
  CHECK(surface.ninth_nodes[3] == Vec3(.6, .6, .5));
  CHECK((surface.ninth_nodes[2] - Vec3(.5, -.05, .45)).norm() < 1e-15);  // of 8 nodes
  CHECK((surface.ninth_nodes[4] - Vec3(0, .5, .5)).norm() < 1e-15);
}

TEST_CASE("curved panels that do not fit together, and folded ones, are refused") {
  const Scratch scratch("wrong_wedge");
  const auto complaint_with = [&](std::vector<std::pair<std::size_t, int>> changes) {
    auto panels = wedge_panels;
    for (const auto& [at, value] : changes) panels[at] = value;
    write_wedge(scratch.path(), panels);
    return complaint_about(scratch.path());
  };
  CHECK(complaint_with({}).empty());
  CHECK_THAT(complaint_with({{6, -1}}),
      Contains("panels 0 and 2 have different mid-side nodes on their common edge at (0, 0, 0)"));
  CHECK_THAT(complaint_with({{6, 8}, {22, 8}}),
      Contains("panel 0 at") && Contains("is folded") && Contains("(and 1 panel more)"));
  CHECK_THAT(complaint_with({{35, 8}}), Contains("panel 3 at") && Contains("is folded"));
  CHECK_THAT(complaint_with({{6, 9}}), Contains("/surface/panels row 0 refers to point 9 of 9"));
  CHECK_THAT(complaint_with({{6, -2}}), Contains("/surface/panels row 0 refers to point -2 of 9"));
  for (const std::size_t column : {7, 8})
    CHECK_THAT(complaint_with({{column, 7}}),
        Contains(
            "/surface/panels row 0 is a triangle with more than three nodes between its vertices"));
  write_wedge(scratch.path(), Numbers(25, 0));
  CHECK_THAT(complaint_about(scratch.path()),
      Contains("/surface/panels has 5 columns; 3, 4, 6, 8 or 9 are needed"));
}

TEST_CASE("a structure's surface that has nodes between its vertices keeps them") {
  const Scratch scratch("bulge");
  auto g = one_brick();
  mesh::curve_edges(g.solid, g.wet);
  const auto shifted = [](mesh::Vec3 x) { return mesh::Vec3(1.01 * x); };
  for (auto& middles : g.wet.surface.middles)
    for (auto& x : middles) x = shifted(x);
  meshes::write_mesh(scratch.path(), g);
  auto back = meshes::read_mesh(scratch.path());
  mesh::curve_edges(back.solid, back.wet);
  CHECK(back.wet.surface.middles == g.wet.surface.middles);
}

TEST_CASE("elements of several kinds are grouped by kind and their faces follow") {
  const Scratch scratch("mixed");
  auto g = one_brick();
  const auto first = g.solid.elements[0];
  // A straight brick of 8 nodes beside the one of 20: a body of its own.
  mesh::Element small{mesh::ElementKind::hex8, 0, {}};
  for (int i = 0; i < 8; ++i) {
    small.nodes[i] = g.solid.node_total();
    g.solid.points.push_back(g.solid.points[first.nodes[i]] * 0.5 + mesh::Vec3(5, 0, 0));
  }
  g.solid.elements.push_back(small);
  g.solid.face_sets["small"] = {{1, 5}};
  g.solid.face_sets["large"] = {{0, 5}};
  g.wet = mesh::skin(g.solid, {});
  meshes::write_mesh(scratch.path(), g);
  const auto back = meshes::read_mesh(scratch.path(), {});
  CHECK(back.solid.elements[0].kind == mesh::ElementKind::hex8);
  CHECK(back.solid.face_sets.at("small")[0].element == 0);
  CHECK(back.solid.face_sets.at("large")[0].element == 1);
}

TEST_CASE("a structure without a surface is skinned as asked") {
  const Scratch scratch("no_surface");
  write(scratch.path(), [&](Hdf5File& file) { write_brick(file, "m"); });
  CHECK(meshes::read_mesh(scratch.path(), {{"split", 3}, {"triangles", 1}}).wet.surface.size() ==
        6 * 9 * 2);
}

TEST_CASE("panels of a file are not cut, and panels of several faces not written") {
  const Scratch scratch("cut");
  meshes::write_mesh(scratch.path(), meshes::generate("shell", {{"cells", 2}}));
  CHECK_THROWS_WITH(meshes::read_mesh(scratch.path(), {{"join", 2}}),
      Contains("/surface") && Contains("'join' has no faces to cut"));
  CHECK_THROWS_WITH(meshes::write_mesh(scratch.path(),
                        meshes::generate("shell", {{"cells", 2}, {"split", 1}, {"join", 2}})),
      Contains("leave out 'join'"));
}

TEST_CASE("bad mesh files are refused with one clear line") {
  using Limits = std::numeric_limits<double>;
  CHECK(complaint([](auto&) {}).empty());
  CHECK_THAT(complaint([](auto& g) { g.solid.points[3].x() = Limits::quiet_NaN(); }),
      Contains("/points row 3") && Contains("not a number"));
  CHECK_THAT(complaint([](auto& g) { g.solid.elements[0].nodes[5] = 20; }),
      Contains("/elements/hex20 row 0 refers to point 20 of 20"));
  CHECK_THAT(complaint([](auto& g) { g.solid.elements[0].region = 1; }), Contains("region 1 of 1"));
  CHECK_THAT(
      complaint([](auto& g) { g.solid.node_sets["tip"] = {-1}; }), Contains("/node_sets/tip"));
  CHECK_THAT(complaint([](auto& g) {
    g.solid.face_sets["side"] = {{0, 6}};
  }),
      Contains("face 6 of 6"));
  CHECK_THAT(complaint([](auto& g) { g.wet.surface.panels[0].vertices[0] = 99; }),
      Contains("/surface/panels row 0"));
  CHECK_THAT(complaint([](auto& g) { g.wet.surface.panels.pop_back(); }), Contains("not closed"));
  CHECK_THAT(complaint([](auto& g) {
    for (auto& x : g.wet.surface.points) x *= 2;
  }),
      Contains("does not lie on the skin of the structure"));
  CHECK_THAT(complaint([](auto& g) {
    g.supports["nowhere"] = {true, true, true};
  }),
      Contains("/supports/nowhere"));
  CHECK_THAT(complaint([](auto& g) { g.wet.surface.points[0].y() = Limits::infinity(); }),
      Contains("/surface/points row 0"));
}

namespace {

// The tetrahedron with edges along the axes, its points in this unit; "" for none.
std::string write_tetrahedron(const std::string& path, const std::string& unit) {
  write(path, [&](Hdf5File& file) {
    file.write(
        "/surface/points", std::vector<double>{0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2}, {4, 3}, unit);
    file.write("/surface/panels", Numbers{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, {4, 3});
  });
  return path;
}

}  // namespace

TEST_CASE("the points of a file may have other units than metres") {
  const Scratch scratch("units");
  for (const auto& [unit, metres] : std::vector<std::pair<std::string, double>>{{"", 1}, {"m", 1},
           {"mm", 1e-3}, {"cm", 1e-2}, {"km", 1e3}, {"um", 1e-6}, {"in", 0.0254}, {"ft", 0.3048}}) {
    INFO(unit);
    const auto mesh = meshes::read_mesh(write_tetrahedron(scratch.path(), unit), {});
    CHECK(mesh.wet.surface.points[1].x() == 2 * metres);
    CHECK(mesh::enclosed_volume(mesh.wet.surface) == Approx(8 * metres * metres * metres / 6));
  }
  CHECK_THROWS_WITH(meshes::read_mesh(write_tetrahedron(scratch.path(), "parsec"), {}),
      Contains("/surface/points has the unit 'parsec'") && Contains("mm"));
}

TEST_CASE("the units of the nodes of a solid count, too") {
  const Scratch scratch("solid_units");
  write(scratch.path(), [&](Hdf5File& file) { write_brick(file, "in"); });
  CHECK(mesh::enclosed_volume(meshes::read_mesh(scratch.path(), {}).wet.surface) ==
        Approx(std::pow(0.0254, 3)));
}

TEST_CASE("coordinates beyond reason are refused") {
  CHECK_THAT(complaint([](auto& g) { g.solid.points[3] *= 1e160; }),
      Contains("/points row 3 lies farther than 1e9 m"));
}

TEST_CASE("files that are missing or are something else are refused") {
  CHECK_THROWS_WITH(meshes::read_mesh("/no/such/file.h5", {}), Contains("does not exist"));
  const Scratch scratch("text");
  std::ofstream(scratch.path()) << "this is not a mesh\n";
  CHECK_THAT(
      complaint_about(scratch.path()), Contains("cannot be read as an HDF5 file: it is not one"));
  write(scratch.path(), [](Hdf5File&) {});
  CHECK_THAT(complaint_about(scratch.path()), Contains("both missing"));
  write(scratch.path(), [](Hdf5File& file) {
    file.write("/elements/hex27", Numbers(27), {1, 27});
  });
  CHECK_THAT(complaint_about(scratch.path()),
      Contains("/elements/hex27") && Contains("supported") && Contains("hex20"));
  const auto seven_nodes = [](Hdf5File& file) {
    file.write("/elements/hex8", Numbers(7), {1, 7});
    file.write("/elements/hex8_region", Numbers{0}, {1});
  };
  write(scratch.path(), [&](Hdf5File& file) {
    seven_nodes(file);
    file.write("/points", std::vector<double>{0, 0}, {1, 2}, "m");
  });
  CHECK_THAT(complaint_about(scratch.path()), Contains("/points has 2 columns; 3 are needed"));
  write(scratch.path(), [&](Hdf5File& file) {
    seven_nodes(file);
    file.write("/points", std::vector<double>{0, 0, 0}, {1, 3}, "m");
    file.write("/regions", Texts{"a"});
  });
  CHECK_THAT(
      complaint_about(scratch.path()), Contains("/elements/hex8 has 7 columns; 8 are needed"));
}

TEST_CASE(
    "the elements are looked at before what follows from them, and before a surface that the file "
    "holds") {
  CHECK_THAT(complaint([](auto& g) {
    std::swap(g.solid.elements[0].nodes[8], g.solid.elements[0].nodes[9]);
  }),
      Contains("': 1 of 1 elements has mid-side nodes off its edges") &&
          Contains(": element 0: node 8 does not lie between "));
  CHECK_THAT(complaint([](auto& g) {
    for (auto& x : g.solid.points) x.z() = -x.z();
    g.solid.face_sets["wet:nowhere"] = {{0, 1}, {0, 1}};
  }),
      Contains("': element 0 is inside out"));
  CHECK_THAT(complaint([](auto& g) { g.solid.elements.resize(3, g.solid.elements[0]); }),
      Contains("': mesh: face 0 of element 2 belongs to more than two elements"));
}

TEST_CASE("a mesh of another program is refused with the command that imports it") {
  const Scratch scratch("hull");
  for (const std::string ending :
      {".msh", ".stl", ".vtk", ".vtu", ".obj", ".ply", ".inp", ".bdf", ".nas", ".STL"}) {
    const auto path = scratch.path() + ending;
    CHECK_THAT(complaint_about(path), Contains("does not exist"));
    std::ofstream(path) << "solid hull\n";
    const auto command = "'meshes/import " + path + " " + scratch.path() + ".h5'";
    const auto says =
        "mesh file '" + path + "' is not an HDF5 file; " + command + " makes a mesh file of it";
    CHECK(complaint_about(path) == says);
    CHECK_THROWS_WITH(meshes::read_loose_surface(path), says);
    std::filesystem::remove(path);
    meshes::write_mesh(path, one_brick());  // whatever its name
    CHECK(meshes::read_mesh(path, {}).solid.elements.size() == 1);
    std::filesystem::remove(path);
  }
}

TEST_CASE("the numbers of an XDMF file are refused with the commands that import it") {
  const Scratch scratch("grid");
  const auto path = scratch.path() + ".h5", grid = scratch.path() + "-grid";
  write(path, [](Hdf5File& file) { file.write("/data0", std::vector<double>{0, 0, 0}, {1, 3}); });
  CHECK_THAT(complaint_about(path),
      Contains("/elements and /surface are both missing; it holds the numbers of an XDMF file: "
               "after ") &&
          Contains("'meshio convert " + scratch.path() + ".xdmf " + grid + ".vtu', ") &&
          Contains("'meshes/import " + grid + ".vtu " + grid + ".h5' makes a mesh file of it"));
  std::filesystem::remove(path);
}

TEST_CASE("a file that is cut short, or whose format is of another time, is refused with that") {
  const Scratch scratch("damaged");
  meshes::write_mesh(scratch.path(), one_brick());
  const auto size = std::filesystem::file_size(scratch.path());
  {
    std::fstream file(scratch.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(8);  // the version of the superblock
    file.put(77);
  }
  CHECK_THAT(complaint_about(scratch.path()),
      Contains("cannot be read as an HDF5 file: it was written by a newer HDF5 than 1.") &&
          Contains("libver 'earliest'"));
  meshes::write_mesh(scratch.path(), one_brick());
  std::filesystem::resize_file(scratch.path(), size - 100);
  CHECK_THAT(complaint_about(scratch.path()),
      Contains("cannot be read as an HDF5 file: it ends too early"));
}

TEST_CASE("a mesh that cannot be written leaves no file behind") {
  CHECK_THROWS_AS(meshes::write_mesh("/no/such/folder/mesh.h5", one_brick()), core::RunError);
}

TEST_CASE(
    "an entry of a set that stands in a file twice counts once, and is told; so is a face between "
    "two elements") {
  const Scratch scratch("sets");
  meshes::Generated g;
  g.solid = meshes::box({2, 1, 1}, {2, 1, 1});
  g.wet = mesh::skin(g.solid, {1, false});
  const auto shared = [&](core::Index element) {  // the face whose nodes both bricks have
    for (int f = 0; f < 6; ++f)
      if (mesh::FaceGeometry(g.solid, {element, f})
              .position({0, 0})
              .isApprox(mesh::Vec3(1, 0.5, 0.5), 1e-12))
        return f;
    return -1;
  };
  REQUIRE(shared(0) >= 0);
  g.solid.node_sets = {{"once", {3, 1}}, {"tip", {6, 2, 6, 6, 2, 4}}};
  g.solid.face_sets = {{"top", {{1, 4}, {0, 4}, {1, 4}}}, {"within", {{0, shared(0)}}}};
  meshes::write_mesh(scratch.path(), g);
  const auto read = meshes::read_mesh(scratch.path());
  CHECK(read.solid.node_sets.at("once") == std::vector<core::Index>{3, 1});
  CHECK(read.solid.node_sets.at("tip") == std::vector<core::Index>{6, 2, 4});
  REQUIRE(read.solid.face_sets.at("top").size() == 2);
  CHECK(read.solid.face_sets.at("top")[0].element == 1);
  CHECK(read.notes ==
        std::map<std::string, std::string>{{"node set tip", "repeated entries, counted once: 3"},
            {"face set top", "repeated entries, counted once: 1"},
            {"face set within", "faces between two elements: 1"}});
}

TEST_CASE("a surface in a file that crosses itself is refused") {
  CHECK_THAT(complaint([](auto& g) {
    g.solid = {};
    g.materials.clear();
    for (auto& x : g.wet.surface.points)
      if ((x - mesh::Vec3(0.5, 0.5, 1)).norm() < 1e-9) x.z() = -1;  // the middle of the top
  }),
      Contains("crosses or touches itself"));
}
