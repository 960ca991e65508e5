#include "meshes/hdf5_reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/memory.h"
#include "core/text.h"
#include "core/units.h"

namespace febem::meshes {

using core::InputError;
using io::Handle;

namespace {

std::string newer_library() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return core::text("it was written by a newer HDF5 than ", major, ".", minor, ".", release,
      ", or is damaged; write it with libver 'earliest'");
}

/// "filter 32000 (lzf)": the first of the filters of a data set that the library has not; empty if
/// it has all.
std::string missing_filter(hid_t set) {
  const hid_t properties = H5Dget_create_plist(set);
  if (properties < 0) return {};
  const Handle closing(properties, H5Pclose, "properties");
  for (int i = 0; i < H5Pget_nfilters(properties); ++i) {
    unsigned flags = 0, configuration = 0;
    std::size_t values = 0;
    std::array<char, 80> name{};
    const auto number = H5Pget_filter2(properties, static_cast<unsigned>(i), &flags, &values,
        nullptr, name.size() - 1, name.data(), &configuration);
    if (number < 0 || H5Zfilter_avail(number) > 0) continue;
    return core::text(
        "filter ", number, name[0] == '\0' ? "" : " (" + core::printable(name.data()) + ")");
  }
  return {};
}

/// The cause of the call that has just failed, by the error stack of the library. Make this object
/// before any other function of the library is called, even before a file is closed.
class Failure {
 public:
  Failure() {
    const auto collect = [](unsigned, const H5E_error2_t* error, void* data) -> herr_t {
      static_cast<std::vector<Cause>*>(data)->push_back(
          {error->min_num, error->desc == nullptr ? "" : error->desc});
      return 0;
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, collect, &causes_);
  }

  /// Whether a file could not be opened because its file system has no locks. False if another
  /// program holds the lock.
  bool is_lack_of_locks() const {
    return is_of_lock() && system_error() != EAGAIN && system_error() != EACCES;
  }
  /// Whether the file was written in a version that the library does not know.
  bool is_of_newer_library() const {
    // The names of files and objects are in quotes, and no part of what went wrong.
    return any_of([](const Cause& cause) {
      return cause.text.find("version") != std::string::npos &&
             cause.text.find('\'') == std::string::npos;
    });
  }

  std::string why_not_opened() const {
    if (is_lack_of_locks())
      return "its file system has no locks (" + otherwise() + "); set HDF5_USE_FILE_LOCKING=FALSE";
    if (is_of_lock()) return "it is open for writing in another program; close it there";
    if (says("already open for"))
      return "it is open for writing, or was left so by a program that died; 'h5clear -s FILE' "
             "clears the mark";
    if (is(H5E_NOTHDF5)) return "it is not one";
    if (is(H5E_TRUNCATED)) return "it ends too early; copy it again";
    return why_not_read(H5I_INVALID_HID);
  }
  /// `set`: the data set that was read, if it could be opened.
  std::string why_not_read(hid_t set) const {
    if (set >= 0)
      if (const auto filter = missing_filter(set); !filter.empty())
        return filter + " is not available; write it with gzip";
    return is_of_newer_library() ? newer_library() : otherwise();
  }

 private:
  struct Cause {
    hid_t minor;
    std::string text;
  };
  bool any_of(const auto& is_so) const { return std::ranges::any_of(causes_, is_so); }
  bool is(hid_t minor) const {
    return any_of([&](const Cause& cause) { return cause.minor == minor; });
  }
  bool says(const char* words) const {
    return any_of([&](const Cause& cause) { return cause.text.find(words) != std::string::npos; });
  }
  bool is_of_lock() const { return says("unable to lock") || says("file locking"); }
  int system_error() const {  // 0 if there was none
    constexpr std::string_view before = "errno = ";
    for (const auto& cause : causes_)
      if (const auto at = cause.text.find(before); at != std::string::npos)
        return std::atoi(cause.text.c_str() + at + before.size());
    return 0;
  }
  std::string otherwise() const {
    if (const int error = system_error(); error != 0) return std::strerror(error);
    return causes_.empty() ? "HDF5 does not say why"
                           : "HDF5 says '" + core::printable(causes_.front().text, 200) + "'";
  }

