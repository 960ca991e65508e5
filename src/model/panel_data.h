// Data of one number a panel, read from a file.
#pragma once

#include <filesystem>
#include <string>

#include "core/types.h"
#include "la/matrix.h"

namespace febem::model {

/// The data set of an HDF5 file, one number a panel in the order of the surface's panels, in `unit` ("Pa"): real, compounds
/// {r, i} or two columns. An attribute "units" may say another unit of its kind. Throws core::InputError, naming file and
/// data set, if one is missing, has another length, type or unit, or holds what is not finite.
la::Vector read_panel_data(const std::filesystem::path& file, const std::string& dataset, core::Index panels,
                           const std::string& unit);

}  // namespace febem::model
