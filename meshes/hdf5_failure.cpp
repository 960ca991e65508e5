#include "meshes/hdf5_failure.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

#include "core/error.h"
#include "core/text.h"

namespace febem::meshes {

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
  std::string missing;
  for (int i = 0; i < H5Pget_nfilters(properties) && missing.empty(); ++i) {
    unsigned flags = 0, configuration = 0;
    std::size_t values = 0;
    std::array<char, 80> name{};
    const auto at = static_cast<unsigned>(i);
    const auto number = H5Pget_filter2(
        properties, at, &flags, &values, nullptr, name.size() - 1, name.data(), &configuration);
    if (number < 0 || H5Zfilter_avail(number) > 0) continue;
    missing = core::text(
        "filter ", number, name[0] == '\0' ? "" : " (" + core::printable(name.data()) + ")");
  }
  H5Pclose(properties);
  return missing;
}

}  // namespace

Hdf5Failure::Hdf5Failure() {
  const auto collect = [](unsigned, const H5E_error2_t* error, void* data) -> herr_t {
    static_cast<std::vector<Cause>*>(data)->push_back(
        {error->min_num, error->desc == nullptr ? "" : error->desc});
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, collect, &causes_);
}

bool Hdf5Failure::is(hid_t minor) const {
  return std::ranges::count(causes_, minor, &Cause::minor) > 0;
}

bool Hdf5Failure::says(std::string_view words) const {
  return std::ranges::any_of(
      causes_, [&](const Cause& cause) { return cause.text.find(words) != std::string::npos; });
}

// The names of files and objects are in quotes, and no part of what went wrong.
bool Hdf5Failure::is_of_newer_library() const {
  return std::ranges::any_of(causes_, [](const Cause& cause) {
    return cause.text.find("version") != std::string::npos &&
           cause.text.find('\'') == std::string::npos;
  });
}

int Hdf5Failure::system_error() const {
  constexpr std::string_view before = "errno = ";
  for (const auto& cause : causes_)
    if (const auto at = cause.text.find(before); at != std::string::npos)
      return std::atoi(cause.text.c_str() + at + before.size());
  return 0;
}

bool Hdf5Failure::is_lack_of_locks() const {
  const int error = system_error();
  return is_of_lock() && error != EAGAIN && error != EACCES;
}

std::string Hdf5Failure::otherwise() const {
  if (const int error = system_error(); error != 0) return std::strerror(error);
  return causes_.empty() ? "HDF5 does not say why"
                         : "HDF5 says '" + core::printable(causes_.front().text, 200) + "'";
}

std::string Hdf5Failure::why_not_opened() const {
  if (is_lack_of_locks())
    return "its file system has no locks (" + otherwise() + "); set HDF5_USE_FILE_LOCKING=FALSE";
  if (is_of_lock()) return "it is open for writing in another program; close it there";
  if (says("already open for"))
    return "it is open for writing, or was left so by a program that died; 'h5clear -s FILE' "
           "clears the mark";
  if (is(H5E_NOTHDF5)) return "it is not one";
  if (is(H5E_TRUNCATED)) return "it ends too early; copy it again";
  if (is_of_newer_library()) return newer_library();
  return otherwise();
}

std::string Hdf5Failure::why_not_read(hid_t set) const {
  if (set >= 0)
    if (const auto filter = missing_filter(set); !filter.empty())
      return filter + " is not available; write it with gzip";
  return is_of_newer_library() ? newer_library() : otherwise();
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
