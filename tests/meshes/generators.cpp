
#include "core/error.h"
#include "fem/loads.h"
#include "mesh/bodies.h"
#include "mesh/curved_panel.h"
#include "mesh/edges.h"
#include "mesh/element_topology.h"
#include "mesh/frontal_order.h"
#include "meshes/generator.h"
#include "meshes/measures.h"
#include "support/catch.h"

using core::pi;
using meshes::generate;
using meshes::Generated;
using test::area;
using test::order;
using test::structure;

namespace {

// Volume of the elements of a region ("" for all).
double volume(const fem::Structure& s, const std::string& region = "") {
  double sum = 0;
  for (core::Index e = 0; e < s.solid().element_total(); ++e)
    if (region.empty() || s.solid().regions[s.solid().elements[e].region] == region)
      sum += s.formulation(e).volume(s.element_points(e));
  return sum;
}

}  // namespace

TEST_CASE(
    "every generator makes a closed outward surface and, if any, a sound structure with "
    "materials") {
  for (const auto& generator : meshes::generators()) {
    INFO(generator.name);
    const auto g = generate(generator.name, {});
    CHECK_NOTHROW(validate(g.wet.surface));
    CHECK(!generator.help.empty());
    if (g.solid.elements.empty()) {
      CHECK(g.wet.parts.empty());
      continue;
    }
    CHECK(g.materials.size() == g.solid.regions.size());
    const auto s = structure(g);
    CHECK(test::worst_quality(s) > 0.5);
    for (core::Index e = 0; e < g.solid.element_total(); ++e) CHECK_NOTHROW(s.element_matrices(e));
    CHECK(fem::coupling(s, g.wet).cols() == g.wet.surface.size());
  }
}

TEST_CASE(
    "wrong generators and parameters are answered with the nearest name or the allowed range") {
  CHECK_THROWS_WITH(generate("spere", {}), Contains("did you mean 'sphere'"));
  CHECK_THROWS_WITH(generate("shell", {{"thicknes", 0.1}}), Contains("did you mean 'thickness'"));
  CHECK_THROWS_WITH(generate("shell", {{"thickness", -0.1}}),
      Contains("thickness = -0.1") && Contains("out of range"));
  CHECK_THROWS_WITH(generate("shell", {{"thickness", 2}}), Contains("less than radius"));
  CHECK_THROWS_WITH(generate("shell", {{"coat", 0.05}}), Contains("less than thickness"));
  CHECK_THROWS_WITH(generate("sphere", {{"frequency", 2.5}}), Contains("whole number"));
  CHECK_THROWS_WITH(generate("sphere", {{"radius", std::nan("")}}), Contains("radius"));
  CHECK_THROWS_WITH(generate("cylinder", {{"around", 30}}), Contains("multiple of 4"));
  CHECK_THROWS_WITH(generate("cylinder", {{"piston_radius", 0.1}}), Contains("piston_radius"));
  CHECK_THROWS_WITH(generate("sonobuoy", {{"head_radius", 0.06}}), Contains("head_radius"));
}

TEST_CASE("density multiplies elements and panels along each direction, and keeps the body") {
  for (const auto& generator : meshes::generators()) {
    INFO(generator.name);
    const auto once = generate(generator.name, {}),
               twice = generate(generator.name, {{"density", 2}});
    CHECK(twice.wet.surface.size() == Approx(4. * once.wet.surface.size()).epsilon(0.05));
    CHECK(twice.solid.element_total() == 8 * once.solid.element_total());
    CHECK(mesh::enclosed_volume(twice.wet.surface) ==
          Approx(mesh::enclosed_volume(once.wet.surface)).epsilon(0.03));
    CHECK(twice.wet.surface.regions == once.wet.surface.regions);
    CHECK(twice.materials == once.materials);
    for (const auto& [name, faces] : once.solid.face_sets)
      CHECK(twice.solid.face_sets.at(name).size() == 4 * faces.size());
    if (once.solid.elements.empty()) continue;
    const auto s = structure(twice);
    CHECK(test::worst_quality(s) > 0.5);
    for (const auto& region : once.solid.regions)
      CHECK(volume(s, region) == Approx(volume(structure(once), region)).epsilon(1e-3));
  }
}

TEST_CASE("density rounds counts to what they must be multiples of, and is between 1 and 10") {
  // 12 x 1.4 = 16.8 around: the next multiple of 4 is 16; 5 x 1.4 = 7 stations.
  const auto s =
      generate("cylinder", {{"around", 12}, {"stations", 5}, {"density", 1.4}}).wet.surface;
  CHECK(std::count_if(s.panels.begin(), s.panels.end(),
            [&](const auto& p) { return s.regions[p.region] == "barrel"; }) == 16 * 7);
  CHECK_THROWS_WITH(generate("sphere", {{"density", 0.5}}),
      Contains("density = 0.5") && Contains("out of range"));
  CHECK_THROWS_WITH(generate("sphere", {{"density", 11}}), Contains("out of range"));
}

