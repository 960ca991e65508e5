#include "io/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace febem::io {
namespace {

namespace fs = std::filesystem;

constexpr const char* temporary_ending = ".tmp";

int open_file(const fs::path& path, int flags) {
  return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
}

void check(bool done, const fs::path& name) {
  if (!done) fail_write(name, errno);
}

// A path whose name can be linked.
fs::path path_of(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

// A new file of `folder` without a name; -1 where there is no such thing.
int open_unnamed(const fs::path& folder) {
#ifdef O_TMPFILE
  const int descriptor = open_file(folder, O_TMPFILE);
  if (descriptor < 0 || ::access(path_of(descriptor).c_str(), F_OK) == 0) return descriptor;
  ::close(descriptor);
#endif
  return -1;
}

void write_all(int file, std::span<const std::byte> bytes, const fs::path& name) {
  while (!bytes.empty()) {
    const auto written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    check(written >= 0, name);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// Flushes the directory, so that the new name survives a crash; not every file system can.
void sync_directory_of(const fs::path& path) {
  const int directory = ::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  ::fsync(directory);
  ::close(directory);
}

fs::path temporary_name(const fs::path& target) {
  return target.string() + "." + std::to_string(::getpid()) + temporary_ending;
}

// The descriptor that a path such as /dev/stdout stands for; -1 if it stands for none. Opening the
// path instead would begin anew at the start of a file, and cannot be done at all of a socket.
int descriptor_of(const fs::path& path) {
  const auto text = path.string();
  if (text == "/dev/stdout") return STDOUT_FILENO;
  if (text == "/dev/stderr") return STDERR_FILENO;
  for (const std::string folder : {"/dev/fd/", "/proc/self/fd/"}) {
    int number = -1;
    const char* end = text.data() + text.size();
    if (text.starts_with(folder) &&
        std::from_chars(text.data() + folder.size(), end, number).ptr == end)
      return number;
  }
  return -1;
}

// Opens a device or the like, calls use(file), and closes it. What was written to a descriptor
// before stays before.
template <class Use>
void use_in_place(const fs::path& path, int flags, Use&& use) {
  const int descriptor = descriptor_of(path),
            file = descriptor >= 0 ? ::dup(descriptor) : open_file(path, flags);
  check(file >= 0, path);
  try {
    use(file);
  } catch (...) {
    ::close(file);
    throw;
  }
  check(::close(file) == 0, path);
}

fs::path resolved(const fs::path& path) {
  std::error_code error;
  return fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : path;
}

// Makes and removes a file in `folder` or in the nearest parent that exists. Messages have `name`.
void try_folder(fs::path folder, const fs::path& name) {
  if (folder.empty()) folder = ".";
  std::error_code error;
  while (!fs::exists(folder, error)) {
    if (error) fail_write(name, error.value());
    folder = folder_of(folder);
  }
  if (!fs::is_directory(folder, error)) fail_write(name, ENOTDIR);
  PendingFile(folder / "minifebem-trial", name);
}

}  // namespace

void fail_write(const fs::path& path, int cause) {
  throw core::RunError("cannot write '" + path.string() + "': " + std::strerror(cause));
}

// Nothing may take the name of a device or a pipe, nor of anything else in /dev.
bool can_be_replaced(const fs::path& path) {
  std::error_code error;
  const auto type = fs::status(path, error).type();
  return descriptor_of(path) < 0 &&
         (type == fs::file_type::regular || type == fs::file_type::not_found) &&
         fs::absolute(path, error).parent_path() != "/dev";
}

void try_output(const fs::path& path) {
  std::error_code error;
  if (can_be_replaced(path)) return try_folder(resolved(path).parent_path(), path);
  if (fs::is_directory(path, error)) fail_write(path, EISDIR);
  if (fs::is_fifo(path, error) && descriptor_of(path) < 0) {
    // Opening and closing a pipe would end it for its reader.
    return check(::access(path.c_str(), W_OK) == 0, path);
  }
  // A full device refuses even an empty write.
  use_in_place(
      path, O_NONBLOCK | O_NOCTTY, [&](int file) { check(::write(file, "", 0) >= 0, path); });
}

void try_directory(const fs::path& path) { try_folder(path, path); }

PendingFile::PendingFile(const fs::path& target, fs::path name, int unnamed)
    : name_(std::move(name)), target_(resolved(target)), file_(unnamed) {
  if (file_ >= 0) return;
  temporary_ = temporary_name(target_);
  file_ = open_file(temporary_, O_CREAT | O_TRUNC);
  check(file_ >= 0, name_);
}

PendingFile::PendingFile(const fs::path& target, fs::path name)
    : PendingFile(target, std::move(name), open_unnamed(folder_of(resolved(target)))) {}

PendingFile::PendingFile(const fs::path& target, std::span<const std::byte> bytes, std::size_t size)
    : PendingFile(target, target, -1) {
  write(bytes);
  // Where a file system cannot reserve, the space is found when it is written.
  const int cause = ::posix_fallocate(file_, 0, static_cast<off_t>(size));
  if (cause != 0 && cause != EINVAL && cause != EOPNOTSUPP) fail_write(name_, cause);
}

void PendingFile::write(std::span<const std::byte> bytes) { write_all(file_, bytes, name_); }

PendingFile::~PendingFile() {
  ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void PendingFile::commit() {
  const auto link = [&](const fs::path& to) {
    const bool linked =
        ::linkat(AT_FDCWD, path_of(file_).c_str(), AT_FDCWD, to.c_str(), AT_SYMLINK_FOLLOW) == 0;
    check(linked || errno == EEXIST, name_);
    return linked;
  };
  check(::fsync(file_) == 0, name_);  // it is on the disk before it has its name
  if (temporary_.empty() && !link(target_)) {
    // Only a file with a name can take that of another.
    temporary_ = temporary_name(target_);
    ::unlink(temporary_.c_str());
    link(temporary_);
  }
  if (!temporary_.empty()) check(std::rename(temporary_.c_str(), target_.c_str()) == 0, name_);
  temporary_.clear();
  sync_directory_of(target_);
}

void write_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  if (can_be_replaced(path)) {
    PendingFile file(path, path);
    file.write(bytes);
    return file.commit();
  }
  std::fflush(nullptr);  // what was printed so far comes first
  use_in_place(path, 0, [&](int file) { write_all(file, bytes, path); });
}

void write_atomically(const fs::path& path, std::string_view text) {
  write_atomically(path, std::as_bytes(std::span(text)));
}

void write_output(const fs::path& path, std::string_view text) {
  if (path.has_parent_path() && can_be_replaced(path)) make_directory(path.parent_path());
  write_atomically(path, text);
}

void remove_leftovers(const fs::path& directory, std::string_view begin) {
  std::error_code ignored;
  for (fs::directory_iterator entry(directory, ignored), end; entry != end;
       entry.increment(ignored)) {
    const auto name = entry->path().filename().string();
    if (name.starts_with(begin) && name.ends_with(temporary_ending))
      fs::remove(entry->path(), ignored);
  }
}

void make_directory(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error)
    throw core::RunError("cannot create the directory '" + path.string() + "': " + error.message());
}

}  // namespace febem::io
