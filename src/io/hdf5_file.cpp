#include "io/hdf5_file.h"

#include <hdf5_hl.h>

#include <cstdint>
#include <limits>

#include "core/error.h"

namespace febem::io {
namespace {

void check(herr_t status, const std::string& what) {
  if (status < 0) throw core::RunError("HDF5 cannot " + what);
}

Handle properties(hid_t kind) { return {H5Pcreate(kind), H5Pclose, "create a property list"}; }

Handle in_memory() {
  // Errors are exceptions here; the library need not print them as well.
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  Handle access = properties(H5P_FILE_ACCESS);
  constexpr std::size_t growth = std::size_t{1} << 20;
  check(H5Pset_fapl_core(access.id(), growth, 0), "keep a file in memory");
  return access;
}

std::string name_of(const char& identity) {
  return "memory-" + std::to_string(reinterpret_cast<std::uintptr_t>(&identity));
}

// HDF5 takes a copy of the image, which it declares as if it wrote to it.
Handle open_image(const std::string& name, std::span<const std::byte> image) {
  const Handle access = in_memory();
  check(H5Pset_file_image(access.id(), const_cast<std::byte*>(image.data()), image.size()),
      "copy a file");
  return {H5Fopen(name.c_str(), H5F_ACC_RDONLY, access.id()), H5Fclose,
      "open a file: it is damaged or not HDF5"};
}

Handle open_on_disk(const std::string& path, bool writable) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  // No other process knows the file, and not every file system has locks.
  return {H5Fopen(path.c_str(), writable ? H5F_ACC_RDWR : H5F_ACC_RDONLY, without_locks().id()),
      H5Fclose, "open '" + path + "'"};
}

Handle space_of(const Hdf5File::Shape& shape) {
  if (shape.empty()) return {H5Screate(H5S_SCALAR), H5Sclose, "create a scalar"};
  return {H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose,
      "create a dataspace"};
}

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "create a text type");
  check(H5Tset_size(type.id(), H5T_VARIABLE), "size a text type");
  check(H5Tset_cset(type.id(), H5T_CSET_UTF8), "set the characters of a text type");
  return type;
}

hsize_t total(const Hdf5File::Shape& shape) {
  hsize_t count = 1;
  for (const auto extent : shape) count *= extent;
  return count;
}

Handle open_dataset(const Handle& file, const std::string& name) {
  return {
      H5Dopen2(file.id(), name.c_str(), H5P_DEFAULT), H5Dclose, "open the dataset '" + name + "'"};
}

void fill_dataset(const Handle& set, const std::string& name, hid_t type, const auto& values) {
  if (!values.empty())
    check(H5Dwrite(set.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
        "write '" + name + "'");
}

/// `extent` values from `first` on.
void select_part(const Handle& space, const Hdf5File::Shape& first, const Hdf5File::Shape& extent,
    const std::string& name) {
  check(H5Sselect_hyperslab(
            space.id(), H5S_SELECT_SET, first.data(), nullptr, extent.data(), nullptr),
      "select a part of '" + name + "'");
}

Handle space_of_dataset(const Handle& set, const std::string& name) {
  return {H5Dget_space(set.id()), H5Sclose, "describe '" + name + "'"};
}

Hdf5File::Shape shape_of(const Handle& set, const std::string& name) {
  const Handle space = space_of_dataset(set, name);
  Hdf5File::Shape extent(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space.id())));
  if (!extent.empty()) H5Sget_simple_extent_dims(space.id(), extent.data(), nullptr);
  return extent;
}

}  // namespace

Handle::Handle(hid_t id, Close close, const std::string& what) : id_(id), close_(close) {
  if (id < 0) throw core::RunError("HDF5 cannot " + what);
}

Handle::~Handle() {
  if (id_ >= 0) close_(id_);
}

herr_t Handle::end() { return close_(std::exchange(id_, -1)); }

Handle& Handle::operator=(Handle&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(close_, other.close_);
  return *this;
}

Handle without_locks() {
  Handle access = properties(H5P_FILE_ACCESS);
#if H5_VERSION_GE(1, 10, 7)
  check(H5Pset_file_locking(access.id(), false, true), "leave a file unlocked");
#endif
  return access;
}

Hdf5File::Hdf5File()
    : identity_(std::make_unique<char>()),
      file_(H5Fcreate(name_of(*identity_).c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, in_memory().id()),
          H5Fclose, "create a file") {}

Hdf5File::Hdf5File(std::span<const std::byte> image)
    : identity_(std::make_unique<char>()), file_(open_image(name_of(*identity_), image)) {}

