#include "io/results_file.h"

#include <boost/property_tree/xml_parser.hpp>

#include "core/error.h"
#include "io/json.h"
#include "io/sample.h"
#include "support/catch.h"

using io::Hdf5File;
using io::sample::content;
using Shape = Hdf5File::Shape;

namespace {

struct Written {
  io::sample::Directory directory{"results"};
  mesh::Surface surface = io::sample::pyramid();
  mesh::Solid solid = io::sample::brick();

  // One field point, then a line of two and a plane of three times two, of which two points are in
  // the body.
  explicit Written(bool with_structure) {
    io::ResultsMesh mesh{&surface, with_structure ? &solid : nullptr, {}, {{0, 0, 1}, {1, 0, 0}},
        {0.0, 90.0}, {0.0, 0.0}};
    for (int i = 0; i < 9; ++i) mesh.field_points.emplace_back(i, 0, 5);
    mesh.grids = {{2}, {3, 2}};
    mesh.in_fluid = {1, 1, 1, 1, 0, 0, 1, 1, 1};
    if (with_structure) mesh.electrodes = {"inner", "outer"};
    io::ResultsFile file(mesh, {100.0, 200.0}, io::sample::run(), "case text", directory.path());
    for (std::size_t i = 0; i < 2; ++i) {
      auto solution = io::sample::solution(100.0 * static_cast<double>(i + 1));
      if (!with_structure) solution.displacement.clear();
      if (with_structure) {
        solution.potential.assign(8, {1, 2});
        solution.voltage = {{3, 4}, {5, 6}};
        solution.charge = {{7, 8}, {9, 10}};
      }
      solution.field_pressure.clear();
      for (int j = 0; j < 7; ++j)
        solution.field_pressure.emplace_back(10 * j, -j - 100.0 * static_cast<double>(i));
      file.add(i, {solution});
    }
    file.finish(io::sample::run());
  }
  // In memory, so that the file on disk can be opened besides.
  Hdf5File read() const {
    const auto bytes = content(directory.path() / "results.h5");
    return Hdf5File(std::as_bytes(std::span(bytes)));
  }
};

using Units = std::map<std::string, std::string>;

std::string unit_of(const io::Handle& dataset) {
  if (H5Aexists(dataset.id(), "units") <= 0) return "";
  const io::Handle attribute(H5Aopen(dataset.id(), "units", H5P_DEFAULT), H5Aclose, "units");
  const io::Handle type(H5Aget_type(attribute.id()), H5Tclose, "type of units");
  REQUIRE(H5Tis_variable_str(type.id()) > 0);
  char* text = nullptr;
  REQUIRE(H5Aread(attribute.id(), type.id(), &text) >= 0);
  const std::string unit(text);
  H5free_memory(text);
  return unit;
}

// The units of every numeric dataset of a file on disk; "" of one that carries none.
Units units_in(const std::filesystem::path& path) {
  const io::Handle file(
      H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, path.string());
  Texts names;
  const H5L_iterate_t note = [](hid_t, const char* name, const H5L_info_t*, void* into) -> herr_t {
    static_cast<Texts*>(into)->push_back(std::string("/") + name);
    return 0;
  };
  REQUIRE(H5Lvisit(file.id(), H5_INDEX_NAME, H5_ITER_INC, note, &names) >= 0);
  Units units;
  for (const auto& name : names) {
    const io::Handle object(H5Oopen(file.id(), name.c_str(), H5P_DEFAULT), H5Oclose, name);
    if (H5Iget_type(object.id()) != H5I_DATASET || name.starts_with("/xdmf/"))
      continue;  // which has none of its own
    const io::Handle type(H5Dget_type(object.id()), H5Tclose, name);
    if (H5Tget_class(type.id()) != H5T_STRING) units[name] = unit_of(object);
  }
  return units;
}

// The type of a dataset as XDMF names it.
std::string type_in(const std::filesystem::path& path, const std::string& dataset) {
  const io::Handle file(
      H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, path.string());
  const io::Handle data(H5Dopen2(file.id(), dataset.c_str(), H5P_DEFAULT), H5Dclose, dataset);
  const io::Handle type(H5Dget_type(data.id()), H5Tclose, dataset);
  return (H5Tget_class(type.id()) == H5T_FLOAT ? "Float" : "Int") +
         std::to_string(H5Tget_size(type.id()));
}

// Counts grids and datasets of an XDMF tree and compares each dataset's shape and type with the
// file's.
struct Census {
  const Hdf5File& file;
  std::filesystem::path path;
  int grids = 0;
  int items = 0;

