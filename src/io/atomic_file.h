// Files that are either whole or not there.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace febem::io {

/// Writes under another name in the same directory, flushes to the disk and renames. If anything fails (disk
/// full, no permission, file size limit with SIGXFSZ ignored) the old file, if any, is untouched, nothing is
/// left behind and core::RunError names the file and the cause.
void write_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_atomically(const std::filesystem::path& path, std::string_view text);

/// Creates a directory with its parents. Throws core::RunError with the name and the cause.
void make_directory(const std::filesystem::path& path);

}  // namespace febem::io
