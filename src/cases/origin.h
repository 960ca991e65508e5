// What the results of this run are made from.
#pragma once

#include <filesystem>
#include <string_view>

#include "cases/case.h"
#include "io/origin.h"

namespace febem::cases {

/// Of this program, of `text` (what of the case decides the results) and of the bytes of the mesh file and of the data files of
/// excitations, which are looked for beside `folder`. Throws core::InputError if one cannot be read.
io::Origin origin_of(const Case& problem, std::string_view text, const std::filesystem::path& folder);

}  // namespace febem::cases
