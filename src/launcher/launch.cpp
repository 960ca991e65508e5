#include "launcher/launch.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <boost/tokenizer.hpp>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>

#include "core/error.h"
#include "core/text.h"

extern char** environ;

namespace febem::launcher {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
// The clock of this process, in which MPI is not initialised.
using Clock = std::chrono::steady_clock;

constexpr std::size_t kept_output = 20000;

bool is_ignored(int signal) {
  struct sigaction now {};
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

/// The end of a child, and what asks this process to end; not what it was told to ignore (nohup).
sigset_t guarded_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (!is_ignored(signal)) sigaddset(&set, signal);
  return set;
}

/// A signal to the process may be given to any thread that does not block it, and libraries have
/// threads of their own (OpenBLAS).
void forward_to_main_thread(int signal) {
  if (::gettid() != ::getpid()) ::syscall(SYS_tgkill, ::getpid(), ::getpid(), signal);
}

/// Waits at most `seconds` for the end of a child or a signal that asks this process to end;
/// returns the latter, or 0.
int wait_for_signal(double seconds) {
  const auto set = guarded_signals();
  const auto whole = static_cast<time_t>(seconds);
  const timespec limit{whole, static_cast<long>((seconds - static_cast<double>(whole)) * 1e9)};
  const int got = ::sigtimedwait(&set, nullptr, &limit);
  return got > 0 && got != SIGCHLD ? got : 0;
}

/// Marks a set of processes: they inherit it with the environment.
std::string mark_of(const fs::path& scratch) { return "FEBEM_LAUNCH=" + scratch.string(); }

/// The environment of a launch: `variables` in place of this process's of their names.
std::vector<std::string> environment(
    const std::string& mark, const std::vector<std::string>& variables) {
  auto result = variables;
  result.push_back(mark);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view own(*entry);
    const auto name = own.substr(0, own.find('=') + 1);
    if (std::none_of(variables.begin(), variables.end(),
            [&](const auto& variable) { return variable.starts_with(name); }))
      result.emplace_back(own);
  }
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (auto& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

/// posix_spawn with a session, no signal blocked or ignored, no input, and output to a file.
/// Returns errno.
int spawn(std::vector<std::string> command, std::vector<std::string> variables,
    const fs::path& output, pid_t& child) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t files;
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_init(&files);
  sigset_t none, usual = guarded_signals();
  sigemptyset(&none);
  sigaddset(&usual, SIGXFSZ);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(
      &files, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  const int failed = ::posix_spawnp(&child, command.front().c_str(), &files, &attributes,
      pointers(command).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return failed;
}

/// Processes, of those we may look at, whose environment holds the mark.
std::vector<pid_t> marked_now(const std::string& mark) {
  std::vector<pid_t> result;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end;
       entry.increment(error)) {
    const auto id = entry->path().filename().string();
    if (id.find_first_not_of("0123456789") != std::string::npos) continue;
    if (core::file_text(entry->path() / "environ").find(mark) != std::string::npos)
      result.push_back(static_cast<pid_t>(std::stol(id)));
  }
  return result;
}

/// The processes that carry the mark, also those that left the session. A process shows no
/// environment while it becomes another program, hence two looks.
std::vector<pid_t> marked(const std::string& mark) {
  auto found = marked_now(mark);
  if (!found.empty()) return found;
  std::this_thread::sleep_for(20ms);
  return marked_now(mark);
}

void signal_all(pid_t launcher, const std::string& mark, int signal) {
  if (launcher > 0) ::kill(-launcher, signal);
  for (const pid_t process : marked(mark)) ::kill(process, signal);
}

/// Whether all are gone before long, the launcher among them unless it has ended before (0).
bool vanish(pid_t launcher, const std::string& mark, std::chrono::milliseconds patience) {
  for (const auto end = Clock::now() + patience; Clock::now() < end;
       std::this_thread::sleep_for(20ms)) {
    if (launcher > 0) ::waitpid(launcher, nullptr, WNOHANG);
    if ((launcher == 0 || ::kill(launcher, 0) != 0) && marked(mark).empty()) return true;
  }
  return false;
}

/// The launcher itself first: a good one ends its processes on all nodes.
void end_all(pid_t launcher, const std::string& mark) {
  ::kill(launcher, SIGTERM);
  if (vanish(launcher, mark, 1500ms)) return;
  signal_all(launcher, mark, SIGTERM);
  if (vanish(launcher, mark, 500ms)) return;
  for (int tries = 0; tries < 5; ++tries) {
    signal_all(launcher, mark, SIGKILL);
    if (vanish(launcher, mark, 1000ms)) return;
  }
}

/// Ends what outlives the launcher by more than a moment; returns how many.
int sweep(const std::string& mark) {
  if (vanish(0, mark, 3s)) return 0;
  const auto found = marked(mark);
  for (const pid_t process : found) ::kill(process, SIGKILL);
  vanish(0, mark, 2s);
  return static_cast<int>(found.size());
}

std::string tail_of(const fs::path& file) {
  const auto text = core::file_text(file);
  return text.size() > kept_output ? text.substr(text.size() - kept_output) : text;
}

/// Waits for the child until `end`; `ended` receives how it went, unless it goes on.
bool wait_until(pid_t child, Clock::time_point end, Ended& ended) {
  while (true) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) == child) {
      ended.how = WIFSIGNALED(status) ? Ended::How::signalled : Ended::How::exited;
      ended.status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
      return true;
    }
    const double left = std::chrono::duration<double>(end - Clock::now()).count();
    if (left <= 0) {
      ended.how = Ended::How::timed_out;
      return false;
    }
    if (const int signal = wait_for_signal(std::min(left, 0.5))) {
      ended.how = Ended::How::interrupted;
      ended.status = signal;
      return false;
    }
  }
}

}  // namespace

