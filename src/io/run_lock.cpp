#include "io/run_lock.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <fstream>
#include <sstream>
#include <utility>

#include "io/atomic_file.h"

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
  if (!(in >> word >> holder.process >> word >> holder.host >> word >> holder.boot) ||
      holder.process < 0)
    return {};
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
  std::string text = holder.process > 0
                         ? "process " + std::to_string(holder.process) + " on " + holder.host
                         : "a process";
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
  return ::fstat(file, &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

}  // namespace

bool may_be_held(const std::string& text, const std::string& host, const std::string& boot) {
  const auto holder = holder_of(text);
  if (holder.process == 0) return false;
  if (holder.host != host) return true;
  if (holder.boot != boot) return false;
  return ::kill(static_cast<pid_t>(holder.process), 0) == 0 || errno == EPERM;
}

RunLock::RunLock(std::filesystem::path file, std::filesystem::path place)
    : path_(std::move(file)), place_(std::move(place)) {
  do {
    // The file is opened again if its holder removed it between opening and locking.
    if (file_ >= 0) ::close(file_);
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file_ < 0) fail_write(path_, errno);
    const int cause = ::flock(file_, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
    const auto text = content(file_), name = describe(file_);
    if (cause == EWOULDBLOCK || cause == EINTR ||
        (cause != 0 && may_be_held(text, host(), boot()))) {
      ::close(file_);
      throw core::InputError("'" + place_.string() + "' is in use by another run: " + name +
                             " (if there is no such run, remove '" + path_.string() + "')");
    }
    left_by_ = text.empty() ? "" : name;
  } while (!same_file(file_, path_));
  const auto text =
      "process " + std::to_string(::getpid()) + " host " + host() + " boot " + boot() + "\n";
  if (::ftruncate(file_, 0) == 0 &&
      ::pwrite(file_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size())) {
    ::fsync(file_);  // so that other machines read it, too
    return;
  }
  const int cause = errno;
  ::unlink(path_.c_str());
  ::close(file_);
  fail_write(path_, cause);
}

RunLock::~RunLock() {
  if (same_file(file_, path_)) ::unlink(path_.c_str());
  ::close(file_);
}

void RunLock::check() const {
  if (!same_file(file_, path_))
    throw core::RunError("'" + place_.string() + "' has vanished or was taken over: the lock '" +
                         path_.string() + "' is no longer this run's");
}

}  // namespace febem::io