  void walk(const boost::property_tree::ptree& tree) {
    for (const auto& [name, child] : tree) {
      if (name == "Grid" && child.get<std::string>("<xmlattr>.GridType") == "Uniform") ++grids;
      if (name == "DataItem" && child.get<std::string>("<xmlattr>.Format", "") == "HDF")
        check(child);
      walk(child);
    }
  }

  void check(const boost::property_tree::ptree& item) {
    ++items;
    const auto target = item.get_value<std::string>();
    REQUIRE(target.substr(0, 11) == "results.h5:");
    std::string extents;
    for (const auto extent : file.shape(target.substr(11))) {
      if (!extents.empty()) extents += ' ';
      extents += std::to_string(extent);
    }
    CHECK(item.get<std::string>("<xmlattr>.Dimensions") == extents);
    CHECK(item.get<std::string>("<xmlattr>.NumberType") +
              item.get<std::string>("<xmlattr>.Precision") ==
          type_in(path, target.substr(11)));
  }
};

}  // namespace

TEST_CASE("results.h5 has the documented layout") {
  const Written written(true);
  const auto file = written.read();
  CHECK(file.shape("/mesh/points") == Shape{5, 3});
  CHECK(file.shape("/mesh/panels") == Shape{5, 4});
  CHECK(file.shape("/mesh/centroids") == Shape{5, 3});
  CHECK(file.shape("/mesh/normals") == Shape{5, 3});
  CHECK(file.read_doubles("/mesh/areas") == std::vector<double>{1.0, 0.5, 0.5, 0.5, 0.5});
  CHECK(file.read_doubles("/frequency") == std::vector<double>{100.0, 200.0});
  CHECK(file.shape("/solution/pressure_real") == Shape{2, 5});
  CHECK(file.shape("/solution/displacement_imag") == Shape{2, 8, 3});
  CHECK(file.shape("/solution/potential_real") == Shape{2, 8});
  CHECK(file.read_doubles("/solution/voltage_imag") == std::vector<double>{4, 6, 4, 6});
  CHECK(file.read_doubles("/solution/charge_real") == std::vector<double>{7, 9, 7, 9});
  CHECK(file.shape("/field/pressure_real") == Shape{2, 9});
  CHECK(file.shape("/field/directivity_real") == Shape{2, 2});
  CHECK(file.shape("/timing/seconds") == Shape{1, 2});
}

