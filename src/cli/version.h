// The name, version and commit of the program.
#pragma once

#include <string>

namespace febem::cli {

inline constexpr const char* version = MINIFEBEM_VERSION;

/// The commit as git describes it, with a digest of uncommitted changes; without git a digest of
/// the sources.
std::string commit();

/// "minifebem VERSION (commit COMMIT)". Only the same program resumes from what it left on disk.
inline std::string program_name() {
  return std::string("minifebem ").append(version).append(" (commit ").append(commit()).append(")");
}

}  // namespace febem::cli
