// Atomic writes: files that are either complete or absent.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace febem::io {

/// A file that takes its name when it is whole. Every function throws core::RunError with the
/// file's name and the cause.
class PendingFile {
 public:
  /// Begins an empty file for `target` (a link is followed), called `name` in messages. It has no
  /// name (O_TMPFILE), or another one in the directory where a file system knows no such files.
  PendingFile(const std::filesystem::path& target, std::filesystem::path name);
  /// Begins a file with `bytes` that others can open at path(), and reserves disk space for `size`
  /// bytes in all.
  PendingFile(
      const std::filesystem::path& target, std::span<const std::byte> bytes, std::size_t size);
  /// Discards the file unless commit() has succeeded.
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  const std::filesystem::path& path() const { return temporary_; }
  void write(std::span<const std::byte> bytes);
  /// Flushes the file to the disk and gives it its name.
  void commit();

 private:
  PendingFile(const std::filesystem::path& target, std::filesystem::path name, int unnamed);

  std::filesystem::path name_, target_, temporary_;
  int file_;
};

/// Writes a file by a PendingFile. If that fails (disk full, no permission, file size limit with
/// SIGXFSZ ignored), the old file stays and nothing is left behind. A device, a pipe or /dev/stdout
/// is written to directly.
void write_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_atomically(const std::filesystem::path& path, std::string_view text);
/// Makes missing parent directories, and writes.
void write_output(const std::filesystem::path& path, std::string_view text);

/// Whether `path` is a file that can take another's place, or does not exist yet.
bool can_be_replaced(const std::filesystem::path& path);

/// Throws core::RunError if write_output() could not write to `path` now. Leaves nothing behind.
void try_output(const std::filesystem::path& path);
/// Throws core::RunError if no file could be created in the directory, or in missing parents.
/// Leaves nothing behind.
void try_directory(const std::filesystem::path& path);

/// Removes files that begin with `begin` and whose writing was killed. No process may be writing
/// such files.
void remove_leftovers(const std::filesystem::path& directory, std::string_view begin);

/// Throws core::RunError "cannot write 'PATH': CAUSE", with the text of an error number.
[[noreturn]] void fail_write(const std::filesystem::path& path, int cause);

/// Creates a directory with its parents. Throws core::RunError.
void make_directory(const std::filesystem::path& path);

}  // namespace febem::io
