// A lock file, so that two runs cannot write to one directory.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/error.h"

namespace febem::io {

/// Whether the run that wrote the `text` of a lock file may still be alive, as seen on `host` since its start `boot`: for
/// file systems without locks.
bool may_be_held(const std::string& text, const std::string& host, const std::string& boot);

/// A file that names the run that holds it, and on which the kernel keeps a lock for as long as its process lives: one left
/// by a run that was killed locks nothing. Where the file system has no locks (some networked ones), its text decides: a
/// process that is gone, or a start of the machine before this one, does not hold it; another host's always does. The file
/// is removed at the end.
class RunLock {
 public:
  /// `file` in an existing directory guards `place`, which is what messages name. Throws core::InputError naming the other
  /// run if there is one, core::RunError with the file's name and the cause if the file cannot be made.
  RunLock(std::filesystem::path file, std::filesystem::path place);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  /// The run that was killed and left its file, as "process 12 on host since ..."; empty if there was none.
  const std::string& left_by() const { return left_by_; }

  /// Throws core::RunError naming the place if the file is gone or another's: the directory has vanished or was taken over.
  void check() const;

  /// Calls `write()`, which writes to the place, while it is this run's. Throws as check() does before the call, and in place
  /// of a core::RunError that `write` throws because the directory vanished meanwhile.
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
  bool open();
  void write_name();

  std::filesystem::path path_, place_;
  std::string left_by_;
  int file_ = -1;
};

}  // namespace febem::io