Hdf5File::Hdf5File(const std::filesystem::path& existing, bool writable)
    : file_(open_on_disk(existing.string(), writable)) {}

Handle Hdf5File::dataset(
    const std::string& name, hid_t type, const Handle& space, const Handle& creation) {
  const Handle links = properties(H5P_LINK_CREATE);
  check(H5Pset_create_intermediate_group(links.id(), 1), "create groups");
  check(H5Pset_obj_track_times(creation.id(), 0), "leave out time stamps");
  return {H5Dcreate2(
              file_.id(), name.c_str(), type, space.id(), links.id(), creation.id(), H5P_DEFAULT),
      H5Dclose, "create the dataset '" + name + "'"};
}

Handle Hdf5File::dataset(
    const std::string& name, hid_t type, const Shape& shape, const double* fill) {
  const Handle creation = properties(H5P_DATASET_CREATE);
  if (fill != nullptr)
    check(H5Pset_fill_value(creation.id(), H5T_NATIVE_DOUBLE, fill), "set a fill value");
  return dataset(name, type, space_of(shape), creation);
}

template <class T>
void Hdf5File::write_values(const std::string& name, hid_t type, std::span<const T> values,
    const Shape& shape, const std::string& unit) {
  if (total(shape) != values.size())
    throw core::RunError(
        "HDF5 dataset '", name, "': ", values.size(), " values do not fill its shape");
  fill_dataset(dataset(name, type, shape), name, type, values);
  if (!unit.empty()) attribute(name, "units", unit);
}

void Hdf5File::write(const std::string& name, std::span<const double> values, const Shape& shape,
    const std::string& unit) {
  write_values(name, H5T_NATIVE_DOUBLE, values, shape, unit);
}

void Hdf5File::write(
    const std::string& name, std::span<const std::int32_t> values, const Shape& shape) {
  write_values(name, H5T_NATIVE_INT32, values, shape, "");
}

void Hdf5File::write(const std::string& name, std::span<const std::int64_t> values,
    const Shape& shape, const std::string& unit) {
  write_values(name, H5T_NATIVE_INT64, values, shape, unit);
}

void Hdf5File::write_texts(
    const std::string& name, const std::vector<const char*>& values, const Shape& shape) {
  const Handle type = text_type();
  fill_dataset(dataset(name, type.id(), shape), name, type.id(), values);
}

void Hdf5File::write(const std::string& name, const std::vector<std::string>& values, Shape shape) {
  std::vector<const char*> pointers;
  for (const auto& value : values) pointers.push_back(value.c_str());
  if (shape.empty()) shape = {values.size()};
  write_texts(name, pointers, shape);
}

void Hdf5File::write(const std::string& name, const std::string& value) {
  write_texts(name, {value.c_str()}, {});
}

void Hdf5File::create(const std::string& name, const Shape& shape, const std::string& unit) {
  constexpr double unwritten = std::numeric_limits<double>::quiet_NaN();
  dataset(name, H5T_NATIVE_DOUBLE, shape, &unwritten);
  if (!unit.empty()) attribute(name, "units", unit);
}

template <class Transfer>
void Hdf5File::with_row(
    const std::string& name, hsize_t row, hsize_t length, Transfer&& transfer) const {
  auto found = rows_.find(name);
  if (found == rows_.end()) found = rows_.emplace(name, open_dataset(file_, name)).first;
  const Handle& set = found->second;
  Shape extent = shape_of(set, name);
  Shape start(extent.size(), 0);
  if (start.empty() || row >= extent[0])
    throw core::RunError("HDF5 dataset '" + name + "' has no such row");
  start[0] = row;
  extent[0] = 1;
  if (total(extent) != length)
    throw core::RunError("HDF5 dataset '" + name + "': a row of the wrong length");
  if (length == 0) return;
  const Handle memory = space_of(extent);
  const Handle space = space_of_dataset(set, name);
  select_part(space, start, extent, name);
  transfer(set.id(), memory.id(), space.id());
}

void Hdf5File::write_row(const std::string& name, hsize_t row, std::span<const double> values) {
  with_row(name, row, values.size(), [&](hid_t set, hid_t memory, hid_t space) {
    check(H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values.data()),
        "write a row of '" + name + "'");
  });
}

std::vector<double> Hdf5File::read_row(const std::string& name, hsize_t row) const {
  Shape extent = shape(name);
  if (!extent.empty()) extent[0] = 1;
  std::vector<double> values(total(extent));
  with_row(name, row, values.size(), [&](hid_t set, hid_t memory, hid_t space) {
    check(H5Dread(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values.data()),
        "read a row of '" + name + "'");
  });
  return values;
}

