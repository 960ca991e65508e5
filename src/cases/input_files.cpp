#include "cases/input_files.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>

#include "cli/version.h"
#include "core/digest.h"
#include "core/error.h"

namespace febem::cases {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& cause) {
  throw core::InputError(path.string() + ": cannot be read: " + cause);
}

using core::digest_of;

/// The digest over the digests of all data files, in the order of the excitations.
std::string data_digest(const Case& problem, const std::filesystem::path& folder) {
  std::string digests;
  for (const auto& excitation : problem.excitations)
    if (!excitation.file.empty()) digests += digest_of(read_file(folder / excitation.file)) + '\n';
  return digests.empty() ? "" : digest_of(digests);
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) fail(path, "Is a directory");
  // Reading a device may never end, and a pipe may never begin.
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    fail(path, "not a regular file");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in || in.bad()) fail(path, std::strerror(errno == 0 ? EIO : errno));
  return text;
}

std::string read_case_file(const std::filesystem::path& path) {
  constexpr std::uintmax_t largest = 16'000'000;
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size > largest)
    fail(path, "has " + std::to_string(size) + " bytes; a case or CSV file may have " +
                   std::to_string(largest));
  return read_file(path);
}

io::Origin origin_of(
    const Case& problem, std::string_view text, const std::filesystem::path& folder) {
  const auto& mesh = problem.geometry.mesh;
  return {cli::program_name(), digest_of(text),
      mesh.empty() ? "" : digest_of(read_file(folder / mesh)), data_digest(problem, folder)};
}

}  // namespace febem::cases