TEST_CASE("the size of a mesh is known before it is made") {
  const std::vector<std::pair<std::string, meshes::Values>> wanted{{"sphere", {}},
      {"sphere", {{"frequency", 3}, {"cap_angle", 40}}}, {"shell", {{"cells", 2}}},
      {"shell", {{"cells", 2}, {"layers", 2}, {"coat", 0.01}}},
      {"shell", {{"cells", 3}, {"layers", 2}, {"split", 1}, {"triangles", 1}}},
      {"solid_sphere", {{"cells", 1}, {"layers", 1}, {"split", 3}}},
      {"solid_sphere", {{"cells", 3}, {"layers", 2}, {"triangles", 1}}}, {"cylinder", {}},
      {"cylinder", {{"around", 8}, {"piston_rings", 3}, {"rim_rings", 2}, {"back_rings", 5},
                       {"stations", 7}}},
      {"elastic_cylinder", {}},
      {"elastic_cylinder", {{"around", 8}, {"piston_rings", 3}, {"back_rings", 4}, {"stations", 3},
                               {"split", 1}, {"triangles", 1}}},
      {"sonobuoy", {}}, {"sonobuoy", {{"length", 1.2}, {"split", 3}}},
      {"sonobuoy", {{"density", 1.5}}}, {"tonpilz", {}},
      {"tonpilz", {{"rings", 3}, {"cells", 2}, {"around", 8}}}, {"tonpilz", {{"density", 1.5}}},
      {"ring", {}}, {"ring", {{"around", 12}, {"along", 3}, {"through", 2}, {"split", 1}}},
      {"box", {}}, {"box", {{"panels_x", 2}, {"panels_y", 3}, {"panels_z", 5}}}, {"cats_eye", {}},
      {"cats_eye", {{"cells", 3}}}, {"elastic_cylinder", {{"density", 2}}},
      {"sphere", {{"density", 1.5}}}, {"cylinder", {{"density", 1.5}}},
      {"betssi_m1", {{"around", 6}, {"stations", 5}}}, {"betssi_m1", {{"density", 1.5}}},
      {"betssi_m3", {{"rings", 3}}}, {"betssi_m4", {}},
      {"betssi_m4", {{"around", 6}, {"rings", 5}}}, {"betssi_m5b", {{"around", 12}}},
      {"betssi_ph", {{"around", 8}, {"stations", 2}}}};
  std::set<std::string> seen;
  for (const auto& [name, values] : wanted) {
    INFO(name);
    seen.insert(name);
    const auto size = meshes::mesh_size(name, values);
    const auto g = generate(name, values);
    CHECK(size.panels == g.wet.surface.size());
    CHECK(size.elements == g.solid.element_total());
    CHECK(size.nodes >= g.solid.node_total());
    CHECK(size.nodes <= 1.5 * g.solid.node_total());
  }
  CHECK(seen.size() == meshes::generators().size());
}

TEST_CASE("bricks thinner than nodes are told apart are refused") {
  CHECK_THROWS_WITH(generate("shell", {{"thickness", 1e-9}, {"cells", 1}}),
      Contains("closer together than 1e-8"));
}

TEST_CASE("sphere: panels as asked, a cap of its own if asked") {
  CHECK(generate("sphere", {{"frequency", 9}}).wet.surface.size() == 1620);
  const auto capped =
      generate("sphere", {{"frequency", 8}, {"cap_angle", 30}, {"radius", 2}}).wet.surface;
  CHECK(area(capped, "cap") == Approx(4 * 2 * pi * (1 - std::cos(pi / 6))).epsilon(0.02));
  for (core::Index j = 0; j < capped.size(); ++j)
    CHECK((capped.regions[capped.panels[j].region] == "cap") ==
          (capped.centroids[j].z() > 2 * std::cos(pi / 6)));
}

TEST_CASE("box: sides and counts as asked, a region a face") {
  const auto s = generate("box",
      {{"size_x", 2}, {"size_y", 3}, {"size_z", 5}, {"panels_x", 2}, {"panels_y", 4},
          {"panels_z",
              7}}).wet.surface;
  CHECK(s.size() == 2 * (8 + 28 + 14));
  CHECK(mesh::enclosed_volume(s) == Approx(30));
  const std::map<std::string, std::pair<Eigen::Vector3d, double>> faces{{"x-", {{-1, 0, 0}, 15}},
      {"x+", {{1, 0, 0}, 15}}, {"y-", {{0, -1, 0}, 10}}, {"y+", {{0, 1, 0}, 10}},
      {"z-", {{0, 0, -1}, 6}}, {"z+", {{0, 0, 1}, 6}}};
  for (const auto& [name, face] : faces) CHECK(area(s, name) == Approx(face.second));
  for (core::Index j = 0; j < s.size(); ++j) {
    const auto& normal = faces.at(s.regions[s.panels[j].region]).first;
    CHECK((s.normals[j] - normal).norm() < 1e-12);
    CHECK(s.centroids[j].dot(normal) > 0.9);
  }
}

