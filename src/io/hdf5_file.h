// HDF5 files built and read in memory, or grown on disk in space that was reserved before, so that the library never meets
// a full disk: atomic_file does.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <filesystem>
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
  /// Takes over `id`; throws core::RunError naming `what` if it is not valid.
  Handle(hid_t id, Close close, const std::string& what);
  ~Handle();
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  hid_t id() const { return id_; }
  /// Closes the identifier before destruction; negative on failure, as the HDF5 library says it.
  herr_t end();

 private:
  hid_t id_;
  Close close_;
};

/// Access to a file on disk that takes no lock, where the library can do without (HDF5 1.10.7 and later).
Handle without_locks();

/// A file in memory. Every function throws core::RunError naming the dataset or attribute that fails. Groups
/// on the way to a dataset are created. Datasets carry no time stamps: equal content gives equal bytes.
class Hdf5File {
 public:
  using Shape = std::vector<hsize_t>;

  /// A new, empty file.
  Hdf5File();
  /// The file whose bytes are given.
  explicit Hdf5File(std::span<const std::byte> image);
  /// The file on disk, to be changed there.
  explicit Hdf5File(const std::filesystem::path& existing);

  /// A dataset of doubles or 32-bit integers, C order, with the attribute "units" unless `unit` is empty.
  void write(const std::string& name, std::span<const double> values, const Shape& shape, const std::string& unit = "");
  void write(const std::string& name, std::span<const std::int32_t> values, const Shape& shape);
  void write(const std::string& name, std::span<const std::int64_t> values, const Shape& shape, const std::string& unit = "");
  /// A list of texts.
  void write(const std::string& name, const std::vector<std::string>& values);
  /// One text.
  void write(const std::string& name, const std::string& value);

  /// A dataset of doubles, NaN until it is filled row by row (row: one value of the first index).
  void create(const std::string& name, const Shape& shape, const std::string& unit);
  void write_row(const std::string& name, hsize_t row, std::span<const double> values);

  /// A dataset of this shape whose values are a part of another dataset, `extent` of them from `first` on: it has none of its own.
  void view(const std::string& name, const std::string& dataset_name, const Shape& first, const Shape& extent, const Shape& shape);

  /// Attributes of an existing object ("/" for the file).
  void attribute(const std::string& object, const std::string& name, const std::string& value);
  void attribute(const std::string& object, const std::string& name, double value);

  bool contains(const std::string& name) const;
  std::vector<double> read_doubles(const std::string& name) const;
  std::vector<std::int32_t> read_integers(const std::string& name) const;
  std::string read_text(const std::string& name) const;
  Shape shape(const std::string& name) const;

  /// The bytes of a file in memory.
  std::vector<std::byte> image();
  /// Flushes and closes a file on disk; no other call may follow.
  void close();

 private:
  Handle dataset(const std::string& name, hid_t type, const Shape& shape, const double* fill = nullptr);
  Handle dataset(const std::string& name, hid_t type, const Handle& space, const Handle& creation);
  template <class T>
  void write_values(const std::string& name, hid_t type, std::span<const T> values, const Shape& shape, const std::string& unit);
  void write_texts(const std::string& name, const std::vector<const char*>& values, const Shape& shape);
  void write_attribute(const std::string& object, const std::string& name, hid_t type, const void* value);
  template <class T>
  std::vector<T> read_values(const std::string& name, hid_t type) const;

  std::unique_ptr<char> identity_;  ///< its address names the file: HDF5 takes files of one name for one file
  Handle file_;
};

}  // namespace febem::io
