// A lock file, which keeps two runs out of one directory.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/error.h"

namespace febem::io {

/// Whether the run that wrote this text of a lock file may be alive, as seen on `host`, started at
/// `boot`.
bool may_be_held(const std::string& text, const std::string& host, const std::string& boot);

/// A file that names the run that holds it, with a lock of the kernel, which ends with the process.
/// Where a networked file system has no locks, the text decides: a process that is gone, or of an
/// earlier start of the machine, does not hold it; one of another host always does. The destructor
/// removes the file.
class RunLock {
 public:
  /// Makes `file`, which guards `place`, in an existing directory. Throws core::InputError naming
  /// the other run if there is one, and core::RunError if the file cannot be made.
  RunLock(std::filesystem::path file, std::filesystem::path place);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  /// The killed run that left its file: "process 12 on host since ...", or empty.
  const std::string& left_by() const { return left_by_; }

  /// Throws core::RunError if the file is gone or another run's.
  void check() const;

  /// Calls `write()`, which writes to the place, between two calls of check(): if the directory
  /// vanished meanwhile, its error replaces that of `write()`.
  template <class Write>
  void write_to_place(Write&& write) const {
    check();
    try {
      write();
    } catch (const core::RunError&) {
      check();
      throw;
    }
  }

 private:
  std::filesystem::path path_, place_;
  std::string left_by_;
  int file_ = -1;
};

}  // namespace febem::io
