// Every figure stands under its own name: in the JSON report, in results.h5 and in the XDMF file.
#include <boost/property_tree/xml_parser.hpp>
#include <nlohmann/json.hpp>

#include "io/json.h"
#include "io/results_file.h"
#include "io/sample.h"
#include "io/xdmf.h"
#include "support/catch.h"

using io::Hdf5File;
using nlohmann::json;
using Doubles = std::vector<double>;

namespace {

/// A run in which no two figures are equal.
io::RunResult distinct_run() {
  auto run = io::sample::run();
  run.network.receive_buffer_bytes = 77;
  auto& stage = run.stages[0];
  stage.strategy = {"ring", "8KiB", "sync"};
  stage.seconds = 101;
  stage.communication_seconds = 102;
  stage.hidden_seconds = 103;
  stage.sent = {104, 105};
  stage.flops = 106;
  stage.ranks.clear();
  for (int rank = 0; rank < 2; ++rank) {
    auto& metrics = stage.ranks.emplace_back();
    metrics.seconds = 201 + 20 * rank;
    metrics.communication_seconds = 202 + 20 * rank;
    metrics.sent = {203 + 20 * rank, 204 + 20 * rank};
    metrics.flops = 205 + 20 * rank;
    metrics.most_outstanding_bytes = 206 + 20 * rank;
    metrics.waiting_seconds = 207 + 20 * rank;
    metrics.sizes[core::size_class(300u << rank)] = 209 + 20 * rank;
    metrics.peers = {{1 - rank, {211 + 20 * rank, 212 + 20 * rank}, 213.5 + 20 * rank}};
    metrics.most_posted_bytes = 214 + 20 * rank;
    const double first = 601 + 20 * rank;
    metrics.cores = {first, first + 6, first + 1, first + 2, 604 + 20 * rank, first + 4, first + 5};
  }
  for (std::size_t i = 0; i < run.frequencies.size(); ++i) {
    auto& f = run.frequencies[i];
    double next = 400 + 100 * static_cast<double>(i);
    for (const auto& number : io::frequency_numbers) f.*number.member = ++next;
    f.seconds = next + 10;
    f.resumed = i == 1;
    f.outcome = i == 0 ? "solved" : "odd";
  }
  return run;
}

struct File {
  io::sample::Directory directory{"every_figure"};
  mesh::Surface surface = io::sample::pyramid();
  mesh::Solid solid = io::sample::brick();
  std::string xdmf;

  File() {
    for (int j = 0; j < 5; ++j) {
      surface.centroids[static_cast<std::size_t>(j)] = {j + 0.125, j + 0.25, j + 0.5};
      surface.normals[static_cast<std::size_t>(j)] = {j + 10.0, j + 20.0, j + 30.0};
    }
    const io::ResultsMesh mesh{
        &surface, &solid, {{1, 2, 3}}, {{0, 0, 1}, {1, 0, 0}}, {15.0, 75.0}, {0, 0}};
    const auto run = distinct_run();
    io::ResultsFile file(mesh, {100.0, 200.0}, run, "the case", directory.path());
    for (std::size_t i = 0; i < 2; ++i) {
      auto solution = io::sample::solution(100.0 * static_cast<double>(i + 1));
      solution.figures = run.frequencies[i];
      for (int j = 0; j < 5; ++j)
        solution.normal_velocity[static_cast<std::size_t>(j)] = {1000.0 * (i + 1) + j, -7.0 - j};
      file.add(i, {solution});
    }
    file.finish(run);
  }
  Hdf5File read() const { return Hdf5File(directory.path() / "results.h5"); }
};

/// The object has these members, with these values.
void has(const json& object, const char* members) {
  const auto expected = json::parse(members);
  for (const auto& [key, value] : expected.items()) {
    INFO(key);
    CHECK(object[key] == value);
  }
}

}  // namespace

TEST_CASE("the JSON report has each figure of a stage and of its ranks under its name") {
  const auto report = json::parse(io::to_json(distinct_run()));
  const auto& stage = report["stages"][0];
  has(stage, R"({"seconds": 101, "communication_seconds": 102, "hidden_seconds": 103,
      "messages": 104, "bytes": 105, "flops": 106,
      "strategy": {"route": "ring", "cut": "8KiB", "pace": "sync"}})");
  REQUIRE(stage["ranks"].size() == 2);
  has(stage["ranks"][1], R"({"seconds": 221, "communication_seconds": 222, "messages": 223,
      "bytes": 224, "flops": 225, "most_outstanding_bytes": 226, "waiting_seconds": 227,
      "message_sizes": [{"longest_bytes": 1023, "messages": 229}],
      "peers": [{"rank": 0, "messages": 231, "bytes": 232, "seconds": 233.5}],
      "most_posted_bytes": 234, "observed_seconds": 621, "observed_rank_seconds": 627,
      "ran_seconds": 622, "queued_seconds": 623, "involuntary_switches": 624,
      "node_busy_seconds": 625, "node_stolen_seconds": 626})");
}

