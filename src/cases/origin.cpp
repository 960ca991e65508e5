#include "cases/origin.h"

#include "cases/read_file.h"
#include "cli/version.h"
#include "core/digest.h"

namespace febem::cases {
namespace {

std::string digest(std::string_view text) { return core::digest(std::as_bytes(std::span(text))); }

/// Of the digests of all data files in the order of the excitations.
std::string data_digest(const Case& problem, const std::filesystem::path& folder) {
  std::string digests;
  for (const auto& excitation : problem.excitations)
    if (!excitation.file.empty()) digests += digest(read_file(folder / excitation.file)) + '\n';
  return digests.empty() ? "" : digest(digests);
}

}  // namespace

io::Origin origin_of(const Case& problem, std::string_view text, const std::filesystem::path& folder) {
  const auto& mesh = problem.geometry.mesh;
  return {cli::program_name(), digest(text), mesh.empty() ? "" : digest(read_file(folder / mesh)), data_digest(problem, folder)};
}

}  // namespace febem::cases
