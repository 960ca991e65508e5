// The files that a run reads, and the origin of its results, which depends on these files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cases/case.h"
#include "io/checkpoint.h"

namespace febem::cases {

/// The content of a regular file. Throws core::InputError "PATH: cannot be read: CAUSE".
std::string read_file(const std::filesystem::path& path);

/// The content of a case file. A case file may have 16 MB, enough for half a million field points.
/// Throws as read_file().
std::string read_case_file(const std::filesystem::path& path);

/// The origin of the results of this run. By the origin later runs tell whether they can use the
/// results. It has the name of this program, and digests of `text` (the parts of the case that
/// decide the results), of the mesh file and of the data files of excitations. Paths are relative
/// to `folder`. Throws core::InputError if a file cannot be read.
io::Origin origin_of(
    const Case& problem, std::string_view text, const std::filesystem::path& folder);

}  // namespace febem::cases