TEST_CASE("the JSON report has each figure of the run and of a frequency under its name") {
  const auto report = json::parse(io::to_json(distinct_run()));
  has(report, R"({"version": "1.2.3", "ranks": 2, "zgemm_flops_per_second": 1e10,
      "total_seconds": 3, "messages": {"route": "star", "cut": "4KiB", "pace": "ack"}})");
  CHECK(report["mpi"]["library"] == "An MPI");
  CHECK(report["network"]["receive_buffer_bytes"] == 77);
  has(report["case"], R"({"title": "sample", "file": "sample.toml", "structural_dofs": 24,
      "front_size": 12, "factor_entries": 345, "acoustic_dofs": 5, "order": 2})");
  CHECK(report["command"] == "minifebem solve sample.toml");
  has(report["cores"], R"({"observed_seconds": 10, "ran_share": 0.9, "queued_share": 0.2,
      "involuntary_switches": 33, "stolen_share": 0.01, "ranks_outnumber_cores": true})");
  CHECK(report["cores"]["warnings"].size() == 1);
  const auto run = distinct_run();
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& found = report["frequencies"][i];
    CHECK(found["resumed"] == (i == 1));
    CHECK(found["outcome"] == run.frequencies[i].outcome);
    CHECK(found["seconds"] == run.frequencies[i].seconds);
  }
}

TEST_CASE("each number of a frequency stands under its name in both files") {
  const File written;
  const auto file = written.read();
  const auto run = distinct_run();
  const auto report = json::parse(io::to_json(run));
  for (const auto& number : io::frequency_numbers) {
    const std::string name(number.name);
    INFO(name);
    CHECK(file.read_doubles("/figures/" + name) ==
          Doubles{run.frequencies[0].*number.member, run.frequencies[1].*number.member});
    CHECK(report["frequencies"][0][name] == run.frequencies[0].*number.member);
    CHECK(report["frequencies"][1][name] == run.frequencies[1].*number.member);
    CHECK(io::frequency_from_json(io::to_json(run.frequencies[1])).*number.member ==
          run.frequencies[1].*number.member);
  }
}

