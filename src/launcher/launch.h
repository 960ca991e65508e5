// Starts processes by a launcher with a time limit, and ends all of them. Needs Linux: signals
// between threads, and /proc. Without /proc only the launcher's own process group can be ended.
#pragma once

#include <signal.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace febem::launcher {

/// The words of a command line, with quotes and backslashes as in a shell. Every {n} becomes the
/// number of ranks. Throws core::InputError if there is no word, or no {n}.
std::vector<std::string> words(const std::string& launcher, int ranks);

/// The script beside the program by which its build or installation starts ranks; else what CMake
/// found.
std::string usual(const std::string& program);

/// How a launcher ended.
struct Ended {
  enum class How { exited, signalled, timed_out, interrupted, not_started };
  How how = How::exited;
  int status = 0;  ///< exit status, number of the signal, or errno if not started
  double seconds = 0;
  std::string output;   ///< the last part of the output of the launcher and its processes
  int left_behind = 0;  ///< number of processes that outlived the launcher and were then ended
};

/// Blocks signals that would end this process, and signals of its children, so that launch() can
/// take them. For the main thread.
class SignalGuard {
 public:
  SignalGuard();
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

 private:
  sigset_t mask_;                             ///< earlier mask of the calling thread
  std::map<int, struct sigaction> replaced_;  ///< earlier actions of these signals
};

/// A new temporary directory, in that of TMPDIR, else in /tmp. The destructor removes it with its
/// content. The constructor throws core::RunError.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Starts `command` in a session of its own and waits for its end. Ends all its processes, by
/// SIGTERM first, at the time limit, or when this process gets a signal to end (status: the
/// signal). Output goes through a file in `scratch`. `variables` ("NAME=value") replace those of
/// this process. Needs a SignalGuard.
Ended launch(const std::vector<std::string>& command, double limit_seconds,
    const std::filesystem::path& scratch, const std::vector<std::string>& variables = {});

}  // namespace febem::launcher