TEST_CASE(
    "cat's eye: seven octants of a sphere and three quarter discs, area and volume of second "
    "order") {
  std::vector<double> area_error, volume_error;
  for (const int cells : {3, 6}) {
    const auto s = generate("cats_eye", {{"cells", cells}, {"radius", 2}}).wet.surface;
    CHECK(s.size() == 30 * cells * cells);
    area_error.push_back(area(s, "sphere") / (4 * 4 * pi * 7 / 8) - 1);
    volume_error.push_back(mesh::enclosed_volume(s) / (8 * 4 * pi / 3 * 7 / 8) - 1);
    CHECK(area(s, "mouth") == Approx(3 * pi).epsilon(0.03));
    for (core::Index j = 0; j < s.size(); ++j)
      if (s.regions[s.panels[j].region] == "mouth") {
        CHECK(s.normals[j].maxCoeff() == Approx(1));
        CHECK(s.centroids[j].minCoeff() == Approx(0).margin(1e-12));
      }
  }
  CHECK(order(area_error[0], area_error[1]) == Approx(2).margin(0.1));
  CHECK(order(volume_error[0], volume_error[1]) == Approx(2).margin(0.1));
}

TEST_CASE(
    "curved panels of spheres have their nodes on the sphere, and their middles halfway along "
    "great circles") {
  const std::map<std::string, meshes::Values> wanted{
      {"shell", {{"cells", 2}, {"split", 2}, {"radius", 3}}},
      {"solid_sphere", {{"cells", 2}, {"split", 1}, {"radius", 3}}},
      {"cats_eye", {{"cells", 3}, {"radius", 3}}}};
  for (const auto& [name, values] : wanted) {
    INFO(name);
    const auto s = generate(name, values, meshes::Edges::curved).wet.surface;
    REQUIRE(std::ssize(s.ninth_nodes) == s.size());
    for (core::Index j = 0; j < s.size(); ++j) {
      if (s.regions[s.panels[j].region] == "mouth") {
        CHECK((s.ninth_nodes[j] - middle_of_face(s, j)).norm() < 1e-15);
        CHECK(s.ninth_nodes[j].minCoeff() == Approx(0).margin(1e-15));
        continue;
      }
      CHECK(s.ninth_nodes[j].norm() == Approx(3).epsilon(1e-14));
      CHECK((s.ninth_nodes[j] - middle_of_face(s, j)).norm() > 1e-6);
      for (int v = 0; v < 4; ++v) {
        const mesh::Vec3 &a = s.points[s.panels[j].vertices[v]],
                         &b = s.points[s.panels[j].vertices[(v + 1) % 4]],
                         middle = mesh::middle(s, j, v);
        CHECK(a.norm() == Approx(3).epsilon(1e-14));
        CHECK(middle.norm() == Approx(3).epsilon(1e-14));
        CHECK((middle - a).norm() == Approx((middle - b).norm()).epsilon(1e-13));
      }
    }
    CHECK(generate(name, values).wet.surface.ninth_nodes.empty());
  }
  CHECK(generate("shell", {{"cells", 2}, {"triangles", 1}}, meshes::Edges::curved)
            .wet.surface.ninth_nodes.empty());
  CHECK(generate("elastic_cylinder", {}, meshes::Edges::curved).wet.surface.ninth_nodes.empty());
}

