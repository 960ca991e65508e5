#include "io/checkpoint.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <exception>
#include <fstream>
#include <span>
#include <string_view>

#include "core/digest.h"
#include "core/error.h"
#include "core/text_table.h"
#include "io/atomic_file.h"
#include "io/hdf5_file.h"
#include "io/json.h"

namespace febem::io {
namespace {

namespace fs = std::filesystem;
using core::RunError;

struct Field {
  std::string name;
  std::vector<Complex> FrequencySolution::*member;
  std::size_t FieldSizes::*size;
};

const Field checkpoint_fields[] = {
    {"/pressure", &FrequencySolution::pressure, &FieldSizes::pressure},
    {"/normal_velocity", &FrequencySolution::normal_velocity, &FieldSizes::normal_velocity},
    {"/displacement", &FrequencySolution::displacement, &FieldSizes::displacement},
    {"/potential", &FrequencySolution::potential, &FieldSizes::potential},
    {"/voltage", &FrequencySolution::voltage, &FieldSizes::electrodes},
    {"/charge", &FrequencySolution::charge, &FieldSizes::electrodes},
    {"/field_pressure", &FrequencySolution::field_pressure, &FieldSizes::field_pressure},
    {"/directivity", &FrequencySolution::directivity, &FieldSizes::directivity}};

struct OriginPart {
  std::string name;
  std::string Origin::*member;
  std::string differs;  ///< the reason, where another part is wanted
};

const OriginPart origin_parts[] = {{"/program", &Origin::program, "it was made by "},
    {"/problem", &Origin::problem, "it is of another case"},
    {"/mesh", &Origin::mesh, "it is of another mesh file"},
    {"/data", &Origin::data, "it is of other data files"}};

// The last line of a file; before it the bytes it is the digest of.
constexpr std::string_view seal_head = "\nminifebem checkpoint, XXH3-128 of the bytes before: ";
constexpr std::size_t seal_size = seal_head.size() + 32 + 1;

std::string seal(std::span<const std::byte> bytes) {
  return std::string(seal_head) + core::digest(bytes) + "\n";
}

// The bytes before the seal, which must hold their digest. Errors are the end of a sentence that
// begins with the file's name.
std::vector<char> read_sealed(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) throw RunError("it is not a file");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw RunError("it cannot be read: ", std::strerror(errno));
  // Looks for the seal first, so that a large foreign file is not read into memory.
  std::string last(seal_size, ' ');
  in.seekg(-static_cast<std::streamoff>(seal_size), std::ios::end);
  const auto size = in.tellg();
  if (!in.read(last.data(), static_cast<std::streamsize>(seal_size)) ||
      !last.starts_with(seal_head))
    throw RunError("it is damaged");
  std::vector<char> bytes(static_cast<std::size_t>(size));
  in.seekg(0);
  if (!in.read(bytes.data(), size) || seal(std::as_bytes(std::span(bytes))) != last)
    throw RunError("it is damaged");
  return bytes;
}

std::vector<Complex> read_field(const Hdf5File& file, const std::string& name, std::size_t size) {
  if (file.shape(name) != Hdf5File::Shape{2 * size})
    throw RunError("it does not have the sizes of this case");
  const auto values = file.read_doubles(name);
  std::vector<Complex> result(size);
  for (std::size_t i = 0; i < size; ++i) result[i] = {values[2 * i], values[2 * i + 1]};
  return result;
}

/// The name of a dataset of a load case.
std::string name_of(const std::string& dataset, std::size_t load_case) {
  return core::text(dataset, "_", load_case);
}

FrequencySolution read_solution(
    const Hdf5File& file, std::size_t load_case, double hz, const FieldSizes& sizes) {
  FrequencySolution solution;
  const auto& figures = solution.figures =
      frequency_from_json(file.read_text(name_of("/figures", load_case)));
  if (figures.hz != hz) throw RunError("it is of another frequency");
  const bool solved = !figures.solution_digest.empty();
  for (const auto& field : checkpoint_fields)
    solution.*field.member =
        read_field(file, name_of(field.name, load_case), solved ? sizes.*field.size : 0);
  if (solved && core::digest_of(solution.pressure) != figures.solution_digest)
    throw RunError("its pressure is not that of its digest");
  const auto is_finite = [](const Complex& z) {
    return std::isfinite(z.real()) && std::isfinite(z.imag());
  };
  if (figures.outcome == "solved" && !(solved && std::ranges::all_of(solution.pressure, is_finite)))
    throw RunError("it is called solved and is not");
  return solution;
}

}  // namespace

std::string difference(const Origin& found, const Origin& wanted) {
  for (const auto& part : origin_parts)
    if (found.*part.member != wanted.*part.member)
      return part.differs + (part.member == &Origin::program ? found.program : "");
  return {};
}

CheckpointDirectory::CheckpointDirectory(
    fs::path directory, Origin origin, FieldSizes sizes, std::size_t load_cases)
    : directory_(std::move(directory) / "solved"), origin_(std::move(origin)), sizes_(sizes),
      load_cases_(load_cases) {}

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
    Origin origin;
    // Earlier versions, which are told apart by their name, knew no data files.
    for (const auto& part : origin_parts)
      if (kept.contains(part.name)) origin.*part.member = kept.read_text(part.name);
    if (const auto why = difference(origin, origin_); !why.empty())
      return {std::nullopt, why, false};
    std::vector<FrequencySolution> solutions;
    for (std::size_t load = 0; load < load_cases_; ++load)
      solutions.push_back(read_solution(kept, load, hz, sizes_));
    return {std::move(solutions), {}, false};
  } catch (const RunError& why) {
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
  if (error) throw RunError("cannot rename '", path.string(), "': ", error.message());
  return target;
}

void CheckpointDirectory::save(const std::vector<FrequencySolution>& solutions) const {
  Hdf5File kept;
  for (const auto& part : origin_parts) kept.write(part.name, origin_.*part.member);
  for (std::size_t load = 0; load < solutions.size(); ++load) {
    kept.write(name_of("/figures", load), to_json(solutions[load].figures));
    for (const auto& field : checkpoint_fields) {
      const auto& values = solutions[load].*field.member;  // as pairs of doubles, bit for bit
      kept.write(name_of(field.name, load),
          {reinterpret_cast<const double*>(values.data()), 2 * values.size()}, {2 * values.size()});
    }
  }
  auto bytes = kept.image();
  const auto last = seal(bytes);
  const auto end = std::as_bytes(std::span(last));
  bytes.insert(bytes.end(), end.begin(), end.end());
  std::error_code error;
  fs::create_directory(directory_, error);  // not its parents: what has vanished is not made again
  if (error)
    throw RunError("cannot create the directory '", directory_.string(), "': ", error.message());
  write_atomically(file(solutions.front().figures.hz), bytes);
}

void CheckpointDirectory::remove(double hz) const {
  std::error_code ignored;
  fs::remove(file(hz), ignored);
  if (fs::is_empty(directory_, ignored)) fs::remove(directory_, ignored);
}

}  // namespace febem::io
