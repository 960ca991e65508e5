// The little of HDF5 that a mesh file needs: tables of numbers, lists of names, groups.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace febem::meshes {

/// Owns an HDF5 identifier; closes it with the function that belongs to its kind.
class Hdf5Handle {
 public:
  Hdf5Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(Hdf5Handle&&) = delete;

  operator hid_t() const { return id_; }
  bool good() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// Keeps the library from printing its own error stack while this lives.
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

  Number operator()(std::size_t row, std::size_t column = 0) const { return values[row * columns + column]; }
};

class Hdf5Reader {
 public:
  /// Throws core::InputError if the file is missing or is no HDF5 file.
  explicit Hdf5Reader(std::string path);

  bool has(const std::string& name) const;
  /// Names of the members of a group, in alphabetical order; empty if there is no such group.
  std::vector<std::string> members(const std::string& group) const;

  /// These throw core::InputError, naming file and data set, if it is missing or of another type or rank.
  /// `columns` 0 allows any number.
  Table<double> reals(const std::string& name, std::size_t columns) const;
  Table<std::int64_t> integers(const std::string& name, std::size_t columns) const;
  std::vector<std::string> strings(const std::string& name) const;

  [[noreturn]] void refuse(const std::string& name, const std::string& why) const;

 private:
  template <class Number>
  Table<Number> table(const std::string& name, std::size_t columns, hid_t memory_type,
                      bool reals_allowed) const;
  Hdf5Handle open(const std::string& name) const;

  QuietHdf5 quiet_;
  std::string path_;
  Hdf5Handle file_;
};

class Hdf5Writer {
 public:
  /// Creates the file. Throws core::RunError, here and below, if it cannot be written.
  explicit Hdf5Writer(std::string path);

  void group(const std::string& name);
  void reals(const std::string& name, const Table<double>& table, const std::string& unit);
  void integers(const std::string& name, const Table<std::int64_t>& table);
  void strings(const std::string& name, const std::vector<std::string>& values);
  /// Writes everything to disk.
  void flush();

 private:
  void write(const std::string& name, hid_t type, hid_t space, const void* values, const std::string& unit);
  void check(bool good, const std::string& name) const;

  QuietHdf5 quiet_;
  std::string path_;
  Hdf5Handle file_;
};

}  // namespace febem::meshes
