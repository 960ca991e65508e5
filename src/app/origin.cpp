#include "app/origin.h"

#include "app/read_file.h"
#include "app/version.h"
#include "core/digest.h"

namespace febem::app {
namespace {

std::string digest(std::string_view text) { return core::digest(std::as_bytes(std::span(text))); }

}  // namespace

io::Origin origin_of(const Case& problem, std::string_view text, const std::filesystem::path& folder) {
  const auto& mesh = problem.geometry.mesh;
  return {program_name(), digest(text), mesh.empty() ? "" : digest(read_file(folder / mesh))};
}

}  // namespace febem::app
