#include "io/run_lock.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>
#include <utility>

namespace febem::io {
namespace {

std::string host() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 && name[0] != '\0' ? name : "?";
}

// An identifier of this start of the machine; "?" where the system has none.
std::string boot() {
  std::ifstream in("/proc/sys/kernel/random/boot_id");
  std::string id;
  return in >> id ? id : "?";
}

/// Who wrote a lock file.
struct Holder {
  long process = 0;
  std::string host = "?", boot = "?";
};

// Process 0, that is none, if the text cannot be read.
Holder holder_of(const std::string& text) {
  Holder holder;
  std::string word;
  std::istringstream in(text);
  if (!(in >> word >> holder.process >> word >> holder.host >> word >> holder.boot) || holder.process < 0) return {};
  return holder;
}

std::string content(int file) {
  char text[512];
  const auto size = ::pread(file, text, sizeof text, 0);
  return {text, static_cast<std::size_t>(size > 0 ? size : 0)};
}

// The time of the file is that at which its run began.
std::string describe(int file) {
  const auto holder = holder_of(content(file));
  std::string text = holder.process > 0 ? "process " + std::to_string(holder.process) + " on " + holder.host : "a process";
  struct stat found;
  std::tm time;
  char since[64];
  if (::fstat(file, &found) == 0 && ::gmtime_r(&found.st_mtime, &time) != nullptr &&
      std::strftime(since, sizeof since, " since %Y-%m-%d %H:%M:%S UTC", &time) > 0)
    text += since;
  return text;
}

bool same_file(int file, const std::filesystem::path& path) {
  struct stat open, named;
  return ::fstat(file, &open) == 0 && ::stat(path.c_str(), &named) == 0 && open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

}  // namespace

bool may_be_held(const std::string& text, const std::string& host, const std::string& boot) {
  const auto holder = holder_of(text);
  if (holder.process == 0) return false;
  if (holder.host != host) return true;
  if (holder.boot != boot) return false;
  return ::kill(static_cast<pid_t>(holder.process), 0) == 0 || errno == EPERM;
}

RunLock::RunLock(std::filesystem::path file, std::filesystem::path place) : path_(std::move(file)), place_(std::move(place)) {
  while (!open()) {
  }
}

// False if the file was removed by its holder between opening and locking: then there is a new one to be made.
bool RunLock::open() {
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (file_ < 0) throw core::RunError("cannot write '" + path_.string() + "': " + std::strerror(errno));
  const int locked = ::flock(file_, LOCK_EX | LOCK_NB);
  const int cause = locked == 0 ? 0 : errno;
  const auto text = content(file_);
  const auto name = describe(file_);
  if (cause == EWOULDBLOCK || cause == EINTR || (cause != 0 && may_be_held(text, host(), boot()))) {
    ::close(std::exchange(file_, -1));
    throw core::InputError("'" + place_.string() + "' is in use by another run: " + name + " (if there is no such run, remove '" + path_.string() +
                           "')");
  }
  if (!same_file(file_, path_)) {
    ::close(std::exchange(file_, -1));
    return false;
  }
  if (!text.empty()) left_by_ = name;
  write_name();
  return true;
}

void RunLock::write_name() {
  const auto text = "process " + std::to_string(::getpid()) + " host " + host() + " boot " + boot() + "\n";
  const bool written = ::ftruncate(file_, 0) == 0 && ::pwrite(file_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
  if (written) return;
  const int cause = errno;
  ::unlink(path_.c_str());
  ::close(std::exchange(file_, -1));
  throw core::RunError("cannot write '" + path_.string() + "': " + std::strerror(cause));
}

RunLock::~RunLock() {
  if (file_ < 0) return;
  if (same_file(file_, path_)) ::unlink(path_.c_str());
  ::close(file_);
}

void RunLock::check() const {
  if (!same_file(file_, path_))
    throw core::RunError("'" + place_.string() + "' has vanished or was taken over: the lock '" + path_.string() + "' is no longer this run's");
}

}  // namespace febem::io
