#include "io/run_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/error.h"
#include "io/atomic_file.h"
#include "io/sample.h"
#include "support/catch.h"

using io::RunLock;
using io::sample::content;
using io::sample::Directory;

namespace {

namespace fs = std::filesystem;

std::string refusal(const fs::path& file, const fs::path& place) {
  try {
    const RunLock lock(file, place);
  } catch (const core::InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("a lock names its run and is gone with it") {
  const Directory directory("lock");
  const auto file = directory.path() / "solve.lock";
  {
    const RunLock lock(file, "out");
    CHECK(lock.left_by().empty());
    CHECK(content(file).find("process " + std::to_string(::getpid()) + " host ") == 0);
    CHECK_NOTHROW(lock.check());
  }
  CHECK_FALSE(fs::exists(file));
}

TEST_CASE("a second run is refused and told of the first, which keeps its lock") {
  const Directory directory("second");
  const auto file = directory.path() / "solve.lock";
  const RunLock first(file, "out");
  const auto said = refusal(file, "out");
  CHECK(said.find(
            "'out' is in use by another run: process " + std::to_string(::getpid()) + " on ") == 0);
  CHECK(said.find(" since 20") != std::string::npos);
  CHECK_NOTHROW(first.check());
  CHECK_FALSE(refusal(file, "out").empty());
}

TEST_CASE("a lock outlives no process that is killed, and is taken over with its name") {
  const Directory directory("killed");
  const auto file = directory.path() / "solve.lock";
  const auto child = ::fork();
  if (child == 0) {
    const RunLock lock(file, "out");
    ::_exit(0);  // as if killed: nothing is cleaned up
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(fs::exists(file));
  const RunLock lock(file, "out");
  CHECK(lock.left_by().find("process " + std::to_string(child) + " on ") == 0);
  CHECK(content(file).find("process " + std::to_string(::getpid()) + " ") == 0);
  CHECK_FALSE(refusal(file, "out").empty());
}

TEST_CASE("where the kernel keeps no locks, the text says whether the run may live") {
  const Directory directory("text");
  const auto file = directory.path() / "solve.lock";
  const RunLock lock(file, "out");
  std::string word, process, host, boot;
  REQUIRE(std::ifstream(file) >> word >> process >> word >> host >> word >> boot);
  const auto held = [&](const std::string& by, const std::string& on, const std::string& since) {
    return io::may_be_held("process " + by + " host " + on + " boot " + since + "\n", host, boot);
  };
  const auto child = ::fork();
  if (child == 0) ::_exit(0);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  const auto gone = std::to_string(child);
  CHECK(io::may_be_held(content(file), host, boot));
  CHECK(held(process, host, boot));
  CHECK(held("1", host, boot));  // lives, whoever may send it signals
  CHECK_FALSE(held(gone, host, boot));
  CHECK_FALSE(held(process, host, "another"));  // a number of before the last start says nothing
  CHECK(held(process, "another", boot));
  CHECK(held(gone, "another", "another"));  // nobody here can know
  CHECK_FALSE(held("0", host, boot));
  CHECK_FALSE(held("-1", "another", boot));
  CHECK_FALSE(held("nobody", "another", boot));
  CHECK_FALSE(io::may_be_held("", host, boot));
}

TEST_CASE("a lock file of any content that nobody holds is taken over") {
  const Directory directory("nonsense");
  const auto file = directory.path() / "solve.lock";
  std::ofstream(file) << std::string(100000, '\x01');
  const RunLock lock(file, "out");
  CHECK(lock.left_by().find("a process since") == 0);
  CHECK(content(file).size() < 300);
}

TEST_CASE("a vanished or replaced lock is noticed, and another's is not removed") {
  const Directory directory("replaced");
  const auto file = directory.path() / "out" / "solve.lock";
  fs::create_directory(file.parent_path());
  {
    const RunLock lock(file, "out");
    fs::remove_all(file.parent_path());
    CHECK_THROWS_AS(lock.check(), core::RunError);
    fs::create_directory(file.parent_path());
    std::ofstream(file) << "another's";
    CHECK_THROWS_AS(lock.check(), core::RunError);
  }
  CHECK(content(file) == "another's");
}

TEST_CASE("a write that fails says so, unless it failed because the directory vanished meanwhile") {
  const Directory directory("meanwhile");
  const auto place = directory.path() / "out";
  fs::create_directory(place);
  const RunLock lock(place / "solve.lock", "out");
  const auto said = [&](const auto& write) {
    try {
      lock.write_to_place(write);
    } catch (const core::RunError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(said([&] { io::write_atomically(place / "file", "text"); }).empty());
  CHECK(content(place / "file") == "text");
  CHECK(said([&] {
    io::write_atomically(place / "none" / "file", "text");
  }).find("cannot write '") == 0);
  CHECK(said([&] {
    fs::rename(place, directory.path() / "elsewhere");
    io::write_atomically(place / "file", "text");
  }).find("'out' has vanished") == 0);
  bool called = false;
  CHECK(said([&] { called = true; }).find("'out' has vanished") == 0);
  CHECK_FALSE(called);
}
