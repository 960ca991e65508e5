#include "io/results_file.h"

#include "io/json.h"
#include "io/results_json.h"
#include "io/topology.h"
#include "io/xdmf.h"

namespace febem::io {
namespace {

constexpr const char* file_name = "results.h5";

std::vector<double> flat(const std::vector<mesh::Vec3>& points) {
  std::vector<double> values;
  values.reserve(3 * points.size());
  for (const auto& point : points) values.insert(values.end(), {point.x(), point.y(), point.z()});
  return values;
}

XdmfSizes sizes_of(const ResultsMesh& mesh) {
  XdmfSizes sizes{mesh.surface->points.size(),
                  mesh.surface->panels.size(),
                  mixed_topology(*mesh.surface).size(),
                  0,
                  0,
                  0};
  if (mesh.solid != nullptr) {
    sizes.nodes = mesh.solid->points.size();
    sizes.elements = mesh.solid->elements.size();
    sizes.structure_topology = mixed_topology(*mesh.solid).size();
  }
  return sizes;
}

}  // namespace

ResultsFile::ResultsFile(const ResultsMesh& mesh, const std::vector<double>& frequencies, const RunResult& run,
                         const std::string& case_text, std::filesystem::path directory)
    : frequencies_(frequencies),
      outcomes_(frequencies.size()),
      formulations_(frequencies.size()),
      precisions_(frequencies.size()),
      xdmf_(xdmf_text(file_name, sizes_of(mesh), frequencies)),
      directory_(std::move(directory)) {
  file_.write("/frequency", frequencies, {frequencies.size()}, "Hz");
  write_surface(*mesh.surface);
  if (mesh.solid != nullptr) write_structure(*mesh.solid);
  create_fields(mesh);
  write_run(run, case_text);
  move_to_disk();
}

// Late allocation: a dataset takes no memory when created, and space on disk when its first row is written.
void ResultsFile::move_to_disk() {
  constexpr std::size_t room_for_the_library = std::size_t{1} << 20;
  constexpr std::size_t room_for_a_text = 256;
  const auto image = file_.image();
  pending_.emplace(directory_ / file_name, image,
                   image.size() + reserved_ + room_for_the_library + 3 * room_for_a_text * frequencies_.size());
  file_ = Hdf5File(pending_->path());
}

void ResultsFile::write_surface(const mesh::Surface& surface) {
  const auto panels = surface.panels.size();
  std::vector<std::int32_t> vertices, regions;
  for (const auto& panel : surface.panels) {
    for (int i = 0; i < 4; ++i)
      vertices.push_back(i < panel.vertex_count ? panel.vertices[static_cast<std::size_t>(i)] : -1);
    regions.push_back(panel.region);
  }
  file_.write("/mesh/points", flat(surface.points), {surface.points.size(), 3}, "m");
  file_.write("/mesh/panels", vertices, {panels, 4});
  file_.write("/mesh/centroids", flat(surface.centroids), {panels, 3}, "m");
  file_.write("/mesh/areas", surface.areas, {panels}, "m^2");
  file_.write("/mesh/normals", flat(surface.normals), {panels, 3}, "1");
  file_.write("/mesh/panel_region", regions, {panels});
  file_.write("/mesh/region_names", surface.regions);
  const auto topology = mixed_topology(surface);
  file_.write("/mesh/topology", topology, {topology.size()});
}

void ResultsFile::write_structure(const mesh::Solid& solid) {
  std::vector<std::int32_t> regions;
  for (const auto& element : solid.elements) regions.push_back(element.region);
  file_.write("/structure/points", flat(solid.points), {solid.points.size(), 3}, "m");
  const auto topology = mixed_topology(solid);
  file_.write("/structure/topology", topology, {topology.size()});
  file_.write("/structure/element_region", regions, {regions.size()});
  file_.write("/structure/region_names", solid.regions);
}

void ResultsFile::create_fields(const ResultsMesh& mesh) {
  const hsize_t count = frequencies_.size(), panels = mesh.surface->panels.size();
  create_complex("/solution/pressure", {count, panels}, "Pa");
  create_complex("/solution/normal_velocity", {count, panels}, "m/s");
  if (mesh.solid != nullptr)
    create_complex("/solution/displacement", {count, mesh.solid->points.size(), 3}, "m");
  if (!mesh.field_points.empty()) {
    file_.write("/field/points", flat(mesh.field_points), {mesh.field_points.size(), 3}, "m");
    create_complex("/field/pressure", {count, mesh.field_points.size()}, "Pa");
  }
  if (!mesh.directions.empty()) {
    file_.write("/field/directions", flat(mesh.directions), {mesh.directions.size(), 3}, "1");
    file_.write("/field/angle", mesh.angles, {mesh.angles.size()}, "deg");
    create_complex("/field/directivity", {count, mesh.directions.size()}, "Pa m");
  }
  for (const auto& number : frequency_numbers)
    create("/figures/" + std::string(number.name), {count}, std::string(number.unit));
}

void ResultsFile::create(const std::string& name, const Hdf5File::Shape& shape, const std::string& unit) {
  file_.create(name, shape, unit);
  std::size_t bytes = sizeof(double);
  for (const auto extent : shape) bytes *= extent;
  reserved_ += bytes;
}

void ResultsFile::create_complex(const std::string& name, const Hdf5File::Shape& shape,
                                 const std::string& unit) {
  create(name + "_real", shape, unit);
  create(name + "_imag", shape, unit);
}

void ResultsFile::add_complex(const std::string& name, std::size_t index,
                              const std::vector<Complex>& values) {
  if (values.empty()) return;
  std::vector<double> part(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) part[i] = values[i].real();
  file_.write_row(name + "_real", index, part);
  for (std::size_t i = 0; i < values.size(); ++i) part[i] = values[i].imag();
  file_.write_row(name + "_imag", index, part);
}

void ResultsFile::add(std::size_t index, const FrequencySolution& solution) {
  add_complex("/solution/pressure", index, solution.pressure);
  add_complex("/solution/normal_velocity", index, solution.normal_velocity);
  add_complex("/solution/displacement", index, solution.displacement);
  add_complex("/field/pressure", index, solution.field_pressure);
  add_complex("/field/directivity", index, solution.directivity);
  outcomes_.at(index) = solution.figures.outcome;
  formulations_.at(index) = solution.figures.formulation;
  precisions_.at(index) = solution.figures.precision;
  for (const auto& number : frequency_numbers) {
    const double value = solution.figures.*number.member;
    file_.write_row("/figures/" + std::string(number.name), index, std::span(&value, 1));
  }
}

void ResultsFile::name_far_field(const RunResult& run) {
  for (const std::string name : {"/figures/far_field_power_w", "/field/directivity_real", "/field/directivity_imag"})
    if (file_.contains(name)) file_.attribute(name, "quantity", run.far_field);
}

void ResultsFile::write_timing(const RunResult& run) {
  std::vector<std::string> names;
  for (const auto& stage : run.stages) names.push_back(core::name(stage.stage));
  const Hdf5File::Shape shape{names.size(), static_cast<hsize_t>(run.ranks)};
  file_.write("/timing/stages", names);
  core::for_each_figure<core::Report::arrays>([&](const std::string& key, const char* unit, auto figure) {
    std::vector<std::remove_cvref_t<decltype(figure(run.stages.front()))>> values;
    for (const auto& stage : run.stages)
      for (const auto& rank : stage.ranks) values.push_back(figure(rank));
    file_.write("/timing/" + key, values, shape, unit);
  });
}

void ResultsFile::write_run(const RunResult& run, const std::string& case_text) {
  file_.attribute("/", "program", std::string("minifebem"));
  file_.attribute("/", "schema_version", static_cast<double>(schema_version));
  file_.attribute("/", "version", run.version);
  file_.attribute("/", "commit", run.commit);
  file_.attribute("/", "mpi_library", run.mpi_library);
  file_.attribute("/", "ranks", static_cast<double>(run.ranks));
  file_.attribute("/", "title", run.case_title);
  file_.attribute("/", "time_dependence", std::string("exp(-i omega t)"));
  file_.attribute("/", "route", run.messages.route);
  file_.attribute("/", "cut", run.messages.cut);
  file_.attribute("/", "pace", run.messages.pace);
  name_far_field(run);
  write_timing(run);
  file_.write("/run/json", to_json(run));
  file_.write("/run/case", case_text);
}

void ResultsFile::finish() {
  file_.write("/figures/outcome", outcomes_);
  file_.write("/figures/formulation", formulations_);
  file_.write("/figures/precision", precisions_);
  file_.close();
  pending_->commit();
  write_atomically(directory_ / "results.xdmf", xdmf_);
}

}  // namespace febem::io
