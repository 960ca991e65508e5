#include "io/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace febem::io {
namespace {

namespace fs = std::filesystem;

constexpr const char* temporary_ending = ".tmp";

[[noreturn]] void fail_write(const fs::path& path, int cause) {
  throw core::RunError("cannot write '" + path.string() + "': " + std::strerror(cause));
}

// An open file, closed at the end.
class OpenFile {
 public:
  /// `name` is the one used in messages.
  OpenFile(const fs::path& path, int flags, fs::path name) : name_(std::move(name)) {
    file_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
    if (file_ < 0) fail_write(name_, errno);
  }
  /// The file behind a descriptor that is open already: what was written to it before stays before.
  OpenFile(int descriptor, fs::path name) : name_(std::move(name)), file_(::dup(descriptor)) {
    if (file_ < 0) fail_write(name_, errno);
  }
  /// A new file of `folder` without a name, of which nothing is left when the process is killed; nothing where there is no such thing.
  static std::optional<OpenFile> without_name(const fs::path& folder, const fs::path& name) {
#ifdef O_TMPFILE
    const int descriptor = ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    if (descriptor < 0) return {};
    OpenFile file(name);
    file.file_ = descriptor;
    if (::access(file.path_of_descriptor().c_str(), F_OK) == 0) return file;
    return {};
#else
    return {};
#endif
  }
  ~OpenFile() {
    if (file_ >= 0) ::close(file_);
  }
  OpenFile(OpenFile&& other) noexcept : name_(std::move(other.name_)), file_(std::exchange(other.file_, -1)) {}
  OpenFile& operator=(const OpenFile&) = delete;

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const auto written = ::write(file_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail_write(name_, errno);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }
  /// Throws if the device is full: it then refuses even an empty write.
  void write_nothing() {
    if (::write(file_, "", 0) < 0) fail_write(name_, errno);
  }
  /// Where a file system cannot reserve, the space is found when it is written.
  void reserve(std::size_t size) {
    const int cause = ::posix_fallocate(file_, 0, static_cast<off_t>(size));
    if (cause != 0 && cause != EINVAL && cause != EOPNOTSUPP) fail_write(name_, cause);
  }
  /// Gives a name to a file that has none; false if the name is taken.
  bool link(const fs::path& path) const {
    if (::linkat(AT_FDCWD, path_of_descriptor().c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0) return true;
    if (errno != EEXIST) fail_write(name_, errno);
    return false;
  }
  void sync() {
    if (::fsync(file_) != 0) fail_write(name_, errno);
  }
  void close() {
    if (::close(std::exchange(file_, -1)) != 0) fail_write(name_, errno);
  }

 private:
  explicit OpenFile(fs::path name) : name_(std::move(name)) {}
  std::string path_of_descriptor() const { return "/proc/self/fd/" + std::to_string(file_); }

  fs::path name_;
  int file_ = -1;
};

// Removes a file at the end unless it has been renamed or is to be kept.
class Temporary {
 public:
  explicit Temporary(fs::path path) : path_(std::move(path)) {}
  ~Temporary() {
    if (!kept_) ::unlink(path_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  const fs::path& path() const { return path_; }
  void rename(const fs::path& target) {
    if (std::rename(path_.c_str(), target.c_str()) != 0) fail_write(target, errno);
    kept_ = true;
  }
  void keep() { kept_ = true; }

 private:
  fs::path path_;
  bool kept_ = false;
};

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

// Flushes the directory, so that the new name survives a crash; not every file system can.
void sync_directory_of(const fs::path& path) {
  const int directory = ::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  ::fsync(directory);
  ::close(directory);
}

// The file is on the disk before it has its name.
void publish(OpenFile& file, Temporary& temporary, const fs::path& target) {
  file.sync();
  file.close();
  temporary.rename(target);
  sync_directory_of(target);
}

// The same for a file without a name. Only one with a name can take that of another.
void publish_unnamed(OpenFile& file, const fs::path& temporary_name, const fs::path& target) {
  file.sync();
  if (!file.link(target)) {
    ::unlink(temporary_name.c_str());
    Temporary temporary(temporary_name);
    file.link(temporary.path());
    temporary.rename(target);
  }
  file.close();
  sync_directory_of(target);
}

fs::path temporary_name(const fs::path& target) {
  return target.string() + "." + std::to_string(::getpid()) + temporary_ending;
}

// The descriptor that a path such as /dev/stdout stands for; -1 if it stands for none. Opening the path instead would begin
// anew at the start of a file, and cannot be done at all of a socket.
int descriptor_of(const fs::path& path) {
  const auto text = path.string();
  if (text == "/dev/stdout") return STDOUT_FILENO;
  if (text == "/dev/stderr") return STDERR_FILENO;
  for (const std::string folder : {"/dev/fd/", "/proc/self/fd/"}) {
    int number = -1;
    const char* end = text.data() + text.size();
    if (text.starts_with(folder) && std::from_chars(text.data() + folder.size(), end, number).ptr == end) return number;
  }
  return -1;
}

OpenFile open_in_place(const fs::path& path, int flags = 0) {
  const int descriptor = descriptor_of(path);
  return descriptor >= 0 ? OpenFile(descriptor, path) : OpenFile(path, flags, path);
}

fs::path resolved(const fs::path& path) {
  std::error_code error;
  return fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : path;
}

// Makes and removes a file in `folder`, or in the nearest of its parents that exists; `name` is the one used in messages.
void try_folder(fs::path folder, const fs::path& name) {
  if (folder.empty()) folder = ".";
  std::error_code error;
  while (!fs::exists(folder, error)) {
    if (error) fail_write(name, error.value());
    folder = folder.has_parent_path() ? folder.parent_path() : fs::path(".");
  }
  if (!fs::is_directory(folder, error)) fail_write(name, ENOTDIR);
  const Temporary trial(folder / ("minifebem-trial." + std::to_string(::getpid()) + temporary_ending));
  OpenFile(trial.path(), O_CREAT | O_EXCL, name).close();
}

}  // namespace

// Devices, pipes and the like can only be written to; nothing may take their name. Whatever is in /dev (such
// as the program's own output) is left in its place too.
bool can_be_replaced(const fs::path& path) {
  std::error_code error;
  const auto type = fs::status(path, error).type();
  return descriptor_of(path) < 0 && (type == fs::file_type::regular || type == fs::file_type::not_found) &&
         fs::absolute(path, error).parent_path() != "/dev";
}

void try_output(const fs::path& path) {
  std::error_code error;
  if (can_be_replaced(path)) return try_folder(resolved(path).parent_path(), path);
  if (fs::is_directory(path, error)) fail_write(path, EISDIR);
  if (fs::is_fifo(path, error) && descriptor_of(path) < 0) {
    // Opening and closing a pipe would end it for its reader.
    if (::access(path.c_str(), W_OK) != 0) fail_write(path, errno);
    return;
  }
  open_in_place(path, O_NONBLOCK | O_NOCTTY).write_nothing();
}

void try_directory(const fs::path& path) { try_folder(path, path); }

void write_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  if (!can_be_replaced(path)) {
    std::fflush(nullptr);  // what was printed so far comes first
    auto file = open_in_place(path);
    file.write(bytes);
    file.close();
    return;
  }
  const fs::path target = resolved(path);
  if (auto unnamed = OpenFile::without_name(folder_of(target), path)) {
    unnamed->write(bytes);
    return publish_unnamed(*unnamed, temporary_name(target), target);
  }
  Temporary temporary(temporary_name(target));
  OpenFile file(temporary.path(), O_CREAT | O_TRUNC, path);
  file.write(bytes);
  publish(file, temporary, target);
}

void write_atomically(const fs::path& path, std::string_view text) {
  write_atomically(path, std::as_bytes(std::span(text)));
}

PendingFile::PendingFile(const fs::path& target, std::span<const std::byte> bytes, std::size_t size)
    : target_(resolved(target)), path_(temporary_name(target_)) {
  Temporary temporary(path_);
  OpenFile file(path_, O_CREAT | O_TRUNC, target_);
  file.write(bytes);
  file.reserve(size);
  file.close();
  temporary.keep();
}

PendingFile::~PendingFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

void PendingFile::commit() {
  Temporary temporary(std::exchange(path_, {}));
  OpenFile file(temporary.path(), 0, target_);
  publish(file, temporary, target_);
}

void write_output(const fs::path& path, std::string_view text) {
  if (path.has_parent_path() && can_be_replaced(path)) make_directory(path.parent_path());
  write_atomically(path, text);
}

void remove_leftovers(const fs::path& directory, std::string_view begin) {
  std::error_code ignored;
  for (fs::directory_iterator entry(directory, ignored), end; entry != end; entry.increment(ignored)) {
    const auto name = entry->path().filename().string();
    if (name.starts_with(begin) && name.ends_with(temporary_ending)) fs::remove(entry->path(), ignored);
  }
}

void make_directory(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw core::RunError("cannot create the directory '" + path.string() + "': " + error.message());
}

}  // namespace febem::io
