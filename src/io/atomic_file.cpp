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

// A new file that is removed again unless commit() succeeds.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target)
      : target_(target), path_(target.string() + "." + std::to_string(::getpid()) + ".tmp") {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file_ < 0) fail();
  }
  ~TemporaryFile() {
    if (file_ >= 0) ::close(file_);
    if (!committed_) ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const auto written = ::write(file_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }

  void commit() {
    if (::fsync(file_) != 0) fail();
    if (::close(std::exchange(file_, -1)) != 0) fail();
    if (std::rename(path_.c_str(), target_.c_str()) != 0) fail();
    committed_ = true;
    sync_directory();
  }

 private:
  [[noreturn]] void fail() const {
    const int cause = errno;
    if (file_ < 0) ::unlink(path_.c_str());  // the constructor failed or the file is already closed
    throw core::RunError("cannot write '" + target_.string() + "': " + std::strerror(cause));
  }

  // The new name itself must survive a crash; a file system that cannot do it is no failure.
  void sync_directory() const {
    const auto folder = target_.has_parent_path() ? target_.parent_path() : fs::path(".");
    const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return;
    ::fsync(directory);
    ::close(directory);
  }

  fs::path target_;
  fs::path path_;
  int file_ = -1;
  bool committed_ = false;
};

}  // namespace

void write_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  TemporaryFile file(path);
  file.write(bytes);
  file.commit();
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
