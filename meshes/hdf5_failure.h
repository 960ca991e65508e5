// Why the HDF5 library could not do something, and a check of the texts in a damaged file before the library reads them.
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace febem::meshes {

/// What the library's error stack says of the call that has just failed. To be made before another function of the library is called,
/// closing included.
class Hdf5Failure {
 public:
  Hdf5Failure();

  /// Whether a file could not be opened because its file system has no locks; not if another program holds the lock.
  bool is_lack_of_locks() const;
  /// Whether what was written has a version that the library does not know.
  bool is_of_newer_library() const;

  /// Why a file could not be opened.
  std::string why_not_opened() const;
  /// Why an object in a file could not be read. `set`: the data set, if it could be opened; its filters are looked at.
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

/// False if a global heap of the file, where HDF5 keeps texts of variable length, is damaged: if its objects do not fill it
/// exactly. HDF5 1.10 copies as many bytes as such an object says it has, wherever they end. Reads the whole file; true for
/// one that cannot be read, of which the library itself complains. Source: HDF5 File Format Specification 3.0, III.E
/// "Global Heap". For files whose lengths take 8 bytes, as common writers make them.
bool text_heaps_are_sound(const std::filesystem::path& file);

}  // namespace febem::meshes
