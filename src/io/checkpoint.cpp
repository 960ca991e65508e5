#include "io/checkpoint.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <span>
#include <string_view>

#include "core/digest.h"
#include "core/error.h"
#include "io/atomic_file.h"
#include "io/hdf5_file.h"
#include "io/json.h"

namespace febem::io {
namespace {

namespace fs = std::filesystem;

struct Field {
  const char* name;
  std::vector<Complex> FrequencySolution::*member;
  std::size_t FieldSizes::*size;
};

constexpr Field checkpoint_fields[] = {
    {"pressure", &FrequencySolution::pressure, &FieldSizes::pressure},
    {"normal_velocity", &FrequencySolution::normal_velocity, &FieldSizes::normal_velocity},
    {"displacement", &FrequencySolution::displacement, &FieldSizes::displacement},
    {"field_pressure", &FrequencySolution::field_pressure, &FieldSizes::field_pressure},
    {"directivity", &FrequencySolution::directivity, &FieldSizes::directivity}};

// The last line of a file; before it the bytes it is the digest of.
constexpr std::string_view seal_head = "\nminifebem checkpoint, XXH3-128 of the bytes before: ";
constexpr std::size_t seal_size = seal_head.size() + 32 + 1;

std::string seal(std::span<const std::byte> bytes) {
  return std::string(seal_head) + core::digest(bytes) + "\n";
}

// Complex numbers as pairs of doubles, bit for bit.
std::span<const double> pairs(const std::vector<Complex>& values) {
  return {reinterpret_cast<const double*>(values.data()), 2 * values.size()};
}

/// Throws core::RunError with the end of a sentence that begins with the file's name.
[[noreturn]] void unfit(const std::string& why) { throw core::RunError(why); }

// The bytes before the seal, which must hold their digest.
std::vector<char> read_sealed(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) unfit("it is not a file");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) unfit(std::string("it cannot be read: ") + std::strerror(errno));
  // Looks for the seal first, so that a large foreign file is not read into memory.
  std::string last(seal_size, ' ');
  in.seekg(-static_cast<std::streamoff>(seal_size), std::ios::end);
  const auto size = in.tellg();
  if (!in.read(last.data(), static_cast<std::streamsize>(seal_size)) ||
      !last.starts_with(seal_head))
    unfit("it is damaged");
  std::vector<char> bytes(static_cast<std::size_t>(size));
  in.seekg(0);
  if (!in.read(bytes.data(), size) || seal(std::as_bytes(std::span(bytes))) != last)
    unfit("it is damaged");
  return bytes;
}

std::vector<Complex> read_field(const Hdf5File& file, const std::string& name, std::size_t size) {
  if (file.shape(name) != Hdf5File::Shape{2 * size})
    unfit("it does not have the sizes of this case");
  const auto values = file.read_doubles(name);
  std::vector<Complex> result(size);
  for (std::size_t i = 0; i < size; ++i) result[i] = {values[2 * i], values[2 * i + 1]};
  return result;
}

bool finite(const std::vector<Complex>& values) {
  return std::all_of(values.begin(), values.end(),
      [](const Complex& z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); });
}

Origin origin_of(const Hdf5File& file) {
  // Earlier versions, which are told apart by their name, knew no data files.
  return {file.read_text("/program"), file.read_text("/problem"), file.read_text("/mesh"),
      file.contains("/data") ? file.read_text("/data") : ""};
}

FrequencySolution read_solution(const Hdf5File& file, double hz, const FieldSizes& sizes) {
  FrequencySolution solution;
  solution.figures = frequency_from_json(file.read_text("/figures"));
  if (solution.figures.hz != hz) unfit("it is of another frequency");
  const bool solved = !solution.figures.solution_digest.empty();
  for (const auto& field : checkpoint_fields)
    solution.*field.member =
        read_field(file, std::string("/") + field.name, solved ? sizes.*field.size : 0);
  if (solved &&
      core::digest(std::as_bytes(std::span(solution.pressure))) != solution.figures.solution_digest)
    unfit("its pressure is not that of its digest");
  if (solution.figures.outcome == "solved" && !(solved && finite(solution.pressure)))
    unfit("it is called solved and is not");
  return solution;
}

}  // namespace

std::string difference(const Origin& found, const Origin& wanted) {
  if (found.program != wanted.program) return "it was made by " + found.program;
  if (found.problem != wanted.problem) return "it is of another case";
  if (found.mesh != wanted.mesh) return "it is of another mesh file";
  if (found.data != wanted.data) return "it is of other data files";
  return {};
}

CheckpointDirectory::CheckpointDirectory(fs::path directory, Origin origin, FieldSizes sizes)
    : directory_(std::move(directory) / "solved"), origin_(std::move(origin)), sizes_(sizes) {}

fs::path CheckpointDirectory::file(double hz) const {
  char text[64];
  const auto end =
      std::to_chars(text, text + sizeof text, hz).ptr;  // shortest text that is this very number
  return directory_ / (std::string(text, end) + "Hz.h5");
}

LoadedCheckpoint CheckpointDirectory::load(double hz) const {
  std::error_code error;
  const auto path = file(hz);
  if (fs::symlink_status(path, error).type() == fs::file_type::not_found) return {};
  try {
    const auto bytes = read_sealed(path);
    const Hdf5File kept(std::as_bytes(std::span(bytes)));
    if (const auto why = difference(origin_of(kept), origin_); !why.empty())
      return {std::nullopt, why, false};
    return {read_solution(kept, hz, sizes_), {}, false};
  } catch (const core::RunError& why) {
    return {std::nullopt, why.what(), true};
  } catch (const std::exception&) {  // no memory for what it asks for
    return {std::nullopt, "it is damaged", true};
  }
}

fs::path CheckpointDirectory::set_aside(double hz) const {
  const auto path = file(hz);
  std::error_code error;
  fs::path target = path.string() + ".unfit";
  for (int i = 2; fs::exists(fs::symlink_status(target, error)); ++i)
    target = path.string() + ".unfit" + std::to_string(i);
  fs::rename(path, target, error);
  if (error) throw core::RunError("cannot rename '" + path.string() + "': " + error.message());
  return target;
}

void CheckpointDirectory::save(const FrequencySolution& solution) const {
  Hdf5File kept;
  kept.write("/program", origin_.program);
  kept.write("/problem", origin_.problem);
  kept.write("/mesh", origin_.mesh);
  kept.write("/data", origin_.data);
  kept.write("/figures", to_json(solution.figures));
  for (const auto& field : checkpoint_fields) {
    const auto values = pairs(solution.*field.member);
    kept.write(std::string("/") + field.name, values, {values.size()});
  }
  auto bytes = kept.image();
  const auto last = seal(bytes);
  bytes.insert(
      bytes.end(), std::as_bytes(std::span(last)).begin(), std::as_bytes(std::span(last)).end());
  std::error_code error;
  fs::create_directory(directory_, error);  // not its parents: what has vanished is not made again
  if (error)
    throw core::RunError(
        "cannot create the directory '" + directory_.string() + "': " + error.message());
  write_atomically(file(solution.figures.hz), bytes);
}

void CheckpointDirectory::remove(double hz) const {
  std::error_code ignored;
  fs::remove(file(hz), ignored);
  if (fs::is_empty(directory_, ignored)) fs::remove(directory_, ignored);
}

}  // namespace febem::io
