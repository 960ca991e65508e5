// Processes are started, limited, and gone afterwards.
#include "launcher/launch.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "core/error.h"
#include "support/catch.h"

using namespace febem;
using How = launcher::Ended::How;
namespace fs = std::filesystem;

namespace {

/// Processes that have `text` in their environment.
int processes_with(const std::string& text) {
  int count = 0;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end;
       entry.increment(error)) {
    std::ifstream file(entry->path() / "environ", std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(file), {}};
    count += all.find("=" + text) != std::string::npos ? 1 : 0;
  }
  return count;
}

launcher::Ended shell(const std::string& script, double limit, const fs::path& scratch) {
  return launcher::launch({"sh", "-c", script}, limit, scratch);
}

}  // namespace

TEST_CASE("a launcher's words are those of a shell, with the number of processes in place of {n}") {
  using Words = std::vector<std::string>;
  CHECK(launcher::words("mpirun  -n {n}", 3) == Words{"mpirun", "-n", "3"});
  CHECK(launcher::words("sh -c 'a b' -np={n}", 12) == Words{"sh", "-c", "a b", "-np=12"});
  CHECK_THROWS_AS(launcher::words("mpirun -n 2", 2), core::InputError);
  CHECK_THROWS_AS(launcher::words("", 2), core::InputError);
}

TEST_CASE("exit status, signal, output and a launcher that is not there are told apart") {
  const launcher::SignalGuard guard;
  const launcher::TemporaryDirectory folder;
  auto ended = shell("echo out; echo err >&2; exit 3", 20, folder.path());
  CHECK(ended.how == How::exited);
  CHECK(ended.status == 3);
  CHECK(ended.output == "out\nerr\n");
  CHECK(ended.left_behind == 0);
  const launcher::TemporaryDirectory second;
  ended = shell("kill -11 $$", 20, second.path());
  CHECK(ended.how == How::signalled);
  CHECK(ended.status == SIGSEGV);
  CHECK(launcher::launch({"/no/such/launcher"}, 20, second.path()).how == How::not_started);
}

TEST_CASE(
    "at the time limit all processes are ended, also such as ignore SIGTERM or left the session") {
  const launcher::SignalGuard guard;
  const launcher::TemporaryDirectory folder;
  const auto start = std::chrono::steady_clock::now();
  const auto ended =
      shell("trap '' TERM; setsid sleep 300 & sleep 300 & wait; sleep 300", 0.5, folder.path());
  CHECK(ended.how == How::timed_out);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
  CHECK(processes_with(folder.path().string()) == 0);
}

TEST_CASE("variables of a launch replace those of this process") {
  const launcher::SignalGuard guard;
  const launcher::TemporaryDirectory folder;
  const auto ended = launcher::launch({"sh", "-c", "echo \"$HOME $FEBEM_NEW\""}, 20, folder.path(),
      {"HOME=/no/home", "FEBEM_NEW=a b"});
  CHECK(ended.output == "/no/home a b\n");
}

TEST_CASE("what outlives its launcher is counted and ended") {
  const launcher::SignalGuard guard;
  const launcher::TemporaryDirectory folder;
  const auto ended = shell("setsid sleep 300 & exit 0", 20, folder.path());
  CHECK(ended.how == How::exited);
  CHECK(ended.left_behind == 1);
  CHECK(processes_with(folder.path().string()) == 0);
}

TEST_CASE("a signal that asks this process to end ends what it started") {
  // BLAS may have threads, which do not know of the guard.
  std::atomic<bool> done = false;
  std::thread library([&] {
    while (!done) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  const launcher::SignalGuard guard;
  for (const int signal : {SIGINT, SIGTERM}) {
    const launcher::TemporaryDirectory folder;
    ::kill(::getpid(), signal);
    const auto ended = shell("sleep 300", 200, folder.path());
    CHECK(ended.how == How::interrupted);
    CHECK(ended.status == signal);
    CHECK(processes_with(folder.path().string()) == 0);
  }
  done = true;
  library.join();
}

TEST_CASE("a temporary directory goes with what is in it") {
  fs::path path;
  {
    const launcher::TemporaryDirectory folder;
    path = folder.path();
    std::ofstream(path / "file") << "text";
    CHECK(fs::exists(path / "file"));
  }
  CHECK_FALSE(fs::exists(path));
}
