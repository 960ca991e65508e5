// Atomic writes: files that are either complete or absent.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace febem::io {

/// Writes a file atomically. The bytes go to a file without a name (O_TMPFILE), or with another name in the same directory. The file is
/// flushed to the disk and then gets its name. If anything fails (disk full, no permission, file size limit with SIGXFSZ ignored), an old
/// file is untouched, nothing is left behind, and core::RunError names the file and the cause. A device, a pipe or /dev/stdout is written
/// to directly.
void write_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_atomically(const std::filesystem::path& path, std::string_view text);
/// Writes atomically after creating missing parent directories.
void write_output(const std::filesystem::path& path, std::string_view text);

/// A file that is written piece by piece under a temporary name beside `target` (a link is followed). commit() renames it. Without commit()
/// the destructor removes it.
class PendingFile {
 public:
  /// Begins the file with `bytes`, and reserves disk space for `size` bytes in all. Throws core::RunError with the file's name and the cause.
  PendingFile(const std::filesystem::path& target, std::span<const std::byte> bytes, std::size_t size);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  /// The path of the file until commit().
  const std::filesystem::path& path() const { return path_; }
  /// Flushes the file to the disk and renames it. Throws core::RunError with the file's name and the cause.
  void commit();

 private:
  std::filesystem::path target_, path_;
};

/// Whether `path` is a file that write_atomically() would replace, or does not exist yet.
bool can_be_replaced(const std::filesystem::path& path);

/// Throws core::RunError with the name and the cause if write_output() could not write to `path` now. Leaves nothing behind.
void try_output(const std::filesystem::path& path);
/// Throws core::RunError if no file could be created in the directory now. Missing parents are tried too. Leaves nothing behind.
void try_directory(const std::filesystem::path& path);

/// Removes files of `directory` that begin with `begin` and that write_atomically() left there because its process was killed. Call it only
/// if no other process can be writing such files.
void remove_leftovers(const std::filesystem::path& directory, std::string_view begin);

/// Creates a directory with its parents. Throws core::RunError with the name and the cause.
void make_directory(const std::filesystem::path& path);

}  // namespace febem::io
