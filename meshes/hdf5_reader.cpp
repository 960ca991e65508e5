#include "meshes/hdf5_reader.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/error.h"

namespace febem::meshes {

using core::InputError;
using io::Handle;

namespace {

Handle open_file(const std::string& path) {
  const hid_t id = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (id >= 0) return {id, H5Fclose, path};
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) throw InputError("mesh file '" + path + "' does not exist");
  throw InputError("mesh file '" + path + "' cannot be read as an HDF5 file");
}

}  // namespace

QuietHdf5::QuietHdf5() {
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietHdf5::~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

Hdf5Reader::Hdf5Reader(std::string path) : path_(std::move(path)), file_(open_file(path_)) {}

void Hdf5Reader::refuse(const std::string& name, const std::string& why) const {
  throw InputError("mesh file '" + path_ + "': " + name + " " + why);
}

bool Hdf5Reader::has(const std::string& name) const {
  // Every group on the way has to exist before its member may be asked for.
  for (std::size_t end = name.find('/', 1); end != std::string::npos; end = name.find('/', end + 1))
    if (H5Lexists(file_.id(), name.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
  return H5Lexists(file_.id(), name.c_str(), H5P_DEFAULT) > 0;
}

std::vector<std::string> Hdf5Reader::members(const std::string& group) const {
  std::vector<std::string> names;
  if (!has(group)) return names;
  const hid_t id = H5Gopen2(file_.id(), group.c_str(), H5P_DEFAULT);
  if (id < 0) refuse(group, "is not a group");
  const Handle opened(id, H5Gclose, group);
  const auto collect = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  H5Literate(id, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names);
  return names;
}

Handle Hdf5Reader::open(const std::string& name) const {
  if (!has(name)) refuse(name, "is missing");
  const hid_t id = H5Dopen2(file_.id(), name.c_str(), H5P_DEFAULT);
  if (id < 0) refuse(name, "is not a data set");
  return {id, H5Dclose, name};
}

Handle Hdf5Reader::type_of(const Handle& set, const std::string& name) const {
  const hid_t id = H5Dget_type(set.id());
  if (id < 0) refuse(name, "cannot be read");
  return {id, H5Tclose, name};
}

Handle Hdf5Reader::space_of(const Handle& set, const std::string& name) const {
  const hid_t id = H5Dget_space(set.id());
  if (id < 0) refuse(name, "cannot be read");
  return {id, H5Sclose, name};
}

template <class Number>
Table<Number> Hdf5Reader::table(const std::string& name, std::size_t columns, hid_t memory_type,
                                bool reals_allowed) const {
  const Handle set = open(name), type = type_of(set, name), space = space_of(set, name);
  const auto kind = H5Tget_class(type.id());
  if (kind != H5T_INTEGER && !(reals_allowed && kind == H5T_FLOAT))
    refuse(name, reals_allowed ? "does not hold numbers" : "does not hold whole numbers");
  const int rank = H5Sget_simple_extent_ndims(space.id());
  if (rank != 1 && rank != 2) refuse(name, "has " + std::to_string(rank) + " dimensions; 1 or 2 are allowed");
  std::array<hsize_t, 2> size{0, 1};
  H5Sget_simple_extent_dims(space.id(), size.data(), nullptr);
  if (columns != 0 && size[1] != columns)
    refuse(name, "has " + std::to_string(size[1]) + " columns; " + std::to_string(columns) + " are needed");
  Table<Number> result{size[0], size[1], std::vector<Number>(size[0] * size[1])};
  if (!result.values.empty() &&
      H5Dread(set.id(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, result.values.data()) < 0)
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
  const Handle set = open(name), type = type_of(set, name), space = space_of(set, name);
  if (H5Tget_class(type.id()) != H5T_STRING) refuse(name, "does not hold names");
  const auto count = static_cast<std::size_t>(std::max<hssize_t>(0, H5Sget_simple_extent_npoints(space.id())));
  std::vector<std::string> result;
  if (count == 0) return result;
  if (H5Tis_variable_str(type.id()) > 0) {
    std::vector<char*> texts(count, nullptr);
    const hid_t copy = H5Tcopy(type.id());
    if (copy < 0) refuse(name, "cannot be read");
    const Handle memory(copy, H5Tclose, name);
    if (H5Dread(set.id(), memory.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) < 0) refuse(name, "cannot be read");
    for (const char* text : texts) result.emplace_back(text == nullptr ? "" : text);
    H5Dvlen_reclaim(memory.id(), space.id(), H5P_DEFAULT, texts.data());
    return result;
  }
  const std::size_t width = H5Tget_size(type.id());
  std::string texts(count * width, '\0');
  if (H5Dread(set.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) < 0) refuse(name, "cannot be read");
  for (std::size_t i = 0; i < count; ++i) {
    const auto text = texts.substr(i * width, width);
    result.push_back(text.substr(0, text.find('\0')));
  }
  return result;
}

}  // namespace febem::meshes