std::string usual(const std::string& program) {
  for (const auto* name : {"mpirun", "minifebem-mpirun"}) {
    std::error_code none;
    const auto script = fs::canonical(program, none).parent_path() / name;
    if (fs::exists(script, none)) return '"' + script.string() + "\" -n {n}";
  }
  return FEBEM_LAUNCHER;
}

std::vector<std::string> words(const std::string& launcher, int ranks) {
  if (launcher.find("{n}") == std::string::npos)
    throw core::InputError(
        "option '--launcher': '" + launcher + "' has no {n} for the number of processes");
  std::vector<std::string> found;
  try {
    const boost::escaped_list_separator<char> as_in_a_shell("\\", " ", "\"'");
    for (auto word : boost::tokenizer(launcher, as_in_a_shell)) {
      boost::replace_all(word, "{n}", std::to_string(ranks));
      if (!word.empty()) found.push_back(word);
    }
  } catch (const boost::escaped_list_error& error) {
    throw core::InputError("option '--launcher': '" + launcher + "': " + error.what());
  }
  return found;
}

SignalGuard::SignalGuard() {
  const auto set = guarded_signals();
  ::sigprocmask(SIG_BLOCK, &set, &mask_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD})
    if (sigismember(&set, signal) == 1) {
      struct sigaction forward {};
      forward.sa_handler = forward_to_main_thread;
      forward.sa_flags = SA_RESTART;
      ::sigaction(signal, &forward, &replaced_[signal]);
    }
}

SignalGuard::~SignalGuard() {
  for (const auto& [signal, action] : replaced_) ::sigaction(signal, &action, nullptr);
  ::sigprocmask(SIG_SETMASK, &mask_, nullptr);
}

TemporaryDirectory::TemporaryDirectory() {
  const char* const wanted = std::getenv("TMPDIR");
  const fs::path place = wanted != nullptr && *wanted != '\0' ? wanted : "/tmp";
  auto name = (place / "minifebem-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw core::RunError("cannot make a temporary directory in '" + place.string() +
                         "' (TMPDIR): " + std::strerror(errno));
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Ended launch(const std::vector<std::string>& command, double limit_seconds, const fs::path& scratch,
    const std::vector<std::string>& variables) {
  Ended ended;
  pid_t child = -1;
  const auto mark = mark_of(scratch);
  const auto output = scratch / "output";
  const auto start = Clock::now();
  if (const int failed = spawn(command, environment(mark, variables), output, child)) {
    ended.how = Ended::How::not_started;
    ended.status = failed;
    return ended;
  }
  const auto limit =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit_seconds));
  if (wait_until(child, start + limit, ended))
    ended.left_behind = sweep(mark);
  else
    end_all(child, mark);
  ended.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  ended.output = tail_of(output);
  return ended;
}

}  // namespace febem::launcher