TEST_CASE("the meshes stand in results.h5 point by point, axis by axis") {
  const File written;
  const auto file = written.read();
  CHECK(file.read_doubles("/mesh/points") ==
        Doubles{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 1});
  CHECK(file.read_integers("/mesh/panels") ==
        std::vector<std::int32_t>{0, 3, 2, 1, 0, 1, 4, -1, 1, 2, 4, -1, 2, 3, 4, -1, 3, 0, 4, -1});
  CHECK(file.read_integers("/mesh/panel_region") == std::vector<std::int32_t>{0, 1, 1, 1, 1});
  const auto centroids = file.read_doubles("/mesh/centroids"),
             normals = file.read_doubles("/mesh/normals");
  CHECK(Doubles(centroids.begin() + 6, centroids.begin() + 9) == Doubles{2.125, 2.25, 2.5});
  CHECK(Doubles(normals.begin() + 6, normals.begin() + 9) == Doubles{12, 22, 32});
  CHECK(file.read_integers("/mesh/topology") ==
        std::vector<std::int32_t>{5, 0, 3, 2, 1, 4, 0, 1, 4, 4, 1, 2, 4, 4, 2, 3, 4, 4, 3, 0, 4});
  CHECK(file.read_integers("/structure/topology") ==
        std::vector<std::int32_t>{9, 0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(file.read_integers("/structure/element_region") == std::vector<std::int32_t>{0});
  const auto points = file.read_doubles("/structure/points");
  CHECK(Doubles(points.begin() + 15, points.begin() + 18) == Doubles{1, 0, 1});
  CHECK(file.read_doubles("/field/points") == Doubles{1, 2, 3});
  CHECK(file.read_doubles("/field/directions") == Doubles{0, 0, 1, 1, 0, 0});
  CHECK(file.read_doubles("/field/angle") == Doubles{15, 75});
}

TEST_CASE(
    "the fields and the counters stand in results.h5 frequency by frequency and rank by rank") {
  const File written;
  const auto file = written.read();
  CHECK(file.read_doubles("/solution/pressure_real") ==
        Doubles{100, 101, 102, 103, 104, 200, 201, 202, 203, 204});
  CHECK(file.read_doubles("/solution/pressure_imag") ==
        Doubles{0, -1, -2, -3, -4, 0, -1, -2, -3, -4});
  CHECK(file.read_doubles("/solution/normal_velocity_real")[5 + 3] == 2003);
  CHECK(file.read_doubles("/solution/normal_velocity_imag")[5 + 3] == -10);
  const auto displacement = file.read_doubles("/solution/displacement_imag");
  CHECK(displacement.front() == 100);
  CHECK(displacement.back() == 200);
  CHECK(file.read_doubles("/field/pressure_real") == Doubles{1, 1});
  CHECK(file.read_doubles("/field/pressure_imag") == Doubles{100, 200});
  CHECK(file.read_doubles("/field/directivity_real") == Doubles{2, 3, 2, 3});
  CHECK(file.read_doubles("/field/directivity_imag") == Doubles{100, 100, 200, 200});
  CHECK(file.read_doubles("/timing/seconds") == Doubles{201, 221});
  CHECK(file.read_doubles("/timing/communication_seconds") == Doubles{202, 222});
  CHECK(file.read_doubles("/timing/flops") == Doubles{205, 225});
  CHECK(file.read_doubles("/timing/messages") == Doubles{203, 223});
  CHECK(file.read_doubles("/timing/bytes") == Doubles{204, 224});
  CHECK(json::parse(file.read_text("/run/json")) == json::parse(io::to_json(distinct_run())));
  CHECK(file.read_text("/run/case") == "the case");
}

TEST_CASE("each grid of the XDMF file shows its own frequency and its own row of each field") {
  const File written;
  const Hdf5File file(written.directory.path() / "results.h5");
  std::ifstream in(written.directory.path() / "results.xdmf");
  boost::property_tree::ptree tree;
  boost::property_tree::read_xml(in, tree, boost::property_tree::xml_parser::trim_whitespace);
  int collections = 0, attributes = 0;
  for (const auto& [kind, collection] : tree.get_child("Xdmf.Domain")) {
    if (kind != "Grid") continue;
    const auto name = collection.get<std::string>("<xmlattr>.Name");
    if (name != "surface" && name != "structure") continue;
    const bool solid = name == "structure";
    int index = 0;
    for (const auto& [part, grid] : collection) {
      if (part != "Grid") continue;
      CHECK(grid.get<double>("Time.<xmlattr>.Value") == 100.0 * (index + 1));
      CHECK(grid.get<int>("Topology.<xmlattr>.NumberOfElements") == (solid ? 1 : 5));
      CHECK(grid.get<std::string>("Topology.DataItem") ==
            (solid ? "results.h5:/structure/topology" : "results.h5:/mesh/topology"));
      CHECK(grid.get<std::string>("Geometry.DataItem") ==
            (solid ? "results.h5:/structure/points" : "results.h5:/mesh/points"));
      for (const auto& [item_name, attribute] : grid) {
        if (item_name != "Attribute") continue;
        ++attributes;
        const auto field = attribute.get<std::string>("<xmlattr>.Name");
        CHECK(attribute.get<std::string>("<xmlattr>.Center") == (solid ? "Node" : "Cell"));
        CHECK(
            attribute.get<std::string>("<xmlattr>.AttributeType") == (solid ? "Vector" : "Scalar"));
        CHECK(attribute.get<std::string>("DataItem.<xmlattr>.Dimensions") == (solid ? "8 3" : "5"));
        const auto shown = attribute.get<std::string>("DataItem");
        CHECK(shown == "results.h5:/xdmf/" + std::to_string(index) +
                           (solid ? "/structure/" : "/surface/") + field);
        const auto values = file.read_doubles(shown.substr(11)),
                   all = file.read_doubles("/solution/" + field);
        CHECK(values == Doubles(all.begin() + index * std::ssize(values),
                            all.begin() + (index + 1) * std::ssize(values)));
      }
      ++index;
    }
    CHECK(index == 2);
    ++collections;
  }
  CHECK(collections == 2);
  CHECK(attributes == 2 * (4 + 2));
}

namespace {

/// What a grid has of results.h5, its points and each of its attributes: "extents | type | dataset
/// | first | extent of the part".
std::map<std::string, std::string> parts_of(
    const boost::property_tree::ptree& grid, const std::vector<io::XdmfView>& views) {
  const auto text = [](const std::vector<std::size_t>& extents) {
    std::string result;
    for (const auto extent : extents)
      result += (result.empty() ? "" : " ") + std::to_string(extent);
    return result;
  };
  const auto described = [&](const boost::property_tree::ptree& item) {
    const auto extents = item.get<std::string>("<xmlattr>.Dimensions"),
               name = item.get_value<std::string>();
    const auto head = extents + " | " + item.get<std::string>("<xmlattr>.NumberType") + " | ";
    std::string result = head + name;
    for (const auto& view : views) {
      if ("results.h5:/" + view.name != name) continue;
      CHECK(text(view.shape) == extents);
      result = head + view.dataset + " | " + text(view.first) + " | " + text(view.extent);
    }
    return result;
  };
  std::map<std::string, std::string> result;
  result["points"] = described(grid.get_child("Geometry.DataItem"));
  for (const auto& [kind, attribute] : grid)
    if (kind == "Attribute") {
      CHECK(attribute.get<std::string>("<xmlattr>.Center") == "Node");
      CHECK(attribute.get<std::string>("<xmlattr>.AttributeType") == "Scalar");
      result[attribute.get<std::string>("<xmlattr>.Name")] =
          described(attribute.get_child("DataItem"));
    }
  return result;
}

}  // namespace

TEST_CASE(
    "the XDMF file shows field points, each of their grids and the directivity, each with its own "
    "part of the datasets") {
  const auto [text, views] = io::xdmf_of("results.h5",
      {.points = 5,
          .panels = 5,
          .topology = 21,
          .field_points = 31,
          .single_points = 1,
          .grids = {{1, {3, 2, 1}}, {7, {2, 3, 4}}},
          .directions = 8},
      {100.0, 200.0});
  std::istringstream in(text);
  boost::property_tree::ptree tree;
  boost::property_tree::read_xml(in, tree, boost::property_tree::xml_parser::trim_whitespace);
  std::map<std::string, boost::property_tree::ptree>
      second;  // the grids at 200 Hz, by the name of their collection
  Texts names;
  for (const auto& [kind, collection] : tree.get_child("Xdmf.Domain")) {
    names.push_back(collection.get<std::string>("<xmlattr>.Name"));
    CHECK(collection.get<std::string>("<xmlattr>.CollectionType") == "Temporal");
    for (const auto& [part, grid] : collection)
      if (part == "Grid" && grid.get<double>("Time.<xmlattr>.Value") == 200)
        second[names.back()] = grid;
  }
  CHECK(names == Texts{"field_points", "grid_0", "grid_1", "directivity", "surface"});
  REQUIRE(second.size() == 5);
  using Parts = std::map<std::string, std::string>;
  const auto parts = [&, &of_views = views](
                         const std::string& name) { return parts_of(second[name], of_views); };
  const auto& points = second["field_points"];
  CHECK(points.get<std::string>("Topology.<xmlattr>.TopologyType") == "Polyvertex");
  CHECK(points.get<int>("Topology.<xmlattr>.NumberOfElements") == 1);
  CHECK(points.get<std::string>("Topology.DataItem") == "results.h5:/field/vertices");
  CHECK(parts("field_points") ==
        Parts{{"points", "1 3 | Float | field/points | 0 0 | 1 3"},
            {"pressure_real", "1 | Float | field/pressure_real | 1 0 | 1 1"},
            {"pressure_imag", "1 | Float | field/pressure_imag | 1 0 | 1 1"}});
  const auto& plane = second["grid_0"];
  CHECK(plane.get<std::string>("Topology.<xmlattr>.TopologyType") == "3DSMesh");
  CHECK(plane.get<std::string>("Topology.<xmlattr>.Dimensions") == "1 2 3");
  CHECK(parts("grid_0") == Parts{{"points", "6 3 | Float | field/points | 1 0 | 6 3"},
                               {"pressure_real", "1 2 3 | Float | field/pressure_real | 1 1 | 1 6"},
                               {"pressure_imag", "1 2 3 | Float | field/pressure_imag | 1 1 | 1 6"},
                               {"in_fluid", "1 2 3 | Int | field/in_fluid | 1 | 6"}});
  CHECK(second["grid_1"].get<std::string>("Topology.<xmlattr>.Dimensions") == "4 3 2");
  CHECK(parts("grid_1")["pressure_imag"] == "4 3 2 | Float | field/pressure_imag | 1 7 | 1 24");
  const auto& circle = second["directivity"];
  CHECK(circle.get<std::string>("Topology.<xmlattr>.TopologyType") == "Polyline");
  CHECK(circle.get<int>("Topology.<xmlattr>.NumberOfElements") == 8);
  CHECK(circle.get<int>("Topology.<xmlattr>.NodesPerElement") == 2);
  CHECK(circle.get<std::string>("Topology.DataItem") == "results.h5:/field/circle_lines");
  CHECK(parts("directivity") ==
        Parts{{"points", "8 3 | Float | results.h5:/field/circle_points"},
            {"directivity_level", "8 | Float | field/directivity_level | 1 0 | 1 8"},
            {"directivity_real", "8 | Float | field/directivity_real | 1 0 | 1 8"},
            {"directivity_imag", "8 | Float | field/directivity_imag | 1 0 | 1 8"}});
}
