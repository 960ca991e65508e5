#include "solve/result_store.h"

#include <cstdio>
#include <set>
#include <system_error>
#include <utility>

#include "cases/input_files.h"
#include "cases/sources.h"
#include "core/error.h"
#include "core/text.h"
#include "driver/transducer_figures.h"
#include "io/atomic_file.h"
#include "io/results_file.h"

namespace febem::solve {
namespace {

io::FieldSizes sizes_of(const cases::Case& problem, const cases::Model& model) {
  const auto unknowns = static_cast<std::size_t>(model.space.size());
  return {unknowns, unknowns, model.structure ? 3 * model.structure->solid().points.size() : 0,
      model.field.computed.size(), cases::directions(problem).vectors.size(),
      problem.electrodes.empty() ? 0 : model.structure->solid().points.size(),
      problem.electrodes.size()};
}

}  // namespace

ResultStore::ResultStore(std::filesystem::path directory, io::Origin origin,
    const cases::Case& problem, const cases::Model& model)
    : directory_(std::move(directory)), problem_(problem), model_(model),
      frequencies_(problem.frequencies()), loads_(cases::load_cases(problem)),
      checkpoints_(directory_, std::move(origin), sizes_of(problem, model), loads_.size()),
      figures_(frequencies_.size()) {}

void ResultStore::lock() {
  try {
    io::make_directory(directory_);
    lock_.emplace(lock_file(), directory_);
    io::remove_leftovers(directory_, "results.");
    io::remove_leftovers(directory_ / "solved", "");
  } catch (const core::RunError& error) {
    throw core::InputError(std::string("option '--out': ") + error.what());
  }
}

std::string ResultStore::lock_text() const { return core::file_text(lock_file()); }

void ResultStore::check() const {
  if (lock_) lock_->check();
}

std::filesystem::path ResultStore::replaced() const {
  auto file = directory_ / io::results_file_name;
  std::error_code unknown;
  return std::filesystem::exists(file, unknown) ? file : std::filesystem::path();
}

std::vector<core::Index> ResultStore::missing() {
  std::vector<core::Index> numbers;
  std::set<std::string> reasons;
  for (std::size_t i = 0; i < frequencies_.size(); ++i) {
    auto kept = checkpoints_.load(frequencies_[i]);
    if (kept.solutions) {
      for (auto& solution : *kept.solutions) solution.figures.resumed = true;
      keep_figures(static_cast<core::Index>(i), *kept.solutions);
      continue;
    }
    numbers.push_back(static_cast<core::Index>(i));
    // Solutions of another origin come in numbers: each reason is said once. A damaged file is kept
    // for whoever wants to know.
    if (kept.damaged || (!kept.unused.empty() && reasons.insert(kept.unused).second))
      say_unused(frequencies_[i], kept);
  }
  return numbers;
}

void ResultStore::say_unused(double hz, const io::LoadedCheckpoint& kept) const {
  const auto file = checkpoints_.file(hz);
  const auto renamed =
      kept.damaged ? "renamed to " + checkpoints_.set_aside(hz).filename().string() + ", " : "";
  std::printf("%s is not used: %s; %ssolving again\n", core::printable(file.string()).c_str(),
      core::printable(kept.unused).c_str(), renamed.c_str());
  std::fflush(stdout);
}

void ResultStore::save(core::Index number, const std::vector<io::FrequencySolution>& solutions) {
  const auto write = [&] { checkpoints_.save(solutions); };
  lock_ ? lock_->write_to_place(write) : write();
  keep_figures(number, solutions);
}

void ResultStore::keep_figures(
    core::Index number, const std::vector<io::FrequencySolution>& solutions) {
  figures_[number].clear();
  for (const auto& solution : solutions) figures_[number].push_back(solution.figures);
}

std::string ResultStore::checkpoint(core::Index number) const {
  return cases::read_file(checkpoints_.file(frequencies_[number]));
}

void ResultStore::add_checkpoint(core::Index number, std::span<const char> bytes) const {
  lock_->write_to_place([&] {
    io::write_output(checkpoints_.file(frequencies_[number]), {bytes.data(), bytes.size()});
  });
}

std::vector<io::FrequencySolution> ResultStore::load(core::Index number) const {
  const double hz = frequencies_[number];
  auto kept = checkpoints_.load(hz);
  if (!kept.solutions)
    throw core::RunError("the solution in '", checkpoints_.file(hz).string(),
        "' cannot be used any more: ", kept.unused.empty() ? "it is gone" : kept.unused);
  return std::move(*kept.solutions);
}

void ResultStore::write(io::RunResult& report, const std::string& case_text,
    const std::string& json, const Interpolate& interpolate) const {
  lock_->write_to_place([&] { write_files(report, case_text, json, interpolate); });
}

// The checkpoints go only when all results are in one file.
void ResultStore::write_files(io::RunResult& report, const std::string& case_text,
    const std::string& json, const Interpolate& interpolate) const {
  const auto far = cases::directions(problem_);
  std::vector<std::vector<int>> grids;
  for (const auto& grid : problem_.output.grids) grids.push_back(grid.counts);
  io::ResultsMesh mesh{&model_.unknown_cells(),
      model_.structure ? &model_.structure->solid() : nullptr, model_.field.all, far.vectors,
      far.angles, far.elevations,
      problem_.output.directivity && problem_.output.directivity->is_circle(), std::move(grids),
      model_.field.in_fluid};
  for (const auto& electrode : problem_.electrodes) mesh.electrodes.push_back(electrode.faces);
  for (const auto& load : loads_) {
    if (load.name.empty()) break;
    constexpr double none = io::not_computed;
    const auto origin =
        load.origin.value_or(cases::LoadCase::Origin{{none, none, none}, none, none});
    mesh.load_cases.push_back(load.name);
    mesh.origins.push_back(origin.direction);
    mesh.origin_angles.push_back(origin.angle);
    mesh.origin_elevations.push_back(origin.elevation);
  }
  io::ResultsFile file(mesh, frequencies_, report, case_text, directory_);
  for (std::size_t i = 0; i < frequencies_.size(); ++i) {
    const auto number = static_cast<core::Index>(i);
    const bool is_solved =
        !interpolate || std::filesystem::exists(checkpoints_.file(frequencies_[i]));
    const auto solutions = is_solved ? load(number) : interpolate(number);
    file.add(i, solutions);
    auto figures = figures_[i];
    if (figures.empty())
      for (const auto& solution : solutions) figures.push_back(solution.figures);
    report.frequencies.insert(report.frequencies.end(), figures.begin(), figures.end());
  }
  report.transducers = driver::transducer_figures(report.frequencies);
  const auto text = file.finish(report);
  if (!json.empty()) io::write_output(json, text);
  for (const double hz : frequencies_) checkpoints_.remove(hz);
}

}  // namespace febem::solve
