#include "io/atomic_file.h"

#include <sys/resource.h>

#include <atomic>
#include <csignal>

#include "core/error.h"
#include "io/sample.h"
#include "support/catch.h"

using io::write_atomically;
using io::sample::content;
namespace fs = std::filesystem;

namespace {

std::size_t entries(const fs::path& directory) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(directory), fs::directory_iterator{}));
}

// As under `ulimit -f`, while it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*signal_)(int);
  rlimit before_{};
};

std::string error_of(const fs::path& path, const std::string& text) {
  try {
    write_atomically(path, text);
  } catch (const core::RunError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a file is written whole, replaces the old one and leaves nothing else behind") {
  const io::sample::Directory directory("atomic");
  write_atomically(directory.path() / "a.txt", std::string(100000, 'x'));
  write_atomically(directory.path() / "a.txt", "new");
  CHECK(content(directory.path() / "a.txt") == "new");
  CHECK(entries(directory.path()) == 1);
}

TEST_CASE("when the disk is full the old file stays and the message names file and cause") {
  const io::sample::Directory directory("full");
  const auto path = directory.path() / "a.txt";
  write_atomically(path, "old");
  std::string message;
  {
    const FileSizeLimit limit(4096);
    message = error_of(path, std::string(100000, 'x'));
  }
  CHECK(message == "cannot write '" + path.string() + "': File too large");
  CHECK(content(path) == "old");
  CHECK(entries(directory.path()) == 1);
}

TEST_CASE("a directory that is not there is an error with its name") {
  const io::sample::Directory directory("missing");
  const auto path = directory.path() / "none" / "a.txt";
  CHECK(error_of(path, "x") == "cannot write '" + path.string() + "': No such file or directory");
}

TEST_CASE("a directory cannot be made where a file is") {
  const io::sample::Directory directory("clash");
  write_atomically(directory.path() / "a", "x");
  CHECK_THROWS_AS(io::make_directory(directory.path() / "a" / "b"), core::RunError);
}

TEST_CASE("a device is written to, never replaced") {
  const io::sample::Directory directory("device");
  const auto link = directory.path() / "full";
  fs::create_symlink("/dev/full", link);
  CHECK(error_of(link, "x") == "cannot write '" + link.string() + "': No space left on device");
  CHECK(fs::is_character_file(link));
  const auto null = directory.path() / "null";
  fs::create_symlink("/dev/null", null);
  CHECK(error_of(null, "x") == "no error");
  CHECK(fs::is_character_file(null));
  CHECK(entries(directory.path()) == 2);
}

TEST_CASE("a link keeps pointing at its file, which is replaced") {
  const io::sample::Directory directory("link");
  write_atomically(directory.path() / "a.txt", "old");
  fs::create_symlink("a.txt", directory.path() / "link.txt");
  write_atomically(directory.path() / "link.txt", "new");
  CHECK(fs::is_symlink(directory.path() / "link.txt"));
  CHECK(content(directory.path() / "a.txt") == "new");
}

TEST_CASE("of a file that is being written there is nothing in its directory") {
  // So that nothing is left of it when the process is killed; where the system has no files without
  // a name there is one.
  const io::sample::Directory directory("unseen");
  const std::string text(std::size_t{1} << 26, 'x');
  std::atomic<bool> done = false;
  std::size_t looks = 0, unfinished = 0;
  std::thread writer([&] {
    write_atomically(directory.path() / "a.txt", text);
    done = true;
  });
  while (!done) {
    ++looks;
    for (const auto& entry : fs::directory_iterator(directory.path()))
      unfinished += entry.file_size() == text.size() ? 0 : 1;
  }
  writer.join();
  CHECK(looks > 10);
  CHECK(unfinished == 0);
  CHECK(content(directory.path() / "a.txt") == text);
}

TEST_CASE("a file that is written piece by piece takes its name as one written at once does") {
  const io::sample::Directory directory("pending");
  write_atomically(directory.path() / "a.txt", "old");
  fs::create_symlink("a.txt", directory.path() / "link.txt");
  {
    const std::string text = "new";
    io::PendingFile pending(
        directory.path() / "link.txt", std::as_bytes(std::span(text)), text.size());
    CHECK(content(directory.path() / "a.txt") == "old");
    pending.commit();
  }
  CHECK(fs::is_symlink(directory.path() / "link.txt"));
  CHECK(content(directory.path() / "a.txt") == "new");
  CHECK(entries(directory.path()) == 2);
}
