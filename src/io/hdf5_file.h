// HDF5 files that are built and read in memory, or extended on disk in space that atomic_file
// reserved before: the HDF5 library never meets a full disk.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace febem::io {

/// Move-only owner of an HDF5 identifier of any kind.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  /// Throws core::RunError naming `what` if `id` is not valid.
  Handle(hid_t id, Close close, const std::string& what);
  ~Handle();
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  hid_t id() const { return id_; }
  /// Closes the identifier. The status of the library is negative on failure.
  herr_t end();

 private:
  hid_t id_;
  Close close_;
};

/// Access to a file without a lock, if the library can do without (HDF5 1.10.7 and later).
Handle without_locks();

/// An HDF5 file in memory or on disk. Every function throws core::RunError naming the dataset or
/// attribute that fails. Groups are created where needed. Datasets have no time stamps: equal
/// content gives equal bytes.
class Hdf5File {
 public:
  using Shape = std::vector<hsize_t>;

  /// A new, empty file.
  Hdf5File();
  /// A file in memory with the bytes `image`.
  explicit Hdf5File(std::span<const std::byte> image);
  /// An existing file on disk, which is changed in place or only read.
  explicit Hdf5File(const std::filesystem::path& existing, bool writable = true);

  /// Writes a dataset of numbers in C order, with the attribute "units" unless `unit` is empty.
  void write(const std::string& name, std::span<const double> values, const Shape& shape,
      const std::string& unit = "");
  void write(const std::string& name, std::span<const std::int32_t> values, const Shape& shape);
  void write(const std::string& name, std::span<const std::int64_t> values, const Shape& shape,
      const std::string& unit = "");
  /// Writes a list of texts, or a table of them in C order.
  void write(const std::string& name, const std::vector<std::string>& values, Shape shape = {});
  /// Writes one text.
  void write(const std::string& name, const std::string& value);

  /// Creates a dataset of doubles, all NaN. write_row() fills the values of one first index.
  void create(const std::string& name, const Shape& shape, const std::string& unit);
  void write_row(const std::string& name, hsize_t row, std::span<const double> values);

  /// Creates a virtual dataset of this shape with a part of another: `extent` values from `first`
  /// on.
  void view(const std::string& name, const std::string& dataset_name, const Shape& first,
      const Shape& extent, const Shape& shape);

  /// Makes one-dimensional datasets the dimension scales of the extents of another: netCDF and
  /// xarray take their names for those of the dimensions, and their values for coordinates.
  void dimensions(const std::string& name, const std::vector<std::string>& scales);

  /// Writes an attribute of an existing object ("/" for the file).
  void attribute(const std::string& object, const std::string& name, const std::string& value);
  void attribute(const std::string& object, const std::string& name, double value);

  bool contains(const std::string& name) const;
  std::vector<double> read_doubles(const std::string& name) const;
  std::vector<std::int32_t> read_integers(const std::string& name) const;
  /// Reads the values of one first index.
  std::vector<double> read_row(const std::string& name, hsize_t row) const;
  std::string read_text(const std::string& name) const;
  std::vector<std::string> read_texts(const std::string& name) const;
  Shape shape(const std::string& name) const;

  /// The bytes of a file in memory.
  std::vector<std::byte> image();
  /// Flushes and closes a file on disk. No other call may follow.
  void close();

 private:
  Handle dataset(
      const std::string& name, hid_t type, const Shape& shape, const double* fill = nullptr);
  Handle dataset(const std::string& name, hid_t type, const Handle& space, const Handle& creation);
  template <class T>
  void write_values(const std::string& name, hid_t type, std::span<const T> values,
      const Shape& shape, const std::string& unit);
  void write_texts(
      const std::string& name, const std::vector<const char*>& values, const Shape& shape);
  void write_attribute(
      const std::string& object, const std::string& name, hid_t type, const void* value);
  template <class T>
  std::vector<T> read_values(const std::string& name, hid_t type) const;
  /// Calls transfer(dataset, memory, file) with the spaces of a row, which has `length` values.
  template <class Transfer>
  void with_row(const std::string& name, hsize_t row, hsize_t length, Transfer&& transfer) const;

  /// Memory whose address names the file: HDF5 takes files with one name for one.
  std::unique_ptr<char> identity_;
  Handle file_;
  /// Datasets of which rows were asked, open: to open one takes longer than to write a row.
  mutable std::map<std::string, Handle> rows_ = {};
};

}  // namespace febem::io