namespace {

/// A body that a generator makes, its volume and the areas of regions, "" for all.
struct ExactBody {
  const char* generator;
  meshes::Values values;
  double volume;
  std::map<std::string, double> areas;
};

std::vector<ExactBody> exact_bodies() {
  const auto ball = [](double r) { return 4 * pi / 3 * r * r * r; };
  const auto cylinder = [](double r, double length, const std::string& disc, double piston,
                            std::map<std::string, double> more) {
    more.insert({{disc, pi * piston * piston}, {"", 2 * pi * r * (r + length)}});
    return std::pair(pi * r * r * length, more);
  };
  std::vector<ExactBody> bodies{
      {"box", {{"panels_x", 1}, {"panels_y", 2}, {"panels_z", 3}}, 1, {{"", 6}, {"x-", 1}}},
      {"sphere", {{"frequency", 2}, {"radius", 3}}, ball(3), {{"", 36 * pi}}},
      {"cats_eye", {{"cells", 2}, {"radius", 3}}, 7 * ball(3) / 8,
          {{"sphere", 31.5 * pi}, {"mouth", 6.75 * pi}}}};
  // A prolate spheroid of the axis ratio s has the area 2 pi (1 + s/e asin e), e^2 = 1 - 1/s^2.
  const double eccentricity = std::sqrt(1 - 1 / 9.);
  bodies.push_back({"sphere", {{"frequency", 4}, {"stretch", 3}}, 3 * ball(1),
      {{"", 2 * pi * (1 + 3 * std::asin(eccentricity) / eccentricity)}}});
  for (const double degrees : {30., 60., 90., 120., 150.}) {
    const double height = std::cos(degrees * pi / 180);
    bodies.push_back({"sphere", {{"frequency", 4}, {"cap_angle", degrees}}, ball(1),
        {{"cap", 2 * pi * (1 - height)}, {"sphere", 2 * pi * (1 + height)}}});
  }
  for (const meshes::Values& cut : {meshes::Values{{"split", 1}}, {{"split", 3}},
           {{"split", 2}, {"triangles", 1}}, {{"split", 1}, {"join", 2}}})
    for (const auto* name : {"shell", "solid_sphere"}) {
      bodies.push_back({name, cut, ball(1), {{"", 4 * pi}}});
      bodies.back().values["cells"] = 4;
    }
  for (const double around : {8., 32.}) {
    const auto [volume, areas] =
        cylinder(1, 3, "piston", 0.6, {{"front", 0.64 * pi}, {"back", pi}, {"barrel", 6 * pi}});
    bodies.push_back({"cylinder",
        {{"radius", 1}, {"length", 3}, {"piston_radius", 0.6}, {"around", around}, {"stations", 3}},
        volume, areas});
  }
  for (const double split : {1., 3.}) {
    const auto [volume, areas] = cylinder(0.062, 0.914, "piston", 0.046, {});
    bodies.push_back({"elastic_cylinder", {{"around", 8}, {"split", split}}, volume, areas});
    const auto [of_buoy, its_areas] = cylinder(0.062, 0.914, "piston", 0.044, {});
    bodies.push_back({"sonobuoy", {{"split", split}}, of_buoy, its_areas});
  }
  bodies.push_back({"tonpilz", {{"around", 16}, {"split", 1}},
      pi * 1e-9 * (1525 / 3. * 7 + 36 * 8 + 64 * 10 + 16 * 2),
      {{"", pi * 1e-6 * (625 + 45 * std::sqrt(74) + 364 + 96 + 28 + 160 + 48 + 16 + 16)}}});
  bodies.push_back({"ring",
      {{"inner_radius", 1}, {"outer_radius", 2}, {"height", 3}, {"through", 2}, {"split", 1}},
      9 * pi, {{"", 24 * pi}}});
  const double hull = pi * 3.5 * 3.5 * 40, cap = 4 - std::sqrt(16 - 3.5 * 3.5);
  bodies.push_back({"betssi_m1", {{"around", 8}}, 189 * pi,
      {{"half cylinder", 120 * pi}, {"flat", 240 + 4.5 * pi}, {"half disc", 4.5 * pi},
          {"quarter sphere", 9 * pi}}});
  bodies.push_back({"betssi_m3", {{"around", 16}}, pi / 3 * (41 * 49 + 2 * 152),
      {{"barrel", 8 * pi * std::hypot(41, 2)}, {"caps", 68 * pi}}});
  bodies.push_back({"betssi_m4", {{"around", 6}, {"radius", 2}, {"thickness", 0.5}},
      pi / 4 * (8 - 1.5 * 1.5 * 1.5), {{"inner", 0.75 * pi * 1.5 * 1.5}, {"outer", 3 * pi}}});
  bodies.push_back({"betssi_m5b", {{"around", 12}, {"rings", 1}}, 2 * pi * 0.09 * 4.8,
      {{"barrel", 4 * pi * 0.3 * 4.8}, {"ends", 4 * pi * 0.09}}});
  bodies.push_back({"betssi_ph", {{"around", 12}, {"rings", 3}},
      hull + 2 * pi / 3 * cap * cap * (12 - cap), {{"barrel", 280 * pi}, {"caps", 16 * pi * cap}}});
  return bodies;
}

}  // namespace

