#include "io/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace febem::io {
namespace {

namespace fs = std::filesystem;

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
  ~OpenFile() {
    if (file_ >= 0) ::close(file_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const auto written = ::write(file_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail_write(name_, errno);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }
  void sync() {
    if (::fsync(file_) != 0) fail_write(name_, errno);
  }
  void close() {
    if (::close(std::exchange(file_, -1)) != 0) fail_write(name_, errno);
  }

 private:
  fs::path name_;
  int file_ = -1;
};

// Removes a file at the end unless it has been renamed.
class Temporary {
 public:
  explicit Temporary(fs::path path) : path_(std::move(path)) {}
  ~Temporary() {
    if (!renamed_) ::unlink(path_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  const fs::path& path() const { return path_; }
  void rename(const fs::path& target) {
    if (std::rename(path_.c_str(), target.c_str()) != 0) fail_write(target, errno);
    renamed_ = true;
  }

 private:
  fs::path path_;
  bool renamed_ = false;
};

// The new name itself must survive a crash; a file system that cannot do it is no failure.
void sync_directory_of(const fs::path& path) {
  const auto folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  ::fsync(directory);
  ::close(directory);
}

// Devices, pipes and the like can only be written to; nothing may take their name. Whatever is in /dev (such
// as the program's own output) is left in its place too.
bool can_be_replaced(const fs::path& path) {
  std::error_code error;
  const auto type = fs::status(path, error).type();
  return (type == fs::file_type::regular || type == fs::file_type::not_found) &&
         fs::absolute(path, error).parent_path() != "/dev";
}

}  // namespace

void write_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  if (!can_be_replaced(path)) {
    OpenFile file(path, 0, path);
    file.write(bytes);
    file.close();
    return;
  }
  std::error_code error;
  const fs::path target = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : path;
  Temporary temporary(target.string() + "." + std::to_string(::getpid()) + ".tmp");
  OpenFile file(temporary.path(), O_CREAT | O_TRUNC, path);
  file.write(bytes);
  file.sync();
  file.close();
  temporary.rename(target);
  sync_directory_of(target);
}

void write_atomically(const fs::path& path, std::string_view text) {
  write_atomically(path, std::as_bytes(std::span(text)));
}

void make_directory(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw core::RunError("cannot create the directory '" + path.string() + "': " + error.message());
}

}  // namespace febem::io
