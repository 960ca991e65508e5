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
  /// Begins an empty file for `target` (a link is followed). It has no name (O_TMPFILE), or where a
  /// file system knows no such files, another name in the same directory. `name` is the name in
  /// messages.
  PendingFile(const std::filesystem::path& target, std::filesystem::path name);
  /// Begins a file that others can open at path(), with `bytes`. Reserves disk space for `size`
  /// bytes in all.
  PendingFile(
      const std::filesystem::path& target, std::span<const std::byte> bytes, std::size_t size);
  /// Discards the file unless commit() has succeeded.
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  const std::filesystem::path& path() const { return temporary_; }
  void write(std::span<const std::byte> bytes);
  /// Flushes the file to the disk and gives it its name, which another file may have had.
  void commit();

 private:
  PendingFile(const std::filesystem::path& target, std::filesystem::path name, int unnamed);

  std::filesystem::path name_, target_, temporary_;
  int file_;
};

/// Writes a file by way of a PendingFile. If anything fails (disk full, no permission, file size
/// limit with SIGXFSZ ignored), an old file is untouched, nothing is left behind, and
/// core::RunError names the file and the cause. A device, a pipe or /dev/stdout is written to
/// directly.
void write_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_atomically(const std::filesystem::path& path, std::string_view text);
/// Writes atomically after creating missing parent directories.
void write_output(const std::filesystem::path& path, std::string_view text);

/// Whether `path` is a file that write_atomically() would replace, or does not exist yet.
bool can_be_replaced(const std::filesystem::path& path);

/// Throws core::RunError with the name and the cause if write_output() could not write to `path`
/// now. Leaves nothing behind.
void try_output(const std::filesystem::path& path);
/// Throws core::RunError if no file could be created in the directory now. Missing parents are
/// tried too. Leaves nothing behind.
void try_directory(const std::filesystem::path& path);

/// Removes files of `directory` that begin with `begin` and that write_atomically() left there
/// because its process was killed. Call it only if no other process can be writing such files.
void remove_leftovers(const std::filesystem::path& directory, std::string_view begin);

/// Throws core::RunError "cannot write 'PATH': CAUSE", with the text of an error number.
[[noreturn]] void fail_write(const std::filesystem::path& path, int cause);

/// Creates a directory with its parents. Throws core::RunError with the name and the cause.
void make_directory(const std::filesystem::path& path);

}  // namespace febem::io