TEST_CASE("areas of regions and volumes of curved panels are those of the body, with order four") {
  std::set<std::string> seen;
  for (const auto& body : exact_bodies()) {
    INFO(body.generator << " " << body.values.begin()->second << " " << body.values.rbegin()->first
                        << " = " << body.values.rbegin()->second);
    seen.insert(body.generator);
    std::map<std::string, std::vector<double>> errors;
    for (const double density : {1., 2.}) {
      auto values = body.values;
      values["density"] = density;
      const auto s = generate(body.generator, values, meshes::Edges::curved).wet.surface;
      errors["volume"].push_back(mesh::enclosed_volume(s) / body.volume - 1);
      for (const auto& [region, exact] : body.areas) {
        double sum = 0;
        for (core::Index j = 0; j < s.size(); ++j)
          if (region.empty() || s.regions[s.panels[j].region] == region)
            sum += mesh::extent(s, j).area;
        errors[region].push_back(sum / exact - 1);
      }
    }
    for (const auto& [what, error] : errors) {
      INFO(what << ": " << error[0] << ", " << error[1]);
      CHECK(std::abs(error[1]) < 1e-3);
      if (std::abs(error[1]) > 1e-9) CHECK(order(error[0], error[1]) > 3.5);
    }
  }
  CHECK(seen.size() == meshes::generators().size());
}

TEST_CASE("the rim of a cap is a circle of latitude, however wide the cap is") {
  for (const double degrees : {1e-3, 1., 30., 60., 90., 179.})
    for (const double frequency : {1., 4.}) {
      INFO(degrees << " deg, frequency " << frequency);
      const auto s = generate("sphere",
          {{"radius", 2}, {"frequency", frequency}, {"cap_angle", degrees}}, meshes::Edges::curved)
                         .wet.surface;
      const double angle = degrees * pi / 180;
      int on_rim = 0;
      mesh::for_each_edge(mesh::edge_walks(s), [&](std::span<const mesh::EdgeWalk> walks) {
        const auto& vertices = s.panels[walks[0].panel].vertices;
        const auto v =
            std::find(vertices.begin(), vertices.end(), walks[0].tail) - vertices.begin();
        const mesh::Vec3 middle = mesh::middle(s, walks[0].panel, static_cast<int>(v));
        CHECK(middle.norm() == Approx(2).epsilon(1e-14));
        if (s.panels[walks[0].panel].region == s.panels[walks[1].panel].region) return;
        ++on_rim;
        CHECK(std::atan2(middle.head<2>().norm(), middle.z()) == Approx(angle).epsilon(1e-9));
      });
      CHECK(on_rim >= 5);
      CHECK(on_rim % 5 == 0);
    }
}

TEST_CASE("the counts of bricks are exact, and their volume converges with order four") {
  struct Body {
    const char* generator;
    meshes::Values values;
    int bricks;
    double volume;
  };
  const auto disc = [](double radius) { return pi * radius * radius; };
  for (const auto& [generator, values, bricks, exact] :
      {Body{"shell", {{"cells", 2}, {"layers", 2}, {"thickness", 0.2}}, 6 * 4 * 2,
           4 * pi / 3 * (1 - 0.512)},
          Body{"solid_sphere", {{"cells", 2}, {"layers", 1}}, 8 + 6 * 4, 4 * pi / 3},
          Body{"elastic_cylinder", {{"around", 8}}, 2 * 4 + 8 * (3 + 3 + 20),
              disc(0.062) * 0.914 - disc(0.062 - 0.005) * (0.914 - 0.01)}}) {
    INFO(generator);
    std::vector<double> error;
    for (const int density : {1, 2}) {
      auto given = values;
      given["density"] = density;
      const auto g = generate(generator, given);
      CHECK(g.solid.element_total() == bricks * density * density * density);
      error.push_back(volume(structure(g)) / exact - 1);
    }
    CHECK(order(error[0], error[1]) > 3.5);
  }
}

TEST_CASE("shell: a coat is the outermost part of the thickness, and wet") {
  const auto g = generate("shell", {{"cells", 4}, {"thickness", 0.3}, {"coat", 0.1}});
  CHECK(g.materials.at("coat") == "polyurethane");
  CHECK(volume(structure(g), "coat") == Approx(4 * pi / 3 * (1 - 0.729)).epsilon(2e-3));
  CHECK(volume(structure(g), "shell") == Approx(4 * pi / 3 * (0.729 - 0.343)).epsilon(2e-3));
  for (const auto& face : g.solid.face_sets.at("outer"))
    CHECK(g.solid.regions[g.solid.elements[face.element].region] == "coat");
  CHECK(generate("shell", {}).materials.count("coat") == 0);
}

TEST_CASE("shell: a pressure on the inner face set pushes outwards") {
  const auto g = generate("shell", {{"cells", 4}});
  const auto s = structure(g);
  const auto load = fem::pressure(s, "inner", 1, fem::uniform());
  double outwards = 0;
  for (core::Index i = 0; i < g.solid.node_total(); ++i)
    for (int d = 0; d < 3; ++d) outwards += load(s.dof(i, d)) * g.solid.points[i].normalized()(d);
  CHECK(outwards == Approx(4 * pi * 0.95 * 0.95).epsilon(3e-3));
}

