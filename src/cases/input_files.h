// The files that a run reads, and the origin of its results, which depends on these files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cases/case.h"
#include "io/checkpoint.h"

namespace febem::cases {

/// Throws core::InputError "PATH: cannot be read: CAUSE" for all but regular files.
std::string read_file(const std::filesystem::path& path);

/// A case or CSV file may have 16 MB, enough for half a million field points.
std::string read_case_file(const std::filesystem::path& path);

/// The origin of results, by which later runs tell whether they can use them: this program, and
/// digests of `text` (what decides the results), of the mesh file and of data files. Paths are
/// relative to `folder`. Throws core::InputError if a file cannot be read.
io::Origin origin_of(
    const Case& problem, std::string_view text, const std::filesystem::path& folder);

}  // namespace febem::cases
