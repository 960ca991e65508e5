#include "meshes/hdf5_file.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/error.h"

namespace febem::meshes {

using core::InputError;
using core::RunError;

QuietHdf5::QuietHdf5() {
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietHdf5::~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

Hdf5Reader::Hdf5Reader(std::string path)
    : path_(std::move(path)), file_(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose) {
  if (file_.good()) return;
  std::error_code ignored;
  if (!std::filesystem::exists(path_, ignored)) throw InputError("mesh file '" + path_ + "' does not exist");
  throw InputError("mesh file '" + path_ + "' cannot be read as an HDF5 file");
}

void Hdf5Reader::refuse(const std::string& name, const std::string& why) const {
  throw InputError("mesh file '" + path_ + "': " + name + " " + why);
}

bool Hdf5Reader::has(const std::string& name) const {
  // Every group on the way has to exist before its member may be asked for.
  for (std::size_t end = name.find('/', 1); end != std::string::npos; end = name.find('/', end + 1))
    if (H5Lexists(file_, name.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
  return H5Lexists(file_, name.c_str(), H5P_DEFAULT) > 0;
}

std::vector<std::string> Hdf5Reader::members(const std::string& group) const {
  std::vector<std::string> names;
  if (!has(group)) return names;
  const Hdf5Handle id(H5Gopen2(file_, group.c_str(), H5P_DEFAULT), H5Gclose);
  if (!id.good()) refuse(group, "is not a group");
  const auto collect = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  H5Literate(id, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names);
  return names;
}

Hdf5Handle Hdf5Reader::open(const std::string& name) const {
  if (!has(name)) refuse(name, "is missing");
  Hdf5Handle set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!set.good()) refuse(name, "is not a data set");
  return set;
}

template <class Number>
Table<Number> Hdf5Reader::table(const std::string& name, std::size_t columns, hid_t memory_type,
                                bool reals_allowed) const {
  const Hdf5Handle set = open(name), type(H5Dget_type(set), H5Tclose), space(H5Dget_space(set), H5Sclose);
  const auto kind = H5Tget_class(type);
  if (kind != H5T_INTEGER && !(reals_allowed && kind == H5T_FLOAT))
    refuse(name, reals_allowed ? "does not hold numbers" : "does not hold whole numbers");
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank != 1 && rank != 2) refuse(name, "has " + std::to_string(rank) + " dimensions; 1 or 2 are allowed");
  std::array<hsize_t, 2> size{0, 1};
  H5Sget_simple_extent_dims(space, size.data(), nullptr);
  if (columns != 0 && size[1] != columns)
    refuse(name, "has " + std::to_string(size[1]) + " columns; " + std::to_string(columns) + " are needed");
  Table<Number> result{size[0], size[1], std::vector<Number>(size[0] * size[1])};
  if (!result.values.empty() &&
      H5Dread(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, result.values.data()) < 0)
    refuse(name, "cannot be read");
  return result;
}

Table<double> Hdf5Reader::reals(const std::string& name, std::size_t columns) const {
  return table<double>(name, columns, H5T_NATIVE_DOUBLE, true);
}

Table<std::int64_t> Hdf5Reader::integers(const std::string& name, std::size_t columns) const {
  return table<std::int64_t>(name, columns, H5T_NATIVE_INT64, false);
}

std::vector<std::string> Hdf5Reader::strings(const std::string& name) const {
  const Hdf5Handle set = open(name), type(H5Dget_type(set), H5Tclose), space(H5Dget_space(set), H5Sclose);
  if (H5Tget_class(type) != H5T_STRING) refuse(name, "does not hold names");
  const auto count = static_cast<std::size_t>(std::max<hssize_t>(0, H5Sget_simple_extent_npoints(space)));
  std::vector<std::string> result;
  if (count == 0) return result;
  if (H5Tis_variable_str(type) > 0) {
    std::vector<char*> texts(count, nullptr);
    const Hdf5Handle memory(H5Tcopy(type), H5Tclose);
    if (H5Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) < 0) refuse(name, "cannot be read");
    for (const char* text : texts) result.emplace_back(text == nullptr ? "" : text);
    H5Dvlen_reclaim(memory, space, H5P_DEFAULT, texts.data());
    return result;
  }
  const std::size_t width = H5Tget_size(type);
  std::string texts(count * width, '\0');
  if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) < 0) refuse(name, "cannot be read");
  for (std::size_t i = 0; i < count; ++i) {
    const auto text = texts.substr(i * width, width);
    result.push_back(text.substr(0, text.find('\0')));
  }
  return result;
}

Hdf5Writer::Hdf5Writer(std::string path)
    : path_(std::move(path)),
      file_(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose) {
  check(file_.good(), "it");
}

void Hdf5Writer::check(bool good, const std::string& name) const {
  if (!good) throw RunError("mesh file '" + path_ + "': " + name + " cannot be written");
}

void Hdf5Writer::group(const std::string& name) {
  const Hdf5Handle id(H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  check(id.good(), name);
}

void Hdf5Writer::write(const std::string& name, hid_t type, hid_t space, const void* values,
                       const std::string& unit) {
  const Hdf5Handle set(H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                       H5Dclose);
  check(set.good() && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0, name);
  if (unit.empty()) return;
  const Hdf5Handle text(H5Tcopy(H5T_C_S1), H5Tclose), scalar(H5Screate(H5S_SCALAR), H5Sclose);
  H5Tset_size(text, unit.size());
  const Hdf5Handle attribute(H5Acreate2(set, "units", text, scalar, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(attribute.good() && H5Awrite(attribute, text, unit.data()) >= 0, name);
}

namespace {

template <class Number>
Hdf5Handle extent(const Table<Number>& table) {
  const std::array<hsize_t, 2> size{table.rows, table.columns};
  return {H5Screate_simple(table.columns == 1 ? 1 : 2, size.data(), nullptr), H5Sclose};
}

}  // namespace

void Hdf5Writer::reals(const std::string& name, const Table<double>& table, const std::string& unit) {
  write(name, H5T_NATIVE_DOUBLE, extent(table), table.values.data(), unit);
}

void Hdf5Writer::integers(const std::string& name, const Table<std::int64_t>& table) {
  write(name, H5T_NATIVE_INT64, extent(table), table.values.data(), "");
}

void Hdf5Writer::strings(const std::string& name, const std::vector<std::string>& values) {
  std::size_t width = 1;
  for (const auto& value : values) width = std::max(width, value.size());
  std::string texts(values.size() * width, '\0');
  for (std::size_t i = 0; i < values.size(); ++i) values[i].copy(texts.data() + i * width, width);
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, width);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  const hsize_t count = values.size();
  const Hdf5Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  write(name, type, space, texts.data(), "");
}

void Hdf5Writer::flush() { check(H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0, "it"); }

}  // namespace febem::meshes