TEST_CASE(
    "cylinder: counts, the areas of the ends and the volume are exact, that of the barrel "
    "converges with order two") {
  std::vector<double> barrel_error;
  for (int around : {16, 32}) {
    const auto g = generate("cylinder", {{"around", around}, {"stations", around}});
    const auto& s = g.wet.surface;
    CHECK(s.size() == 2 * (around / 4) * (around / 4) + around * (6 + 3 + 3) + around * around);
    barrel_error.push_back(area(s, "barrel") / (2 * pi * 0.062 * 0.914) - 1);
    CHECK(area(s, "piston") == Approx(pi * 0.05 * 0.05));
    CHECK(area(s, "front") == Approx(pi * (0.062 * 0.062 - 0.05 * 0.05)));
    CHECK(area(s, "back") == Approx(pi * 0.062 * 0.062));
    CHECK(mesh::bodies(s).front().volume == Approx(pi * 0.062 * 0.062 * 0.914));
    for (core::Index j = 0; j < s.size(); ++j) {
      const auto& region = s.regions[s.panels[j].region];
      CHECK(s.normals[j].z() == Approx(region == "barrel" ? 0
                                       : region == "back" ? -1
                                                          : 1)
                                    .margin(1e-12));
    }
  }
  CHECK(order(barrel_error[0], barrel_error[1]) == Approx(2).margin(0.1));
}

TEST_CASE("cylinder: panels get finer toward the edges by the asked ratio") {
  const auto widest = [](double grading) {
    const auto s = generate("cylinder", {{"grading", grading}}).wet.surface;
    double largest = 0, smallest = 1;
    for (core::Index j = 0; j < s.size(); ++j) {
      if (s.regions[s.panels[j].region] != "barrel") continue;
      largest = std::max(largest, s.areas[j]);
      smallest = std::min(smallest, s.areas[j]);
    }
    return largest / smallest;
  };
  CHECK(widest(1) == Approx(1));
  CHECK(widest(8) == Approx(8).epsilon(0.1));
}

TEST_CASE("cylinder: rings get finer toward the piston's edge and the ends'") {
  const double grading = 9, stretch = std::sqrt(2 * pi / 32 / std::sin(2 * pi / 32));
  const auto s = generate("cylinder", {{"grading", grading}}).wet.surface;
  const auto radii = [&](double z) {  // of the vertices on the x axis of an end
    std::vector<double> found;
    for (const auto& x : s.points)
      if (std::abs(x.z() - z) < 1e-9 && std::abs(x.y()) < 1e-9 && x.x() > 1e-9)
        found.push_back(x.x() / stretch);
    std::sort(found.begin(), found.end());
    return found;
  };
  const auto front = radii(0.457), back = radii(-0.457);
  const auto edge = static_cast<std::size_t>(std::find_if(front.begin(), front.end(), [](double r) {
    return r > 0.0499;
  }) - front.begin());
  REQUIRE(edge >= 4);
  CHECK(front[edge] == Approx(0.05));
  // The first of the six rings begins at the core, which is not quite round.
  CHECK((front[edge - 2] - front[edge - 3]) / (front[edge] - front[edge - 1]) ==
        Approx(std::pow(grading, 1.0 / 5)).epsilon(0.01));
  REQUIRE(front.size() == edge + 4);
  CHECK(front[edge + 1] - front[edge] == Approx(front[edge + 3] - front[edge + 2]));
  CHECK((front[edge + 2] - front[edge + 1]) / (front[edge + 1] - front[edge]) ==
        Approx(std::sqrt(grading)).epsilon(0.01));
  const auto last = back.size() - 1;
  CHECK(back[last] == Approx(0.062));
  CHECK((back[last - 1] - back[last - 2]) / (back[last] - back[last - 1]) ==
        Approx(std::sqrt(grading)).epsilon(0.01));
}

TEST_CASE("betssi: the models lie where the benchmark has them, and get finer toward their ends") {
  const double apex = 20 + 4 - std::sqrt(3.75);
  for (const auto& [name, low, high] :
      {std::tuple{"betssi_m1", mesh::Vec3(-20, 0, -3), mesh::Vec3(23, 3, 3)},
          {"betssi_m3", {-46, -5, -5}, {3, 5, 5}},
          {"betssi_m4", {-0.01, -0.01, -0.01}, {2.99, 2.99, 2.99}},
          {"betssi_m5b", {-0.8, -0.3, -2.4}, {0.8, 0.3, 2.4}},
          {"betssi_ph", {-apex, -3.5, -3.5}, {apex, 3.5, 3.5}}}) {
    INFO(name);
    const auto s = generate(name, {}).wet.surface;
    mesh::Vec3 least = s.points[0], most = least;
    for (const auto& x : s.points) least = least.cwiseMin(x), most = most.cwiseMax(x);
    CHECK((least - low).norm() < 1e-12);
    CHECK((most - high).norm() < 1e-12);
  }
  CHECK(mesh::bodies(generate("betssi_m5b", {}).wet.surface).size() == 2);
  CHECK_THROWS_WITH(generate("betssi_m4", {{"radius", 1}, {"thickness", 1}}),
      Contains("thickness must be less than radius"));
  const auto ratio = [](const char* name, const char* region, double grading) {
    const auto s = generate(name, {{"grading", grading}}).wet.surface;
    double largest = 0, smallest = 1e9;
    for (core::Index j = 0; j < s.size(); ++j) {
      if (s.regions[s.panels[j].region] != region) continue;
      largest = std::max(largest, s.areas[j]);
      smallest = std::min(smallest, s.areas[j]);
    }
    return largest / smallest;
  };
  CHECK(ratio("betssi_ph", "barrel", 1) == Approx(1));
  CHECK(ratio("betssi_ph", "barrel", 4) == Approx(4).epsilon(0.1));
  CHECK(ratio("betssi_m1", "half cylinder", 4) == Approx(4).epsilon(0.1));
}

