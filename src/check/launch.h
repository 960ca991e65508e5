// Processes started by a launcher, with a time limit, and with nothing of them left behind. Linux: signals between threads,
// and /proc, without which the launcher's own process group is all that can be ended.
#pragma once

#include <signal.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace febem::check {

/// A command line in words; quotes and backslashes as in a shell. Every {n} becomes the number of ranks. Throws
/// core::InputError if it has no word, or no {n}.
std::vector<std::string> launcher_words(const std::string& launcher, int ranks);

/// How a launcher ended.
struct Ended {
  enum class How { exited, signalled, timed_out, interrupted, not_started };
  How how = How::exited;
  int status = 0;  ///< exit status, number of the signal, or errno if not started
  double seconds = 0;
  std::string output;   ///< what it and its processes printed, the last of it
  int left_behind = 0;  ///< processes that outlived it, and were ended
};

/// While it lives, signals that would end this process, and those of its children, wait to be taken by launch().
/// For the main thread.
class SignalGuard {
 public:
  SignalGuard();
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

 private:
  sigset_t mask_;                             ///< of the calling thread, before
  std::map<int, struct sigaction> replaced_;  ///< what was done with each of those signals before
};

/// A new directory among the temporary files, removed with all that is in it. Throws core::RunError.
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

/// Starts `command` in a session of its own and waits for its end; at the time limit, and when this process is asked to end
/// (status: the signal), all its processes are ended, by SIGTERM first. Output goes through a file in `scratch`. Needs a
/// SignalGuard.
Ended launch(const std::vector<std::string>& command, double limit_seconds, const std::filesystem::path& scratch);

}  // namespace febem::check
