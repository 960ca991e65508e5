// Reading files that the user names.
#pragma once

#include <filesystem>
#include <string>

namespace febem::cases {

/// The content of a regular file. Throws core::InputError "PATH: cannot be read: CAUSE".
std::string read_file(const std::filesystem::path& path);

/// The same for a case file, which may have 16 MB: room for half a million field points.
std::string read_case_file(const std::filesystem::path& path);

}  // namespace febem::cases