TEST_CASE("every dataset of numbers is in this table, with its unit") {
  const Written written(true);
  const std::vector<std::array<const char*, 3>> table{{"/field/", "deg", "angle elevation"},
      {"/field/", "", "circle_lines grid_counts grid_first in_fluid point vertices"},
      {"/field/", "Hz", "frequency"}, {"/figures/", "Hz", "frequency"},
      {"/solution/", "Hz", "frequency"}, {"/solution/", "", "node panel"},
      {"/field/", "m", "circle_points points"}, {"/field/", "1", "directions"},
      {"/field/", "Pa m", "directivity_imag directivity_real"},
      {"/field/", "dB", "directivity_level"}, {"/field/", "Pa", "pressure_imag pressure_real"},
      {"/figures/", "W",
          "apparent_power_w circuit_power_w dissipated_power_w electric_power_w extinction_power_w "
          "far_field_power_w input_power_w radiated_power_w"},
      {"/figures/", "S", "conductance_s susceptance_s"},
      {"/figures/", "ohm", "reactance_ohm resistance_ohm"},
      {"/figures/", "",
          "condition_estimate delayed_pivots efficiency elements_per_shear_wavelength "
          "elements_per_bending_wavelength extinction_over_loss factor_growth iteration_residual "
          "iterations panels_per_wavelength pivot_growth power_balance_error refinement_correction "
          "radiation_efficiency refinement_steps residual sides_apart_over_panel "
          "structural_backward_error "
          "structural_condition_estimate structural_rounding surface_over_far_field"},
      {"/figures/", "Pa", "mean_pressure_pa"}, {"/figures/", "s", "seconds"},
      {"/figures/", "dB",
          "target_strength_db source_level_db directivity_index_db side_lobe_level_db "
          "transmitting_response_db receiving_sensitivity_db reciprocity_error_db"},
      {"/figures/", "deg", "beam_width_deg receiving_phase_deg"},
      {"/figures/", "m^2", "scattering_cross_section_m2"},
      {"/figures/", "m^2/s^2", "mean_square_velocity_m2_per_s2"}, {"/", "Hz", "frequency"},
      {"/mesh/", "m^2", "areas"}, {"/mesh/", "m", "centroids points"}, {"/mesh/", "1", "normals"},
      {"/mesh/", "", "panel_region panels topology"},
      {"/solution/", "m", "displacement_imag displacement_real"},
      {"/solution/", "V", "potential_imag potential_real voltage_imag voltage_real"},
      {"/solution/", "C", "charge_imag charge_real"},
      {"/solution/", "m/s", "normal_velocity_imag normal_velocity_real"},
      {"/solution/", "Pa", "pressure_imag pressure_real"},
      {"/structure/", "", "element_region topology"}, {"/structure/", "m", "points"},
      {"/timing/", "B", "bytes"}, {"/timing/", "s", "communication_seconds seconds"},
      {"/timing/", "flop", "flops"}, {"/timing/", "", "messages"}};
  Units expected;
  for (const auto& [folder, unit, names] : table) {
    std::istringstream words(names);
    for (std::string name; words >> name;) expected[folder + name] = unit;
  }
  const auto found = units_in(written.directory.path() / "results.h5");
  CHECK(found == expected);
}

TEST_CASE("a frequency without a solution is NaN everywhere") {
  const io::sample::Directory directory("no_solution");
  const auto surface = io::sample::pyramid();
  const auto solid = io::sample::brick();
  const io::ResultsMesh mesh{
      &surface, &solid, {{0, 0, 5}}, {{0, 0, 1}, {1, 0, 0}}, {0.0, 90.0}, {0.0, 0.0}};
  io::ResultsFile file(mesh, {100.0, 200.0, 300.0}, io::sample::run(), "", directory.path());
  io::FrequencySolution none;
  none.figures.outcome = "singular structure";
  none.figures.formulation = "cbie";
  auto solution = io::sample::solution(100.0);
  solution.figures.formulation = "burton_miller";
  file.add(0, {solution});
  file.add(1, {none});
  file.finish(io::sample::run());

  const Hdf5File read(directory.path() / "results.h5");
  for (const std::string name : {"/solution/pressure", "/solution/normal_velocity",
           "/solution/displacement", "/field/pressure", "/field/directivity"})
    for (const std::string part : {"_real", "_imag"}) {
      INFO(name << part);
      const auto values = read.read_doubles(name + part);
      const std::size_t row = values.size() / 3;
      for (std::size_t i = 0; i < values.size(); ++i) CHECK(std::isnan(values[i]) == (i >= row));
    }
  for (const auto& number : io::frequency_numbers) {
    INFO(number.name);
    const auto values = read.read_doubles("/figures/" + std::string(number.name));
    CHECK(std::isnan(values[1]));
    CHECK(std::isnan(values[2]));
  }
  CHECK(read.shape("/figures/outcome") == Shape{3});
  CHECK(read.shape("/figures/formulation") == Shape{3});
  CHECK(read.shape("/figures/precision") == Shape{3});
}

