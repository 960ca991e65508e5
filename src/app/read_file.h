// Reading what the user names.
#pragma once

#include <filesystem>
#include <string>

namespace febem::app {

/// The content of a file. Throws core::InputError "PATH: cannot be read: CAUSE".
std::string read_file(const std::filesystem::path& path);

}  // namespace febem::app