  std::vector<Cause> causes_;  ///< the innermost first
};

constexpr double most_values = std::numeric_limits<std::int32_t>::max();

// As a real number, for the product of declared extents may pass 2^64.
double value_count(const Handle& space) {
  std::array<hsize_t, H5S_MAX_RANK> extents{};
  const int rank = H5Sget_simple_extent_dims(space.id(), extents.data(), nullptr);
  if (rank < 0) return std::numeric_limits<double>::quiet_NaN();
  return std::accumulate(extents.begin(), extents.begin() + rank, 1.0,
      [](double product, hsize_t extent) { return product * static_cast<double>(extent); });
}

// How many bytes a length takes in this file; 0 if it does not say.
std::size_t bytes_of_a_length(const Handle& file) {
  std::size_t address = 0, length = 0;
  const hid_t properties = H5Fget_create_plist(file.id());
  if (properties >= 0 && H5Pget_sizes(properties, &address, &length) < 0) length = 0;
  H5Pclose(properties);
  return length;
}

/// Whether a compound is a complex number as h5py writes it.
bool is_complex(const Handle& type) {
  const int r = H5Tget_member_index(type.id(), "r"), i = H5Tget_member_index(type.id(), "i");
  return H5Tget_nmembers(type.id()) == 2 && r >= 0 && i >= 0 &&
         H5Tget_member_class(type.id(), static_cast<unsigned>(r)) == H5T_FLOAT &&
         H5Tget_member_class(type.id(), static_cast<unsigned>(i)) == H5T_FLOAT;
}

/// `count` texts of this type, of variable length or not, which read(memory) reads.
template <class Read>
std::vector<std::string> texts_of(
    const Handle& type, const Handle& space, std::size_t count, Read&& read) {
  std::vector<std::string> result;
  if (H5Tis_variable_str(type.id()) > 0) {
    std::vector<char*> texts(count, nullptr);
    read(texts.data());
    for (const char* text : texts) result.emplace_back(text == nullptr ? "" : text);
    H5Dvlen_reclaim(type.id(), space.id(), H5P_DEFAULT, texts.data());
    return result;
  }
  const auto width = H5Tget_size(type.id());
  std::string texts(count * width, '\0');
  read(texts.data());
  for (std::size_t i = 0; i < count; ++i) {
    const auto text = texts.substr(i * width, width);
    result.push_back(text.substr(0, text.find('\0')));
  }
  return result;
}

Handle open_file(const std::string& path, const std::string& kind) {
  std::error_code none;  // a pipe would be waited for
  if (const auto status = std::filesystem::status(path, none);
      std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw InputError(kind, " '", path, "' is not a regular file");
  if (!std::filesystem::exists(path, none)) throw InputError(kind, " '", path, "' does not exist");
  const Handle unlocked = io::without_locks();
  hid_t id = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  // A file that another program holds is not read. One on a file system without locks is.
  if (id < 0 && Failure().is_lack_of_locks())
    id = H5Fopen(path.c_str(), H5F_ACC_RDONLY, unlocked.id());
  if (id < 0)
    throw InputError(
        kind, " '", path, "' cannot be read as an HDF5 file: ", Failure().why_not_opened());
  Handle file(id, H5Fclose, path);
  if (bytes_of_a_length(file) == 8 && !text_heaps_are_sound(path))
    throw InputError(kind, " '", path, "' is damaged: its texts do not fill their heap");
  return file;
}

}  // namespace

QuietHdf5::QuietHdf5() {
  // A damaged file can leave the library with objects that it cannot close; at exit it would say
  // so. All of ours are closed by then. Without effect if the library is already in use.
  H5dont_atexit();
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietHdf5::~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

Hdf5Reader::Hdf5Reader(std::string path, std::string kind)
    : path_(std::move(path)), kind_(std::move(kind)), file_(open_file(path_, kind_)) {}

void Hdf5Reader::refuse_unread(const std::string& name, hid_t set) const {
  refuse(name, "cannot be read: ", Failure().why_not_read(set));
}

Handle Hdf5Reader::checked(hid_t id, Handle::Close close, const std::string& name) const {
  if (id < 0) refuse_unread(name);
  return {id, close, name};
}

void Hdf5Reader::read(
    const Handle& set, hid_t memory_type, void* to, const std::string& name) const {
  if (H5Dread(set.id(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, to) < 0)
    refuse_unread(name, set.id());
}

bool Hdf5Reader::has(const std::string& name) const {
  const auto exists = [&](const std::string& path) {
    const htri_t found = H5Lexists(file_.id(), path.c_str(), H5P_DEFAULT);
    if (found < 0 && Failure().is_of_newer_library()) refuse_unread(path);
    return found > 0;
  };
  // Every group on the way has to exist before its member may be asked for.
  for (std::size_t end = name.find('/', 1); end != std::string::npos; end = name.find('/', end + 1))
    if (!exists(name.substr(0, end))) return false;
  return exists(name);
}

std::vector<std::string> Hdf5Reader::members(const std::string& group) const {
  std::vector<std::string> names;
  if (!has(group)) return names;
  const Handle opened = open(group, H5I_GROUP, "a group");
  const auto collect = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  if (H5Literate(opened.id(), H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names) < 0)
    refuse_unread(group);
  return names;
}

Handle Hdf5Reader::open(const std::string& name, H5I_type_t kind, const char* what) const {
  if (!has(name)) refuse(name, "is missing");
  Handle opened = checked(H5Oopen(file_.id(), name.c_str(), H5P_DEFAULT), H5Oclose, name);
  if (H5Iget_type(opened.id()) != kind) refuse(name, "is not ", what);
  return opened;
}

void Hdf5Reader::check_size(
    const Handle& set, const Handle& space, std::size_t bytes_each, const std::string& name) const {
  const double count = value_count(space);
  char declares[60];
  std::snprintf(declares, sizeof declares, "declares %.10g values", count);
  if (!(count <= most_values)) refuse(name, declares, "; 2^31 are too many");
  hsize_t file_size = 0;
  if (H5Fget_filesize(file_.id(), &file_size) < 0) refuse_unread(name);
  const auto held =
      static_cast<double>(std::min<hsize_t>(H5Dget_storage_size(set.id()), file_size));
  constexpr double tightest = 2000;  // zlib compresses nothing more
  if (!(count <= tightest * held)) refuse(name, declares, " and holds none or few of them");
  core::require_memory(
      count * static_cast<double>(bytes_each), kind_ + " '" + path_ + "': " + name);
}

template <class Number>
Table<Number> Hdf5Reader::shape(const Handle& set, const std::string& name) const {
  const Handle space = checked(H5Dget_space(set.id()), H5Sclose, name);
  const int rank = H5Sget_simple_extent_ndims(space.id());
  if (rank != 1 && rank != 2) refuse(name, "has ", rank, " dimensions; 1 or 2 are allowed");
  std::array<hsize_t, 2> size{0, 1};
  H5Sget_simple_extent_dims(space.id(), size.data(), nullptr);
  check_size(set, space, sizeof(Number), name);
  return {size[0], size[1], {}};
}

template <class Number>
Table<Number> Hdf5Reader::table(
    const std::string& name, std::size_t columns, hid_t memory_type, bool reals_allowed) const {
  const Handle set = open(name), type = checked(H5Dget_type(set.id()), H5Tclose, name);
  const auto kind = H5Tget_class(type.id());
  if (kind != H5T_INTEGER && !(reals_allowed && kind == H5T_FLOAT))
    refuse(name, reals_allowed ? "does not hold numbers" : "does not hold whole numbers");
  auto result = shape<Number>(set, name);
  if (columns != 0 && result.columns != columns)
    refuse(name, "has ", result.columns, " columns; ", columns, " are needed");
  result.values.resize(result.rows * result.columns);
  if (!result.values.empty()) read(set, memory_type, result.values.data(), name);
  return result;
}

std::string Hdf5Reader::units(const std::string& name) const {
  const Handle set = open(name);
  if (H5Aexists(set.id(), "units") <= 0) return {};
  const auto require = [&](bool good, const char* otherwise) {
    if (!good) refuse(name, "has units ", otherwise);
  };
  const auto owned = [&](hid_t id, Handle::Close close) {
    require(id >= 0, "that cannot be read");
    return Handle(id, close, name);
  };
  const Handle attribute = owned(H5Aopen(set.id(), "units", H5P_DEFAULT), H5Aclose),
               type = owned(H5Aget_type(attribute.id()), H5Tclose),
               space = owned(H5Aget_space(attribute.id()), H5Sclose);
  require(H5Tget_class(type.id()) == H5T_STRING && H5Sget_simple_extent_npoints(space.id()) == 1 &&
              H5Tget_size(type.id()) <= 1000,
      "that are not one text");
  const auto texts = texts_of(type, space, 1, [&](void* to) {
    require(H5Aread(attribute.id(), type.id(), to) >= 0, "that cannot be read");
  });
  const auto text =
      texts[0].substr(0, texts[0].find_last_not_of(' ') + 1);  // Fortran pads with blanks
  require(!text.empty(), "without a name");
  return text;
}

double Hdf5Reader::unit(const std::string& name, const std::string& base) const {
  const auto found = units(name);
  if (found.empty()) return 1;
  try {
    return core::parse_quantity("1 " + found, base);
  } catch (const InputError& error) {
    refuse(name, error.what());
  }
}

Table<double> Hdf5Reader::reals(const std::string& name, std::size_t columns) const {
  return table<double>(name, columns, H5T_NATIVE_DOUBLE, true);
}

Table<std::int64_t> Hdf5Reader::integers(const std::string& name, std::size_t columns) const {
  return table<std::int64_t>(name, columns, H5T_NATIVE_INT64, false);
}

std::vector<std::complex<double>> Hdf5Reader::complexes(const std::string& name) const {
  std::vector<std::complex<double>> result;
  const Handle set = open(name), type = checked(H5Dget_type(set.id()), H5Tclose, name);
  if (H5Tget_class(type.id()) != H5T_COMPOUND) {
    const auto parts = reals(name, 0);
    if (parts.columns != 1 && parts.columns != 2)
      refuse(name, "has ", parts.columns,
          " columns; 1, or 2 for real and imaginary parts, are needed");
    for (std::size_t i = 0; i < parts.rows; ++i)
      result.emplace_back(parts(i, 0), parts.columns == 2 ? parts(i, 1) : 0.0);
    return result;
  }
  if (!is_complex(type)) refuse(name, "holds compounds that are not two real numbers 'r' and 'i'");
  const auto size = shape<std::complex<double>>(set, name);
  if (size.columns != 1)
    refuse(name, "has ", size.columns, " columns of complex numbers; 1 is needed");
  const Handle memory(H5Tcreate(H5T_COMPOUND, sizeof(std::complex<double>)), H5Tclose, name);
  H5Tinsert(memory.id(), "r", 0, H5T_NATIVE_DOUBLE);
  H5Tinsert(memory.id(), "i", sizeof(double), H5T_NATIVE_DOUBLE);
  result.resize(size.rows);
  if (!result.empty()) read(set, memory.id(), result.data(), name);
  return result;
}

std::vector<std::string> Hdf5Reader::strings(const std::string& name) const {
  const Handle set = open(name), type = checked(H5Dget_type(set.id()), H5Tclose, name),
               space = checked(H5Dget_space(set.id()), H5Sclose, name);
  if (H5Tget_class(type.id()) != H5T_STRING) refuse(name, "does not hold names");
  check_size(set, space, std::max(H5Tget_size(type.id()), sizeof(std::string)), name);
  const auto count =
      static_cast<std::size_t>(std::max<hssize_t>(0, H5Sget_simple_extent_npoints(space.id())));
  if (count == 0) return {};
  const Handle memory = checked(H5Tcopy(type.id()), H5Tclose, name);
  return texts_of(memory, space, count, [&](void* to) { read(set, memory.id(), to, name); });
}

// A heap begins with "GCOL", version 1, three zero bytes and its size (8 bytes, the header of 16
// included). Objects follow, each an index (2 bytes), a count of references (2), four zero bytes,
// its size (8) and its data, padded to a multiple of 8. Index 0 is the free space at the end: its
// size counts its own header, which it lacks where fewer bytes than that are left.

namespace {

using namespace std::string_view_literals;

constexpr auto signature = "GCOL\1\0\0\0"sv;
constexpr std::size_t header = 16;

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// `bytes` from the signature of a heap to the end of the file.
bool is_sound(std::string_view bytes) {
  if (bytes.size() < header) return false;
  const auto size = little_endian(bytes.substr(8, 8));
  if (size < header || size > bytes.size()) return false;
  bytes = bytes.substr(header, size - header);
  while (bytes.size() >= header) {
    const auto index = little_endian(bytes.substr(0, 2)),
               length = little_endian(bytes.substr(8, 8));
    if (index == 0) return length == bytes.size();
    const auto room = bytes.size() - header;
    if (length > room || (length + 7) / 8 * 8 > room) return false;
    bytes.remove_prefix(header + (length + 7) / 8 * 8);
  }
  return true;
}

}  // namespace

// A map of the file in memory would end the process by SIGBUS where a page cannot be had: a hole on
// a full file system, a file cut meanwhile.
bool text_heaps_are_sound(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::error_code none;
  const std::uint64_t total = in ? std::filesystem::file_size(file, none) : 0;
  if (none) return true;
  const auto read = [&](std::uint64_t from, std::uint64_t count) {
    std::string bytes(std::min(count, total - from), '\0');
    in.clear();
    in.seekg(static_cast<std::streamoff>(from))
        .read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    return bytes;
  };
  constexpr std::uint64_t block = 1 << 20;
  for (std::uint64_t from = 0; from < total; from += block) {
    const auto bytes = read(from, block + signature.size() - 1);
    for (auto at = bytes.find(signature); at != bytes.npos; at = bytes.find(signature, at + 1)) {
      const auto size = read(from + at, header);
      if (size.size() < header || !is_sound(read(from + at, std::max<std::uint64_t>(header,
                                                                little_endian(size.substr(8))))))
        return false;
    }
  }
  return true;
}

}  // namespace febem::meshes
