#include "io/results_file.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/json.h"
#include "io/xdmf.h"

namespace febem::io {
namespace {

std::vector<double> flat(const std::vector<mesh::Vec3>& points) {
  std::vector<double> values;
  values.reserve(3 * points.size());
  for (const auto& point : points) values.insert(values.end(), {point.x(), point.y(), point.z()});
  return values;
}

XdmfSizes sizes_of(const ResultsMesh& mesh) {
  XdmfSizes sizes{mesh.surface->points.size(), mesh.surface->panels.size(),
      mixed_topology(*mesh.surface).size(), 0, 0, 0};
  if (mesh.solid != nullptr) {
    sizes.nodes = mesh.solid->points.size();
    sizes.elements = mesh.solid->elements.size();
    sizes.structure_topology = mixed_topology(*mesh.solid).size();
  }
  sizes.field_points = mesh.field_points.size();
  std::size_t in_grids = 0;
  for (const auto& counts : mesh.grids) {
    auto& grid = sizes.grids.emplace_back(GridSizes{in_grids});
    std::copy(counts.begin(), counts.end(), grid.counts.begin());
    in_grids += grid.points();
  }
  sizes.single_points = sizes.field_points - in_grids;
  for (auto& grid : sizes.grids) grid.first += sizes.single_points;
  sizes.directions = mesh.directions.size();
  return sizes;
}

// Points in the directions given from the origin, round all of the surface.
std::vector<double> circle_round(
    const mesh::Surface& surface, const std::vector<mesh::Vec3>& directions) {
  double farthest = 0;
  for (const auto& x : surface.points) farthest = std::max(farthest, x.norm());
  auto points = flat(directions);
  for (double& x : points) x *= 1.5 * farthest;
  return points;
}

// From each point to the next at its elevation, from the last of an open line to itself.
std::vector<std::int32_t> lines_along(const std::vector<double>& elevations, bool closed) {
  std::vector<std::int32_t> lines;
  std::size_t first = 0;
  for (std::size_t i = 0; i < elevations.size(); ++i) {
    const bool last = i + 1 == elevations.size() || elevations[i + 1] != elevations[i];
    const std::size_t next = !last ? i + 1 : closed ? first : i;
    lines.insert(lines.end(), {static_cast<std::int32_t>(i), static_cast<std::int32_t>(next)});
    if (last) first = i + 1;
  }
  return lines;
}

// Bytes that the report needs at most, /run/json: the figures of a solution, of a rank in a stage,
// and of what a rank sends to another.
std::size_t room_for_report(const RunResult& run, std::size_t solutions) {
  std::size_t bytes = 4096 * solutions + 256 * run.network.links.size();
  for (const auto& stage : run.stages)
    for (const auto& rank : stage.ranks) bytes += 8192 + 256 * rank.peers.size();
  return bytes;
}

// dB above the largest modulus; NaN where all are zero.
std::vector<double> levels(const std::vector<Complex>& values) {
  constexpr double least = -120;
  double largest = 0;
  for (const auto& z : values) largest = std::max(largest, std::abs(z));
  std::vector<double> result;
  for (const auto& z : values)
    result.push_back(std::max(20 * std::log10(std::abs(z) / largest), least));
  return result;
}

}  // namespace

ResultsFile::ResultsFile(const ResultsMesh& mesh, const std::vector<double>& frequencies,
    const RunResult& run, const std::string& case_text, std::filesystem::path directory)
    : frequencies_(frequencies), load_cases_(mesh.load_cases), in_fluid_(mesh.in_fluid),
      directory_(std::move(directory)) {
  for (auto* texts : {&outcomes_, &formulations_, &precisions_})
    texts->resize(frequencies.size() * std::max<std::size_t>(load_cases_.size(), 1));
  file_.write("/frequency", frequencies, {frequencies.size()}, "Hz");
  write_load_cases(mesh);
  write_surface(*mesh.surface);
  if (mesh.solid != nullptr) write_structure(*mesh.solid);
  create_fields(mesh);
  create_views(mesh);
  write_run(run, case_text);
  reserved_ += room_for_report(run, outcomes_.size());
  move_to_disk();
}

// Late allocation: a dataset takes no memory when created, and space on disk when its first row is
// written.
void ResultsFile::move_to_disk() {
  constexpr std::size_t room_for_the_library = std::size_t{1} << 20;
  constexpr std::size_t room_for_a_text = 256;
  const auto image = file_.image();
  pending_.emplace(directory_ / results_file_name, image,
      image.size() + reserved_ + room_for_the_library + 3 * room_for_a_text * frequencies_.size());
  file_ = Hdf5File(pending_->path());
}

void ResultsFile::write_points(
    const std::string& name, const std::vector<mesh::Vec3>& points, const std::string& unit) {
  file_.write(name, flat(points), {points.size(), 3}, unit);
}

void ResultsFile::write_list(const std::string& name, std::span<const std::int32_t> values) {
  file_.write(name, values, {values.size()});
}

void ResultsFile::write_load_cases(const ResultsMesh& mesh) {
  if (load_cases_.empty()) return;
  file_.write("/load_case/name", mesh.load_cases);
  write_points("/load_case/directions", mesh.origins, "1");
  file_.write("/load_case/angle", mesh.origin_angles, {load_cases_.size()}, "deg");
  file_.write("/load_case/elevation", mesh.origin_elevations, {load_cases_.size()}, "deg");
}

void ResultsFile::create_group(const std::string& group) {
  file_.write(group + "/frequency", frequencies_, {frequencies_.size()}, "Hz");
  if (!load_cases_.empty()) file_.write(group + "/load_case", load_cases_);
}

void ResultsFile::create_index(const std::string& name, std::size_t extent) {
  std::vector<std::int32_t> numbers(extent);
  std::iota(numbers.begin(), numbers.end(), 0);
  write_list(name, numbers);
}

std::vector<std::string> ResultsFile::scales(
    const std::string& name, const std::vector<std::string>& others) const {
  const auto group = name.substr(0, name.rfind('/') + 1);
  std::vector<std::string> result{group + "frequency"};
  if (!load_cases_.empty()) result.push_back(group + "load_case");
  for (const auto& other : others) result.push_back(group + other);
  return result;
}

void ResultsFile::write_surface(const mesh::Surface& surface) {
  const auto panels = surface.panels.size();
  std::vector<std::int32_t> vertices, regions;
  for (const auto& panel : surface.panels) {
    for (int i = 0; i < 4; ++i)
      vertices.push_back(i < panel.vertex_count ? panel.vertices[static_cast<std::size_t>(i)] : -1);
    regions.push_back(panel.region);
  }
  write_points("/mesh/points", surface.points, "m");
  file_.write("/mesh/panels", vertices, {panels, 4});
  write_points("/mesh/centroids", surface.centroids, "m");
  file_.write("/mesh/areas", surface.areas, {panels}, "m^2");
  write_points("/mesh/normals", surface.normals, "1");
  write_list("/mesh/panel_region", regions);
  file_.write("/mesh/region_names", surface.regions);
  write_list("/mesh/topology", mixed_topology(surface));
}

void ResultsFile::write_structure(const mesh::Solid& solid) {
  std::vector<std::int32_t> regions;
  for (const auto& element : solid.elements) regions.push_back(element.region);
  write_points("/structure/points", solid.points, "m");
  write_list("/structure/topology", mixed_topology(solid));
  write_list("/structure/element_region", regions);
  file_.write("/structure/region_names", solid.regions);
}

void ResultsFile::create_fields(const ResultsMesh& mesh) {
  create_group("/solution");
  create_index("/solution/panel", mesh.surface->panels.size());
  create_complex("/solution/pressure", {"panel"}, "Pa");
  create_complex("/solution/normal_velocity", {"panel"}, "m/s");
  if (mesh.solid != nullptr) {
    create_index("/solution/node", mesh.solid->points.size());
    file_.write("/solution/axis", std::vector<std::string>{"x", "y", "z"});
    create_complex("/solution/displacement", {"node", "axis"}, "m");
  }
  if (!mesh.electrodes.empty()) {
    create_complex("/solution/potential", {"node"}, "V");
    file_.write("/solution/electrode", mesh.electrodes);
    create_complex("/solution/voltage", {"electrode"}, "V");
    create_complex("/solution/charge", {"electrode"}, "C");
  }
  if (!mesh.field_points.empty() || !mesh.directions.empty()) {
    create_group("/field");
    file_.write("/field/axis", std::vector<std::string>{"x", "y", "z"});
  }
  if (!mesh.field_points.empty()) create_field_points(mesh);
  if (!mesh.directions.empty()) create_directivity(mesh);
  create_group("/figures");
  for (const auto& number : frequency_numbers)
    create("/figures/" + std::string(number.name), {}, std::string(number.unit));
}

void ResultsFile::create_field_points(const ResultsMesh& mesh) {
  write_points("/field/points", mesh.field_points, "m");
  create_index("/field/point", mesh.field_points.size());
  file_.dimensions("/field/points", {"/field/point", "/field/axis"});
  create_complex("/field/pressure", {"point"}, "Pa");
  const auto sizes = sizes_of(mesh);
  if (sizes.single_points > 0) {
    std::vector<std::int32_t> vertices(sizes.single_points);
    std::iota(vertices.begin(), vertices.end(), 0);
    file_.write("/field/vertices", vertices, {vertices.size(), 1});
  }
  if (sizes.grids.empty()) return;
  std::vector<std::int32_t> counts, first;
  for (const auto& grid : sizes.grids) {
    counts.insert(counts.end(), grid.counts.begin(), grid.counts.end());
    first.push_back(static_cast<std::int32_t>(grid.first));
  }
  file_.write("/field/grid_counts", counts, {first.size(), 3});
  write_list("/field/grid_first", first);
  write_list("/field/in_fluid", mesh.in_fluid);
}

void ResultsFile::create_directivity(const ResultsMesh& mesh) {
  const auto directions = mesh.directions.size();
  write_points("/field/directions", mesh.directions, "1");
  file_.write("/field/angle", mesh.angles, {directions}, "deg");
  file_.write("/field/elevation", mesh.elevations, {directions}, "deg");
  file_.dimensions("/field/directions", {"/field/angle", "/field/axis"});
  file_.dimensions("/field/elevation", {"/field/angle"});
  create_complex("/field/directivity", {"angle"}, "Pa m");
  create("/field/directivity_level", {"angle"}, "dB");
  file_.write(
      "/field/circle_points", circle_round(*mesh.surface, mesh.directions), {directions, 3}, "m");
  file_.dimensions("/field/circle_points", {"/field/angle", "/field/axis"});
  file_.write("/field/circle_lines", lines_along(mesh.elevations, mesh.circle), {directions, 2});
}

void ResultsFile::create_views(const ResultsMesh& mesh) {
  const auto shape_of = [](const std::vector<std::size_t>& extents) {
    return Hdf5File::Shape(extents.begin(), extents.end());
  };
  auto [text, views] = xdmf_of(results_file_name, sizes_of(mesh), frequencies_, mesh.load_cases);
  for (const auto& view : views)
    file_.view("/" + view.name, "/" + view.dataset, shape_of(view.first), shape_of(view.extent),
        shape_of(view.shape));
  xdmf_ = std::move(text);
}

void ResultsFile::create(const std::string& name, const std::vector<std::string>& scales_after,
    const std::string& unit) {
  const auto dimensions = scales(name, scales_after);
  Hdf5File::Shape shape;
  for (const auto& scale : dimensions) shape.push_back(file_.shape(scale).front());
  file_.create(name, shape, unit);
  file_.dimensions(name, dimensions);
  std::size_t bytes = sizeof(double);
  for (const auto extent : shape) bytes *= extent;
  reserved_ += bytes;
}

void ResultsFile::create_complex(const std::string& name,
    const std::vector<std::string>& scales_after, const std::string& unit) {
  create(name + "_real", scales_after, unit);
  create(name + "_imag", scales_after, unit);
}

void ResultsFile::add_row(
    const std::string& name, std::size_t index, const std::vector<std::vector<double>>& parts) {
  std::size_t size = 0;  // of those that are solved
  for (const auto& part : parts) size = std::max(size, part.size());
  if (size == 0) return;
  std::vector<double> row;
  for (const auto& part : parts) {
    row.insert(row.end(), part.begin(), part.end());
    if (part.empty()) row.insert(row.end(), size, not_computed);
  }
  file_.write_row(name, index, row);
}

void ResultsFile::add_complex(const std::string& name, std::size_t index,
    const std::vector<FrequencySolution>& solutions,
    const std::function<std::vector<Complex>(const FrequencySolution&)>& values) {
  std::vector<std::vector<double>> real(solutions.size()), imaginary(solutions.size());
  for (std::size_t load = 0; load < solutions.size(); ++load)
    for (const auto& z : values(solutions[load])) {
      real[load].push_back(z.real());
      imaginary[load].push_back(z.imag());
    }
  add_row(name + "_real", index, real);
  add_row(name + "_imag", index, imaginary);
}

std::vector<Complex> ResultsFile::at_all_points(const std::vector<Complex>& computed) const {
  if (computed.empty() || in_fluid_.empty()) return computed;
  std::vector<Complex> result(in_fluid_.size(), {not_computed, not_computed});
  auto next = computed.begin();
  for (std::size_t i = 0; i < result.size(); ++i)
    if (in_fluid_[i] != 0) result[i] = *next++;
  return result;
}

void ResultsFile::add(std::size_t index, const std::vector<FrequencySolution>& solutions) {
  using Solution = FrequencySolution;
  add_complex("/solution/pressure", index, solutions, &Solution::pressure);
  add_complex("/solution/normal_velocity", index, solutions, &Solution::normal_velocity);
  add_complex("/solution/displacement", index, solutions, &Solution::displacement);
  add_complex("/solution/potential", index, solutions, &Solution::potential);
  add_complex("/solution/voltage", index, solutions, &Solution::voltage);
  add_complex("/solution/charge", index, solutions, &Solution::charge);
  add_complex("/field/pressure", index, solutions,
      [this](const Solution& s) { return at_all_points(s.field_pressure); });
  add_complex("/field/directivity", index, solutions, &Solution::directivity);
  std::vector<std::vector<double>> level;
  for (const auto& solution : solutions) level.push_back(levels(solution.directivity));
  add_row("/field/directivity_level", index, level);
  for (std::size_t load = 0; load < solutions.size(); ++load) {
    const auto& figures = solutions[load].figures;
    const auto step = index * solutions.size() + load;
    outcomes_.at(step) = figures.outcome;
    formulations_.at(step) = figures.formulation;
    precisions_.at(step) = figures.precision;
  }
  for (const auto& number : frequency_numbers) {
    std::vector<double> values;
    for (const auto& solution : solutions) values.push_back(solution.figures.*number.member);
    file_.write_row("/figures/" + std::string(number.name), index, values);
  }
}

void ResultsFile::name_far_field(const RunResult& run) {
  for (const std::string name : {"/figures/far_field_power_w", "/field/directivity_real",
           "/field/directivity_imag", "/field/directivity_level"})
    if (file_.contains(name)) file_.attribute(name, "quantity", run.far_field);
}

void ResultsFile::write_timing(const RunResult& run) {
  std::vector<std::string> names;
  for (const auto& stage : run.stages) names.push_back(core::name(stage.stage));
  const Hdf5File::Shape shape{names.size(), static_cast<hsize_t>(run.ranks)};
  file_.write("/timing/stages", names);
  core::for_each_figure<core::Figures::arrays>(
      [&](const std::string& key, const char* unit, auto figure) {
        std::vector<std::remove_cvref_t<decltype(figure(run.stages.front()))>> values;
        for (const auto& stage : run.stages)
          for (const auto& rank : stage.ranks) values.push_back(figure(rank));
        file_.write("/timing/" + key, values, shape, unit);
      });
}

void ResultsFile::write_run(const RunResult& run, const std::string& case_text) {
  file_.attribute("/", "schema_version", static_cast<double>(schema_version));
  file_.attribute("/", "ranks", static_cast<double>(run.ranks));
  const std::pair<const char*, std::string> texts[] = {{"program", "minifebem"},
      {"version", run.version}, {"commit", run.commit}, {"mpi_library", run.mpi_library},
      {"title", run.case_title}, {"time_dependence", "exp(-i omega t)"},
      {"route", run.messages.route}, {"cut", run.messages.cut}, {"pace", run.messages.pace}};
  for (const auto& [name, text] : texts) file_.attribute("/", name, text);
  name_far_field(run);
  write_timing(run);
  file_.write("/run/case", case_text);
}

void ResultsFile::write_texts(const std::string& name, const std::vector<std::string>& values) {
  Hdf5File::Shape shape{frequencies_.size()};
  if (!load_cases_.empty()) shape.push_back(load_cases_.size());
  file_.write(name, values, shape);
  file_.dimensions(name, scales(name, {}));
}

std::string ResultsFile::finish(const RunResult& run) {
  auto report = to_json(run);
  file_.write("/run/json", report);
  write_texts("/figures/outcome", outcomes_);
  write_texts("/figures/formulation", formulations_);
  write_texts("/figures/precision", precisions_);
  file_.close();
  pending_->commit();
  write_atomically(directory_ / "results.xdmf", xdmf_);
  return report;
}

}  // namespace febem::io
