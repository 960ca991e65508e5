// The origin of the results of this run, by which later runs tell whether they can use them.
#pragma once

#include <filesystem>
#include <string_view>

#include "cases/case.h"
#include "io/checkpoint.h"

namespace febem::cases {

/// The name of this program, and digests of `text` (what in the case decides the results), of the mesh file and of the data
/// files of excitations, whose paths are relative to `folder`. Throws core::InputError if one cannot be read.
io::Origin origin_of(const Case& problem, std::string_view text, const std::filesystem::path& folder);

}  // namespace febem::cases