void Hdf5File::view(const std::string& name, const std::string& dataset_name, const Shape& first,
    const Shape& extent, const Shape& shape) {
  const Handle source = open_dataset(file_, dataset_name);
  const Handle type(H5Dget_type(source.id()), H5Tclose, "type of '" + dataset_name + "'");
  const Handle part = space_of_dataset(source, dataset_name);
  select_part(part, first, extent, dataset_name);
  if (H5Sselect_valid(part.id()) <= 0)
    throw core::RunError("HDF5 dataset '" + dataset_name + "' has no such part");
  const Handle space = space_of(shape), creation = properties(H5P_DATASET_CREATE);
  check(H5Pset_virtual(creation.id(), space.id(), ".", dataset_name.c_str(), part.id()),
      "view a part of '" + dataset_name + "'");
  dataset(name, type.id(), space, creation);
}

void Hdf5File::dimensions(const std::string& name, const std::vector<std::string>& scales) {
  const Handle set = open_dataset(file_, name);
  for (unsigned i = 0; i < scales.size(); ++i) {
    const Handle scale = open_dataset(file_, scales[i]);
    const auto own_name = scales[i].substr(scales[i].rfind('/') + 1);
    if (H5DSis_scale(scale.id()) <= 0)
      check(H5DSset_scale(scale.id(), own_name.c_str()), "make '" + scales[i] + "' a scale");
    check(H5DSattach_scale(set.id(), scale.id(), i), "name the dimensions of '" + name + "'");
  }
}

void Hdf5File::write_attribute(
    const std::string& object, const std::string& name, hid_t type, const void* value) {
  const Handle owner(
      H5Oopen(file_.id(), object.c_str(), H5P_DEFAULT), H5Oclose, "open '" + object + "'");
  const Handle space = space_of({});
  const Handle attribute(
      H5Acreate2(owner.id(), name.c_str(), type, space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
      "create the attribute '" + name + "' of '" + object + "'");
  check(H5Awrite(attribute.id(), type, value), "write the attribute '" + name + "'");
}

void Hdf5File::attribute(
    const std::string& object, const std::string& name, const std::string& value) {
  const char* const pointer = value.c_str();
  write_attribute(object, name, text_type().id(), &pointer);
}

void Hdf5File::attribute(const std::string& object, const std::string& name, double value) {
  write_attribute(object, name, H5T_NATIVE_DOUBLE, &value);
}

bool Hdf5File::contains(const std::string& name) const {
  return H5Oexists_by_name(file_.id(), name.c_str(), H5P_DEFAULT) > 0;
}

Hdf5File::Shape Hdf5File::shape(const std::string& name) const {
  return shape_of(open_dataset(file_, name), name);
}

template <class T>
std::vector<T> Hdf5File::read_values(const std::string& name, hid_t type) const {
  const Handle set = open_dataset(file_, name);
  std::vector<T> values(total(shape_of(set, name)));
  if (!values.empty())
    check(H5Dread(set.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
        "read '" + name + "'");
  return values;
}

std::vector<double> Hdf5File::read_doubles(const std::string& name) const {
  return read_values<double>(name, H5T_NATIVE_DOUBLE);
}

std::vector<std::int32_t> Hdf5File::read_integers(const std::string& name) const {
  return read_values<std::int32_t>(name, H5T_NATIVE_INT32);
}

std::vector<std::string> Hdf5File::read_texts(const std::string& name) const {
  std::vector<std::string> result;
  for (char* text : read_values<char*>(name, text_type().id())) {
    result.emplace_back(text == nullptr ? "" : text);
    H5free_memory(text);
  }
  return result;
}

std::string Hdf5File::read_text(const std::string& name) const {
  auto texts = read_texts(name);
  if (texts.size() != 1) throw core::RunError("HDF5 dataset '" + name + "' is not one text");
  return std::move(texts.front());
}

std::vector<std::byte> Hdf5File::image() {
  check(H5Fflush(file_.id(), H5F_SCOPE_LOCAL), "flush a file");
  const auto size = H5Fget_file_image(file_.id(), nullptr, 0);
  if (size < 0) throw core::RunError("HDF5 cannot size a file");
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  if (H5Fget_file_image(file_.id(), bytes.data(), bytes.size()) < 0)
    throw core::RunError("HDF5 cannot copy a file");
  return bytes;
}

void Hdf5File::close() {
  rows_.clear();
  check(H5Fflush(file_.id(), H5F_SCOPE_GLOBAL), "flush a file");
  check(file_.end(), "close a file");
}

}  // namespace febem::io
