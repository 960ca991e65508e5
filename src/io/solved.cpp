#include "io/solved.h"

#include <charconv>
#include <fstream>
#include <iterator>

#include "core/error.h"
#include "io/atomic_file.h"
#include "io/hdf5_file.h"
#include "io/results_json.h"

namespace febem::io {
namespace {

namespace fs = std::filesystem;

struct Field {
  const char* name;
  std::vector<Complex> FrequencySolution::*member;
};

constexpr Field fields[] = {{"pressure", &FrequencySolution::pressure},
                            {"normal_velocity", &FrequencySolution::normal_velocity},
                            {"displacement", &FrequencySolution::displacement},
                            {"field_pressure", &FrequencySolution::field_pressure},
                            {"directivity", &FrequencySolution::directivity}};

// Complex numbers as pairs of doubles, bit for bit.
std::span<const double> pairs(const std::vector<Complex>& values) {
  return {reinterpret_cast<const double*>(values.data()), 2 * values.size()};
}

FrequencySolution parse(const std::vector<char>& bytes, const std::string& problem) {
  const Hdf5File file(std::as_bytes(std::span(bytes)));
  if (file.read_text("/problem") != problem) throw core::RunError("the solution of another problem");
  FrequencySolution solution;
  solution.figures = frequency_from_json(file.read_text("/figures"));
  for (const auto& field : fields) {
    const auto values = file.read_doubles(std::string("/") + field.name);
    auto& member = solution.*field.member;
    member.resize(values.size() / 2);
    for (std::size_t i = 0; i < member.size(); ++i) member[i] = {values[2 * i], values[2 * i + 1]};
  }
  return solution;
}

}  // namespace

Solved::Solved(fs::path directory, std::string problem)
    : directory_(std::move(directory) / "solved"), problem_(std::move(problem)) {}

fs::path Solved::file(double hz) const {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, hz).ptr;  // shortest text that is this very number
  return directory_ / (std::string(text, end) + "Hz.h5");
}

std::optional<FrequencySolution> Solved::load(double hz) const {
  std::ifstream in(file(hz), std::ios::binary);
  if (!in) return std::nullopt;
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  try {
    return parse(bytes, problem_);
  } catch (const core::RunError&) {
    return std::nullopt;  // damaged or of another problem: it is solved again
  }
}

bool Solved::stale(double hz) const { return fs::exists(file(hz)) && !load(hz); }

void Solved::save(const FrequencySolution& solution) const {
  Hdf5File kept;
  kept.write("/problem", problem_);
  kept.write("/figures", to_json(solution.figures));
  for (const auto& field : fields) {
    const auto values = pairs(solution.*field.member);
    kept.write(std::string("/") + field.name, values, {values.size()});
  }
  make_directory(directory_);
  write_atomically(file(solution.figures.hz), kept.image());
}

void Solved::remove(double hz) const {
  std::error_code ignored;
  fs::remove(file(hz), ignored);
  if (fs::is_empty(directory_, ignored)) fs::remove(directory_, ignored);
}

}  // namespace febem::io
