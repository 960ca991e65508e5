// A reader of the user's HDF5 files: tables of numbers, lists of names, groups.
#pragma once

#include <hdf5.h>

#include <complex>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/error.h"
#include "io/hdf5_file.h"

namespace febem::meshes {

/// Keeps the library from printing its own error stack while the object exists.
class QuietHdf5 {
 public:
  QuietHdf5();
  ~QuietHdf5();
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// A data set of one or two dimensions; one dimension counts as one column.
template <class Number>
struct Table {
  std::size_t rows = 0, columns = 0;
  std::vector<Number> values;  ///< row by row

  Number operator()(std::size_t row, std::size_t column = 0) const {
    return values[row * columns + column];
  }
};

class Hdf5Reader {
 public:
  /// Opens a file. `kind` names it in messages. Throws core::InputError if it is missing or is not
  /// an HDF5 file.
  explicit Hdf5Reader(std::string path, std::string kind = "mesh file");

  bool has(const std::string& name) const;
  /// Names of the members of a group, in alphabetical order. Empty if there is no such group.
  std::vector<std::string> members(const std::string& group) const;

  /// The values of a data set. Throws core::InputError, naming file and data set, if it is missing
  /// or of another type or rank. `columns` 0 allows any number.
  Table<double> reals(const std::string& name, std::size_t columns) const;
  Table<std::int64_t> integers(const std::string& name, std::size_t columns) const;
  std::vector<std::string> strings(const std::string& name) const;
  /// Complex numbers in one dimension or one column: real numbers, or compounds of the numbers "r"
  /// and "i", as h5py writes them. Or real numbers in two columns, the real and the imaginary part.
  std::vector<std::complex<double>> complexes(const std::string& name) const;

  /// One unit of this data set, by its attribute "units", in the unit `base` ("m"). 1 without the
  /// attribute. Throws core::InputError for a unit of another kind.
  double unit(const std::string& name, const std::string& base) const;

  /// Throws core::InputError about a data set. `why`: the parts of the text.
  [[noreturn]] void refuse(const std::string& name, const auto&... why) const {
    throw core::InputError(kind_, " '", path_, "': ", name, " ", why...);
  }

 private:
  template <class Number>
  Table<Number> table(
      const std::string& name, std::size_t columns, hid_t memory_type, bool reals_allowed) const;
  // A table without its values, after the size of the data set was checked.
  template <class Number>
  Table<Number> shape(const io::Handle& set, const std::string& name) const;
  // The object of this name. `what` names its kind in messages.
  io::Handle open(const std::string& name, H5I_type_t kind = H5I_DATASET,
      const char* what = "a data set") const;
  // Owns what a call of the library has returned for `name`. Throws if the call has failed.
  io::Handle checked(hid_t id, io::Handle::Close close, const std::string& name) const;
  // Reads all of a data set.
  void read(const io::Handle& set, hid_t memory_type, void* to, const std::string& name) const;
  // To be called right after a call of the library that failed; `set`: the data set that it read.
  [[noreturn]] void refuse_unread(const std::string& name, hid_t set = H5I_INVALID_HID) const;
  // Before anything is allocated for it.
  void check_size(const io::Handle& set, const io::Handle& space, std::size_t bytes_each,
      const std::string& name) const;
  // The attribute "units"; empty without it.
  std::string units(const std::string& name) const;

  QuietHdf5 quiet_;
  std::string path_, kind_;
  io::Handle file_;
};

/// Whether the global heaps of the file, where HDF5 keeps texts of variable length, are sound:
/// their objects fill them exactly. HDF5 1.10 copies as many bytes as such an object claims to
/// have, even beyond its heap. Reads the whole file. True for a file that cannot be read: the
/// library itself reports that. Source: HDF5 File Format Specification 3.0, III.E "Global Heap".
/// Only for files whose lengths take 8 bytes, as common writers make them.
bool text_heaps_are_sound(const std::filesystem::path& file);

}  // namespace febem::meshes