TEST_CASE("results that are never finished leave nothing") {
  const io::sample::Directory directory("unfinished");
  const auto surface = io::sample::pyramid();
  {
    io::ResultsFile file({&surface, nullptr, {}, {}, {}, {}}, {100.0}, io::sample::run(),
        "case text", directory.path());
    CHECK_FALSE(std::filesystem::is_empty(directory.path()));
    CHECK_FALSE(std::filesystem::exists(directory.path() / "results.h5"));
  }
  CHECK(std::filesystem::is_empty(directory.path()));
}

TEST_CASE("the disk that the frequencies will need is reserved before the first of them") {
  const io::sample::Directory directory("reserved");
  const auto surface = io::sample::pyramid();
  const auto solid = io::sample::brick();
  const std::vector<mesh::Vec3> points(2000, {0, 0, 5});
  const io::ResultsMesh mesh{
      &surface, &solid, points, {{0, 0, 1}, {1, 0, 0}}, {0.0, 90.0}, {0.0, 0.0}};
  const std::vector<double> frequencies(100, 100.0);
  const io::ResultsFile file(mesh, frequencies, io::sample::run(), "", directory.path());
  std::uintmax_t size = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path()))
    size += entry.file_size();
  const std::size_t complex_numbers =
      2 * surface.panels.size() + 3 * solid.points.size() + points.size() + 2;
  const std::size_t numbers = 2 * complex_numbers + io::frequency_numbers.size();
  CHECK(size >= frequencies.size() * numbers * sizeof(double));
}

TEST_CASE("the report of many ranks, each of which sends to all, fits into what is reserved") {
  const io::sample::Directory directory("report");
  const auto surface = io::sample::pyramid();
  auto run = io::sample::run();
  run.ranks = 100;
  auto& ranks = run.stages[0].ranks;
  ranks.resize(100, ranks[0]);
  for (auto& rank : ranks) {
    rank.sizes.fill(1234567890123);
    rank.peers.assign(100, {99, {1234567890123, 1234567890123}, 1234.5678901234567});
  }
  run.network.emulated = true;
  run.network.links.assign(10000, {98, 99, {1.2345678901234567e-5, 1.2345678901234567e-5, 1e9}});
  const io::ResultsFile file(
      {&surface, nullptr, {}, {}, {}, {}}, {100.0, 200.0}, run, "", directory.path());
  std::uintmax_t size = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path()))
    size += entry.file_size();
  CHECK(size >= io::to_json(run).size());
}

TEST_CASE("the file on disk is no longer than its content") {
  const Written written(true);
  const auto bytes = content(written.directory.path() / "results.h5");
  CHECK(bytes.size() < 112000);  // what was reserved is given back
}

TEST_CASE("without a structure there is no displacement") {
  const Written written(false);
  const auto file = written.read();
  CHECK_FALSE(file.contains("/solution/displacement_real"));
  CHECK_FALSE(file.contains("/structure"));
}

TEST_CASE("equal results give equal bytes") {
  const Written one(true);
  const auto first = content(one.directory.path() / "results.h5");
  const Written two(true);
  CHECK(content(two.directory.path() / "results.h5") == first);
}

TEST_CASE(
    "the XDMF file is well formed, covers every frequency and names datasets that exist with their "
    "shape") {
  const Written written(true);
  const auto file = written.read();
  boost::property_tree::ptree tree;
  std::ifstream in(written.directory.path() / "results.xdmf");
  REQUIRE_NOTHROW(
      boost::property_tree::read_xml(in, tree, boost::property_tree::xml_parser::trim_whitespace));
  Census census{file, written.directory.path() / "results.h5"};
  census.walk(tree);
  // Topology, points and fields of surface, structure, field points, two grids and directivity, at
  // each frequency.
  CHECK(census.grids == 2 * 6);
  CHECK(census.items == 2 * ((2 + 4) + (2 + 2) + (2 + 2) + 2 * (1 + 3) + (2 + 3)));
}