TEST_CASE(
    "sonobuoy: 1 664 panels, 10 923 degrees of freedom within a thousandth, a front near 813, and "
    "nothing holds it") {
  const auto g = generate("sonobuoy", {});
  CHECK(g.wet.surface.size() == 1664);
  CHECK(g.supports.empty());
  const auto s = structure(g);
  CHECK(s.dofs() == 3 * 3643);
  CHECK(s.dofs() == Approx(10923).epsilon(1e-3));
  const auto order = mesh::frontal_order(g.solid, s.node_dofs());
  const auto front = mesh::front_size(g.solid, order, s.node_dofs());
  CHECK(front == Approx(813).epsilon(0.02));
}

TEST_CASE("tonpilz: volumes of parts, electrodes between rings, and the side of the tail") {
  for (const int rings : {3, 4}) {
    const auto g = generate("tonpilz", {{"around", 32}, {"rings", rings}});
    const auto s = structure(g);
    const double mm3 = pi * 1e-9;
    CHECK(volume(s, "head") ==
          Approx(((25 * 25 + 25 * 20 + 20 * 20) * 7 / 3. - 8) * mm3).epsilon(1e-3));
    CHECK(volume(s, "bolt") == Approx((4 * (12 + 2 * rings) + 16 * 2) * mm3).epsilon(1e-3));
    CHECK(volume(s, "tail") == Approx((64 - 4) * 10 * mm3).epsilon(1e-3));
    CHECK(volume(s, "down") == Approx((rings + 1) / 2 * 40 * mm3).epsilon(1e-3));
    CHECK(volume(s, "up") == Approx(rings / 2 * 40 * mm3).epsilon(1e-3));
    for (const auto& [name, remainder] : {std::pair{"ground", 0}, {"live", 1}}) {
      std::set<int> planes;  // mm
      for (const auto& [element, face] : s.solid().face_sets.at(name)) {
        const auto points = s.element_points(element);
        const auto& side = mesh::faces(s.solid().elements[element].kind)[face];
        for (int i = 0; i < side.nodes; ++i)
          planes.insert(static_cast<int>(std::lround(-1e3 * points(2, side.local[i]))));
      }
      std::set<int> wanted;
      for (int k = remainder; k <= rings; k += 2) wanted.insert(7 + 2 * k);
      CHECK(planes == wanted);
    }
    const auto& held = s.solid().node_sets.at("tail");
    CHECK(held.size() == 5 * 32);
    for (const auto node : held) {
      CHECK(s.solid().points[node].head<2>().norm() == Approx(0.008));
      CHECK(s.solid().points[node].z() <= Approx(-0.007 - 0.002 * rings));
    }
  }
  CHECK_THROWS_WITH(generate("tonpilz", {{"bore_radius", 0.002}}), Contains("must increase"));
  CHECK_THROWS_WITH(generate("tonpilz", {{"back_radius", 0.008}}), Contains("must increase"));
  CHECK_THROWS_WITH(generate("tonpilz", {{"bolt_head", 0.007}}), Contains("less than head"));
}

TEST_CASE("ring: the inner and the outer faces, with bricks through the wall") {
  const auto g = generate("ring", {{"through", 2}});
  for (const auto& [name, radius] : {std::pair{"inner", 0.045}, {"outer", 0.055}}) {
    const auto& set = g.solid.face_sets.at(name);
    CHECK(set.size() == 32 * 4);
    for (const auto& [element, face] : set) {
      const auto& side = mesh::faces(g.solid.elements[element].kind)[face];
      for (int i = 0; i < side.nodes; ++i) {
        const mesh::Vec3& x = g.solid.points[g.solid.elements[element].nodes[side.local[i]]];
        CHECK(x.head<2>().norm() == Approx(radius));
      }
    }
  }
  CHECK_THROWS_WITH(generate("ring", {{"inner_radius", 0.055}}), Contains("less than outer"));
}

