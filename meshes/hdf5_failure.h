// The cause of a failure of the HDF5 library, and a check of the texts in a damaged file before the
// library reads them.
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace febem::meshes {

/// The cause of the call that has just failed, by the error stack of the library. Make this object
/// before any other function of the library is called, even before a file is closed.
class Hdf5Failure {
 public:
  Hdf5Failure();

  /// Whether a file could not be opened because its file system has no locks. False if another
  /// program holds the lock.
  bool is_lack_of_locks() const;
  /// Whether the file was written in a version that the library does not know.
  bool is_of_newer_library() const;

  /// Why a file could not be opened.
  std::string why_not_opened() const;
  /// Why an object in a file could not be read. `set` is the data set, if it could be opened. Its
  /// filters are checked.
  std::string why_not_read(hid_t set = H5I_INVALID_HID) const;

 private:
  struct Cause {
    hid_t minor;
    std::string text;
  };
  bool is(hid_t minor) const;
  bool says(std::string_view words) const;
  bool is_of_lock() const { return says("unable to lock") || says("file locking"); }
  int system_error() const;  // 0 if there was none
  std::string otherwise() const;

  std::vector<Cause> causes_;  ///< the innermost first
};

/// Whether the global heaps of the file, where HDF5 keeps texts of variable length, are sound:
/// their objects fill them exactly. HDF5 1.10 copies as many bytes as such an object claims to
/// have, even beyond its heap. Reads the whole file. True for a file that cannot be read: the
/// library itself reports that. Source: HDF5 File Format Specification 3.0, III.E "Global Heap".
/// Only for files whose lengths take 8 bytes, as common writers make them.
bool text_heaps_are_sound(const std::filesystem::path& file);

}  // namespace febem::meshes