TEST_CASE("a view is a part of another dataset, with a shape and the values of its own") {
  Hdf5File file;
  file.create("/a", {2, 6}, "m");
  file.view("/part/b", "/a", {1, 2}, {1, 4}, {2, 2});
  file.write_row("/a", 0, std::vector<double>{1, 2, 3, 4, 5, 6});
  file.write_row("/a", 1, std::vector<double>{7, 8, 9, 10, 11, 12});
  file.write("/c", std::vector<std::int32_t>{13, 14, 15}, {3});
  file.view("/part/d", "/c", {1}, {2}, {1, 2, 1});
  const io::sample::Directory directory("view");
  io::write_atomically(directory.path() / "a.h5", file.image());
  const Hdf5File read(directory.path() / "a.h5");
  CHECK(read.shape("/part/b") == Shape{2, 2});
  CHECK(read.read_doubles("/part/b") == std::vector<double>{9, 10, 11, 12});
  CHECK(read.shape("/part/d") == Shape{1, 2, 1});
  CHECK(read.read_integers("/part/d") == std::vector<std::int32_t>{14, 15});
  CHECK_THROWS_AS(file.view("/e", "/a", {1, 2}, {1, 5}, {5}), core::RunError);
  CHECK_THROWS_AS(file.view("/e", "/a", {1, 2}, {1, 4}, {5}), core::RunError);
  CHECK_THROWS_AS(file.view("/e", "/nothing", {0}, {1}, {1}), core::RunError);
}

TEST_CASE("a point of a grid without pressure is NaN, and the others keep their places") {
  const Written written(false);
  const auto file = written.read();
  const auto real = file.read_doubles("/field/pressure_real"),
             imaginary = file.read_doubles("/field/pressure_imag");
  const std::vector<int> number{0, 1, 2, 3, -1, -1, 4, 5, 6};  // of what was computed
  for (int frequency = 0; frequency < 2; ++frequency)
    for (std::size_t i = 0; i < 9; ++i) {
      const double x = real[static_cast<std::size_t>(frequency) * 9 + i],
                   y = imaginary[static_cast<std::size_t>(frequency) * 9 + i];
      INFO(frequency << " " << i);
      CHECK(std::isnan(x) == (number[i] < 0));
      CHECK(std::isnan(y) == (number[i] < 0));
      if (number[i] < 0) continue;
      CHECK(x == 10 * number[i]);
      CHECK(y == -number[i] - 100 * frequency);
    }
  using Integers = std::vector<std::int32_t>;
  CHECK(file.read_integers("/field/in_fluid") == Integers{1, 1, 1, 1, 0, 0, 1, 1, 1});
  CHECK(file.read_integers("/field/grid_counts") == Integers{2, 1, 1, 3, 2, 1});
  CHECK(file.shape("/field/grid_counts") == Shape{2, 3});
  CHECK(file.read_integers("/field/grid_first") == Integers{1, 3});
  CHECK(file.read_integers("/field/vertices") == Integers{0});
}