TEST_CASE("sonobuoy: panels that meet at the edges of the cylinder match in size") {
  for (const double density : {1.0, 1.5, 2.0}) {
    const auto s = generate("sonobuoy", {{"density", density}}).wet.surface;
    int edges = 0;
    mesh::for_each_edge(mesh::edge_walks(s), [&](std::span<const mesh::EdgeWalk> walks) {
      const auto one = walks[0].panel, other = walks[1].panel;
      if (mesh::turn(s, one, other) < 1) return;
      ++edges;
      CHECK(s.areas[one] / s.areas[other] == Approx(1).margin(0.7));
      CHECK(s.areas[other] / s.areas[one] == Approx(1).margin(0.7));
    });
    CHECK(edges == 2 * 32 * density);
  }
}

TEST_CASE("sonobuoy: the wet shell alone has 416 outer faces and 2 918 nodes") {
  const auto g = generate("sonobuoy", {});
  CHECK(mesh::outer_faces(g.solid, mesh::boundary_faces(g.solid)).size() == 416);
  std::vector<bool> in_shell(g.solid.points.size(), false);
  for (const auto& element : g.solid.elements) {
    const auto& region = g.solid.regions[element.region];
    if (region == "baffle" || region == "head" || region == "decoupler")
      for (auto node : element.nodes) in_shell[node] = true;
  }
  CHECK(std::count(in_shell.begin(), in_shell.end(), true) == 2918);
}

TEST_CASE(
    "sonobuoy: the parts have the volumes of a ring, discs and tubes, their places and materials") {
  const auto g = generate("sonobuoy", {});
  const auto s = structure(g);
  CHECK(volume(s, "tail") == Approx(pi * 0.044 * 0.044 * 0.04).epsilon(1e-3));
  CHECK(volume(s, "mount") == Approx(pi * (0.057 * 0.057 - 0.044 * 0.044) * 0.04).epsilon(1e-3));
  CHECK(
      volume(s, "decoupler") == Approx(pi * (0.049 * 0.049 - 0.044 * 0.044) * 0.01).epsilon(1e-3));
  const double whole = pi * (0.062 * 0.062 * 0.914 - 0.057 * 0.057 * (0.914 - 0.02));
  CHECK(volume(s, "baffle") + volume(s, "head") + volume(s, "decoupler") ==
        Approx(whole).epsilon(1e-3));
  // Material, and where it begins and ends along z.
  const double front = 0.914 / 2, head = front - 0.01, middle = head - 0.036, back = middle - 0.04;
  const std::map<std::string, std::tuple<std::string, double, double>> parts{
      {"head", {"aluminium", head, front}}, {"decoupler", {"polyurethane", head, front}},
      {"ceramic", {"ceramic", middle, head}}, {"tail", {"steel", back, middle}},
      {"mount", {"polyurethane", back, middle}}, {"baffle", {"aluminium", -front, front}}};
  REQUIRE(g.materials.size() == parts.size());
  for (const auto& [region, part] : parts) {
    INFO(region);
    const auto& [material, from, to] = part;
    CHECK(g.materials.at(region) == material);
    double low = 1, high = -1;
    for (core::Index e = 0; e < g.solid.element_total(); ++e)
      if (g.solid.regions[g.solid.elements[e].region] == region) {
        const Eigen::RowVectorXd z = s.element_points(e).row(2);
        low = std::min(low, z.minCoeff());
        high = std::max(high, z.maxCoeff());
      }
    CHECK(low == Approx(from));
    CHECK(high == Approx(to));
  }
  for (const auto* set : {"ceramic:front", "ceramic:back"})
    for (const auto& face : g.solid.face_sets.at(set))
      CHECK(mesh::FaceGeometry(g.solid, face).position({0, 0}).z() ==
            Approx(std::string(set) == "ceramic:front" ? head : middle));
}

TEST_CASE(
    "sonobuoy: opposite pressures across the ceramic push its ends apart and add up to no force") {
  const auto g = generate("sonobuoy", {});
  const auto s = structure(g);
  // Drawing pressure (negative) at both ends stretches the ceramic: the force on its front points
  // forwards.
  const auto front = fem::pressure(s, "ceramic:front", -1, fem::uniform());
  const auto back = fem::pressure(s, "ceramic:back", -1, fem::uniform());
  double forwards = 0, total = 0;
  for (core::Index i = 0; i < g.solid.node_total(); ++i) {
    if (s.dof(i, 2) < 0) continue;
    forwards += front(s.dof(i, 2));
    total += front(s.dof(i, 2)) + back(s.dof(i, 2));
  }
  CHECK(forwards == Approx(volume(s, "ceramic") / 0.036).epsilon(1e-6));
  CHECK(std::abs(total) < 1e-12 * forwards);
}
