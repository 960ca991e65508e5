// Meshes cut by planes of symmetry and placed at planes where the fluid ends.
#include "cases/planes.h"

#include "cases/case_file.h"
#include "cases/model.h"
#include "cases/sources.h"
#include "meshes/mesh_file.h"
#include "support/catch.h"
#include "support/scratch.h"

// Other files of this folder have helpers of the same names.
namespace planes_of_cases {
namespace {

std::string text_of(const std::string& geometry, const std::string& more,
    const std::string& excitation = "kind = \"velocity\"\namplitude = 1\n") {
  return "[geometry]\n" + geometry +
         "[fluid]\ndensity = 1000\nsound_speed = 1500\n[[excitation]]\n" + excitation +
         "[frequency]\nhz = [100]\n" + more;
}

cases::Model model_of(const std::string& geometry, const std::string& more,
    const std::string& excitation = "kind = \"velocity\"\namplitude = 1\n") {
  return cases::build_model(
      cases::read_case(text_of(geometry, more, excitation), "c.toml"), ".", 1);
}

std::string symmetry(const std::string& normal, bool cut = true, bool anti = false) {
  return "[[symmetry]]\nnormal = \"" + normal + "\"\n" + (cut ? "cut = true\n" : "") +
         (anti ? "kind = \"antisymmetric\"\n" : "");
}
std::string plane(const std::string& normal, double at, const std::string& kind = "rigid") {
  return "[[plane]]\nnormal = \"" + normal + "\"\nat = " + std::to_string(at) + "\nkind = \"" +
         kind + "\"\n";
}

const std::string shell = "generator = \"shell\"\ncells = 2\nsplit = 1\n",
                  cylinder =
                      "generator = \"cylinder\"\nradius = 1.2\nlength = 2\npiston_radius = 1\n"
                      "around = 16\n",
                  floating = "[structure]\nfree = true\n";

/// A file with the half of a shell's surface at positive x, moved along x.
std::string moved_half(const test::Scratch& file, double by, bool closed) {
  auto mesh = meshes::generate("shell", {{"cells", 2}, {"split", 1}});
  mesh::Surface part;
  part.points = mesh.wet.surface.points;
  part.regions = {"wet"};
  for (mesh::Index j = 0; j < mesh.wet.surface.size(); ++j)
    if (mesh.wet.surface.centroids[j].x() > 0) part.panels.push_back(mesh.wet.surface.panels[j]);
  if (closed) {
    mesh::Panel lid{{}, 4, 0};
    int corner = 0;
    for (const mesh::Vec3& x : {mesh::Vec3(0, 0.1, 0.1), mesh::Vec3(0, 0.1, -0.1),
             mesh::Vec3(0, -0.1, -0.1), mesh::Vec3(0, -0.1, 0.1)})
      lid.vertices[corner++] = part.add(x);
    part.panels.push_back(lid);
  }
  for (auto& x : part.points) x.x() += by;
  meshes::write_mesh(file.path(), {.wet = {part, {}}});
  return "mesh = \"" + file.path() + "\"\n";
}

}  // namespace

TEST_CASE("a shell is cut to a half, a quarter and an eighth, and held in the planes") {
  const auto whole =
      model_of(shell, floating, "kind = \"pressure\"\nfaces = \"inner\"\namplitude = 1\n");
  const double parts = GENERATE(2, 4, 8);
  std::string more = floating + symmetry("x");
  if (parts > 2) more += symmetry("-y");
  if (parts > 4) more += symmetry("z", true, true);
  const auto part =
      model_of(shell, more, "kind = \"pressure\"\nfaces = \"inner\"\namplitude = 1\n");
  CHECK(part.wet.surface.size() * parts == whole.wet.surface.size());
  CHECK(std::ssize(part.wet.parts) == part.wet.surface.size());
  const auto& solid = part.structure->solid();
  CHECK(solid.element_total() * parts == whole.structure->solid().element_total());
  CHECK(std::ssize(solid.face_sets.at("inner")) * parts ==
        std::ssize(whole.structure->solid().face_sets.at("inner")));
  CHECK(mesh::enclosed_volume(part.wet.surface) * parts ==
        Approx(mesh::enclosed_volume(whole.wet.surface)).epsilon(1e-12));
  for (mesh::Index node = 0; node < solid.node_total(); ++node) {
    const auto& x = solid.points[node];
    CHECK((part.structure->dof(node, 0) < 0) == (x.x() == 0 || (parts == 8 && x.z() == 0)));
    CHECK((part.structure->dof(node, 2) < 0) == false);
    if (parts > 2) CHECK(x.y() <= 0);
  }
  CHECK(part.motions.count() == std::map<double, int>{{2, 3}, {4, 1}, {8, 1}}.at(parts));
}

TEST_CASE("a force is the total on the whole body: nodes in planes of symmetry bear a half") {
  const auto c = cases::read_case(text_of(shell, symmetry("x") + symmetry("y")), "c.toml");
  cases::Excitation force;
  force.direction = {0, 0, 2};
  const auto share = cases::share_of_force(c, force);
  CHECK(share({0, 0, 1}) == 0.25);
  CHECK(share({0, 0.1, 1}) == 0.5);
  CHECK(share({0.2, 0.1, 1}) == 1);
  force.direction = {1, 0, 2};
  CHECK(cases::share_of_force(c, force)({0.2, 0.1, 1}) == 1);
  CHECK_THROWS_WITH(cases::share_of_force(c, force)({0, 0.1, 1}),
      Contains("the force is not symmetric about the plane x = 0"));
  CHECK(!cases::share_of_force(cases::read_case(text_of(shell, ""), "c.toml"), force));
}

TEST_CASE("panels behind a plane and on its back are left out, and a baffle stays") {
  const auto baffled = model_of(cylinder, plane("z", 1));
  const auto& surface = baffled.wet.surface;
  for (mesh::Index j = 0; j < surface.size(); ++j)
    CHECK(surface.regions[surface.panels[j].region] != "barrel");
  CHECK(surface.normals[0].z() == 1);
  const auto standing = model_of(cylinder, plane("z", -1));
  CHECK(std::ranges::any_of(standing.notes, [](const auto& note) {
    return note.first == "plane z = -1" && note.second.find("left out: ") != std::string::npos;
  }));
  CHECK_THROWS_WITH(model_of(cylinder, plane("z", 1, "pressure_release")),
      Contains("lies in the plane z = 1, where the pressure is zero"));
  CHECK_THROWS_WITH(
      model_of(cylinder, plane("z", 0.99)), Contains("reaches across the plane z = 0.99"));
  CHECK_THROWS_WITH(
      model_of(cylinder, plane("z", 3)), Contains("no panel is left at the plane z = 3"));
}

TEST_CASE(
    "a half that misses the plane by little is moved onto it, one that misses it more is refused") {
  const test::Scratch file("half");
  const auto near = model_of(moved_half(file, 1e-5, false), symmetry("x", false));
  CHECK(std::ranges::any_of(near.notes, [](const auto& note) {
    return note.second.find("points moved onto it: ") != std::string::npos;
  }));
  CHECK(near.wet.surface.size() == 12);
  CHECK_THROWS_WITH(model_of(moved_half(file, 0.01, false), symmetry("x", false)),
      Contains("not closed") && Contains("must lie in the planes"));
  CHECK_THROWS_WITH(model_of(moved_half(file, -0.01, false), symmetry("x", false)),
      Contains("reaches across the plane x = 0"));
  CHECK_THROWS_WITH(model_of(moved_half(file, 0, true), symmetry("x", false)),
      Contains("lies in the plane x = 0, which is no boundary of the whole body"));
  CHECK_THROWS_WITH(model_of(shell, symmetry("x", false)), Contains("cut = true"));
  CHECK_THROWS_WITH(model_of(moved_half(file, 0, false), ""), Contains("not closed"));
}

TEST_CASE("planes and sources that do not go together are refused") {
  const std::string wave = "kind = \"plane_wave\"\namplitude = 1\ndirection = ",
                    monopole = "kind = \"monopole\"\namplitude = 1\nposition = ";
  CHECK_THROWS_WITH(
      model_of(shell, symmetry("x") + plane("-x", 3)), Contains("two planes have the normal x"));
  CHECK_THROWS_WITH(model_of(shell, symmetry("x"), wave + "[1, 0, 1]\n"),
      Contains("the plane_wave is not symmetric about the plane x = 0"));
  CHECK_NOTHROW(model_of(shell, symmetry("x"), wave + "[0, 1, 1]\n"));
  CHECK_THROWS_WITH(model_of(shell, symmetry("x", true, true), wave + "[0, 1, 1]\n"),
      Contains("is not antisymmetric"));
  CHECK_THROWS_WITH(
      model_of(shell, symmetry("x"), monopole + "[2, 0, 0]\n"), Contains("is not symmetric"));
  const auto pair = [&](const std::string& sign, const std::string& place) {
    return monopole + "[2, 0, 1]\n[[excitation]]\nkind = \"monopole\"\namplitude = " + sign +
           "1\nposition = " + place + "\n";
  };
  CHECK_NOTHROW(model_of(shell, symmetry("x"), pair("", "[-2, 0, 1]")));
  for (const auto& wrong : {pair("-", "[-2, 0, 1]"), pair("", "[-2, 0, 1.001]")})
    CHECK_THROWS_WITH(model_of(shell, symmetry("x"), wrong), Contains("is not symmetric"));
  CHECK_NOTHROW(model_of(shell, symmetry("x"), monopole + "[0, 2, 0]\n"));
  CHECK_NOTHROW(model_of(shell, symmetry("x", true, true),
      "kind = \"dipole\"\namplitude = 1\ndirection = [-2, 0, 0]\nposition = [0, 2, 0]\n"));
  CHECK_THROWS_WITH(model_of(shell, plane("z", -2), monopole + "[0, 0, -3]\n"),
      Contains("is behind a [[plane]]"));
  CHECK_THROWS_WITH(model_of(shell, plane("z", -2) + "[output]\nfield_points = [[0, 0, -3]]\n"),
      Contains("is behind a [[plane]]: there is no fluid"));
  CHECK_THROWS_WITH(model_of(shell, plane("z", -2) + "[output]\naxis = [0, 1, -1]\n"),
      Contains("output.axis") && Contains("points out of the fluid"));
  const auto grid = model_of(shell,
      plane("z", -2) + "[[output.grid]]\norigin = [0, 0, 0]\nedges = [[0, 0, -6]]\ncounts = [7]\n");
  CHECK(grid.field.in_fluid == std::vector<std::int32_t>{0, 0, 1, 0, 0, 0, 0});
  // The image of the part is a part of the body.
  CHECK_THROWS_WITH(model_of(shell, symmetry("x") + "[output]\nfield_points = [[-0.5, 0, 0]]\n"),
      Contains("is inside the body"));
}

TEST_CASE("at a plane a wave and a source have an image, whose pressure is equal or opposite") {
  const auto sign = GENERATE(1, -1);
  const auto c = cases::read_case(
      text_of(shell, plane("-z", 1.5, sign > 0 ? "rigid" : "pressure_release"),
          "kind = \"plane_wave\"\namplitude = 2\ndirection = [1, 0, 1]\n[[excitation]]\nkind = "
          "\"dipole\"\namplitude = 3\ndirection = [1, 0, 1]\nposition = [0, 3, 0.2]\n"),
      "c.toml");
  const auto model = cases::build_model(c, ".", 1);
  const std::vector<mesh::Vec3> points{{2, 1, 0.4}, {2, 1, 2.6}, {1, 2, 1.5}};
  const auto p =
      cases::incident_pressure(c, cases::load_cases(c).front(), model.wet.surface, points, 2.2);
  CHECK(std::abs(p[0] - double(sign) * p[1]) < 1e-12 * std::abs(p[0]));
  CHECK(std::abs(p[0]) > 0.1);
  if (sign < 0) CHECK(std::abs(p[2]) < 1e-12);
}

}  // namespace planes_of_cases