TEST_CASE("with load cases each dataset has them after the frequency, and XDMF a step for each") {
  const io::sample::Directory directory("load_cases");
  const auto surface = io::sample::pyramid();
  const auto solid = io::sample::brick();
  io::ResultsMesh mesh{&surface, &solid, {{0, 0, 5}}, {{0, 0, 1}, {1, 0, 0}}, {0.0, 90.0}, {0, 0}};
  mesh.load_cases = {"bow", "90 deg, 0 deg"};
  mesh.origins = {{io::not_computed, 0, 0}, {0, 1, 0}};
  mesh.origin_angles = mesh.origin_elevations = {io::not_computed, 90};
  io::ResultsFile file(mesh, {100.0, 200.0}, io::sample::run(), "", directory.path());
  io::FrequencySolution none;
  none.figures.outcome = "not converged";
  file.add(0, {io::sample::solution(100), io::sample::solution(7)});
  file.add(1, {none, io::sample::solution(200)});
  file.finish(io::sample::run());

  const Hdf5File read(directory.path() / "results.h5");
  CHECK(read.shape("/solution/displacement_real") == Shape{2, 2, 8, 3});
  CHECK(read.shape("/figures/outcome") == Shape{2, 2});
  CHECK(read.shape("/load_case/name") == Shape{2});
  const auto p = read.read_doubles("/solution/pressure_real");
  REQUIRE(p.size() == 20);
  CHECK(p[0] == 100);
  CHECK(p[5] == 7);
  for (int j = 10; j < 15; ++j) CHECK(std::isnan(p[j]));
  CHECK(p[19] == 204);
  const auto power = read.read_doubles("/figures/radiated_power_w");
  CHECK(power[1] == Approx(0.007));
  CHECK(std::isnan(power[2]));
  const auto steps = read.read_doubles("/xdmf/3/surface/pressure_real");
  CHECK(steps == std::vector<double>{200, 201, 202, 203, 204});
  const auto text = content(directory.path() / "results.xdmf");
  CHECK(text.find("mesh, 200 Hz, 90 deg, 0 deg") != std::string::npos);
}

TEST_CASE(
    "the level of a directivity is above its largest modulus, and its circle goes round the body") {
  const io::sample::Directory directory("level");
  const auto surface = io::sample::pyramid();
  const io::ResultsMesh mesh{
      &surface, nullptr, {}, {{0, 0, 1}, {1, 0, 0}, {0, 0, -1}}, {0, 90, 180}, {0, 0, 0}};
  io::ResultsFile file(mesh, {100, 200, 300, 400}, io::sample::run(), "", directory.path());
  auto solution = io::sample::solution(100);
  solution.displacement.clear();
  solution.field_pressure.clear();
  solution.directivity = {{0, 5}, {-3, 4}, {0.5, 0}};
  file.add(0, {solution});
  solution.directivity = {1, 0, 1e-30};
  file.add(1, {solution});
  solution.directivity = {0, 0, 0};
  file.add(2, {solution});
  file.finish(io::sample::run());
  const Hdf5File read(directory.path() / "results.h5");
  const auto level = read.read_doubles("/field/directivity_level");
  REQUIRE(level.size() == 12);
  CHECK(level[0] == 0);
  CHECK(level[1] == 0);
  CHECK(level[2] == Approx(-20));
  CHECK(level[3] == 0);
  CHECK(level[4] == -120);
  CHECK(level[5] == -120);
  for (std::size_t i = 6; i < 12; ++i) CHECK(std::isnan(level[i]));
  CHECK(read.read_integers("/field/circle_lines") == std::vector<std::int32_t>{0, 1, 1, 2, 2, 0});
  const auto points = read.read_doubles("/field/circle_points");
  const double radius = 1.5 * std::sqrt(2.0);
  CHECK(points == std::vector<double>{0, 0, radius, radius, 0, 0, 0, 0, -radius});
}

TEST_CASE("a row of the wrong length is refused") {
  Hdf5File file;
  file.create("/a", {2, 3}, "m");
  const std::vector<double> row{1.0, 2.0};
  CHECK_THROWS_AS(file.write_row("/a", 0, row), core::RunError);
  CHECK_THROWS_AS(file.write_row("/a", 2, std::vector<double>(3)), core::RunError);
}

TEST_CASE("bytes that are not HDF5 are refused") {
  const std::vector<std::byte> noise(1000);
  CHECK_THROWS_AS(Hdf5File(std::span<const std::byte>(noise)), core::RunError);
}

TEST_CASE("files in memory do not see each other") {
  Hdf5File one, two;
  one.write("/a", std::vector<double>{1.0}, {1});
  CHECK_FALSE(two.contains("/a"));
  const auto image = one.image();
  const Hdf5File three{std::span<const std::byte>(image)};
  two.write("/b", std::vector<double>{2.0}, {1});
  CHECK(three.contains("/a"));
  CHECK_FALSE(three.contains("/b"));
}
