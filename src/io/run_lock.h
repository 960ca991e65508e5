// A lock file, which keeps two runs out of one directory.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/error.h"

namespace febem::io {

/// Whether the run that wrote the `text` of a lock file may still be alive, as seen on `host`,
/// which was started at `boot`. Used on file systems without locks.
bool may_be_held(const std::string& text, const std::string& host, const std::string& boot);

/// A file that names the run that holds it. The kernel keeps a lock on the file as long as the
/// process lives, so the file of a killed run locks nothing. Some networked file systems have no
/// locks. There the text of the file decides: a process that is gone, or of an earlier start of the
/// machine, does not hold it; a process of another host always holds it. The destructor removes the
/// file.
class RunLock {
 public:
  /// Makes `file`, in an existing directory, which guards `place`. Messages name `place`. Throws
  /// core::InputError naming the other run if there is one, and core::RunError with the file's name
  /// and the cause if the file cannot be made.
  RunLock(std::filesystem::path file, std::filesystem::path place);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  /// The killed run that left its file: "process 12 on host since ...". Empty if there was none.
  const std::string& left_by() const { return left_by_; }

  /// Throws core::RunError naming the place if the file is gone or belongs to another run: the
  /// directory has vanished or was taken over.
  void check() const;

  /// Calls `write()`, which writes to the place, if the lock still belongs to this run. Throws as
  /// check() before the call. Throws so too in place of a core::RunError of `write()` if the
  /// directory vanished meanwhile.
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
