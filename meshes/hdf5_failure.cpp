#include "meshes/hdf5_failure.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "core/text.h"

namespace febem::meshes {
namespace {

std::string newer_library() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return "it was written by a newer HDF5 than " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release) +
         ", or is damaged; write it with libver 'earliest'";
}

/// "filter 32000 (lzf)": the first of the filters of a data set that the library has not; empty if it has all.
std::string missing_filter(hid_t set) {
  const hid_t properties = H5Dget_create_plist(set);
  if (properties < 0) return {};
  std::string missing;
  for (int i = 0; i < H5Pget_nfilters(properties) && missing.empty(); ++i) {
    unsigned flags = 0, configuration = 0;
    std::size_t values = 0;
    std::array<char, 80> name{};
    const auto at = static_cast<unsigned>(i);
    const auto number = H5Pget_filter2(properties, at, &flags, &values, nullptr, name.size() - 1, name.data(), &configuration);
    if (number < 0 || H5Zfilter_avail(number) > 0) continue;
    missing = "filter " + std::to_string(number) + (name[0] == '\0' ? "" : " (" + core::printable(name.data()) + ")");
  }
  H5Pclose(properties);
  return missing;
}

}  // namespace

Hdf5Failure::Hdf5Failure() {
  const auto collect = [](unsigned, const H5E_error2_t* error, void* data) -> herr_t {
    static_cast<std::vector<Cause>*>(data)->push_back({error->min_num, error->desc == nullptr ? "" : error->desc});
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, collect, &causes_);
}

bool Hdf5Failure::is(hid_t minor) const {
  return std::any_of(causes_.begin(), causes_.end(), [&](const Cause& cause) { return cause.minor == minor; });
}

bool Hdf5Failure::says(std::string_view words) const {
  return std::any_of(causes_.begin(), causes_.end(), [&](const Cause& cause) { return cause.text.find(words) != std::string::npos; });
}

// The names of files and objects are in quotes, and no part of what went wrong.
bool Hdf5Failure::is_of_newer_library() const {
  return std::any_of(causes_.begin(), causes_.end(), [](const Cause& cause) {
    return cause.text.find("version") != std::string::npos && cause.text.find('\'') == std::string::npos;
  });
}

int Hdf5Failure::system_error() const {
  constexpr std::string_view before = "errno = ";
  for (const auto& cause : causes_)
    if (const auto at = cause.text.find(before); at != std::string::npos) return std::atoi(cause.text.c_str() + at + before.size());
  return 0;
}

bool Hdf5Failure::is_lack_of_locks() const {
  const int error = system_error();
  return is_of_lock() && error != EAGAIN && error != EACCES;
}

std::string Hdf5Failure::otherwise() const {
  if (const int error = system_error(); error != 0) return std::strerror(error);
  return causes_.empty() ? "HDF5 does not say why" : "HDF5 says '" + core::printable(causes_.front().text, 200) + "'";
}

std::string Hdf5Failure::why_not_opened() const {
  if (is_lack_of_locks()) return "its file system has no locks (" + otherwise() + "); set HDF5_USE_FILE_LOCKING=FALSE";
  if (is_of_lock()) return "it is open for writing in another program; close it there";
  if (says("already open for"))
    return "it is open for writing, or was left so by a program that died; 'h5clear -s FILE' clears the mark";
  if (is(H5E_NOTHDF5)) return "it is not one";
  if (is(H5E_TRUNCATED)) return "it ends too early; copy it again";
  if (is_of_newer_library()) return newer_library();
  return otherwise();
}

std::string Hdf5Failure::why_not_read(hid_t set) const {
  if (set >= 0)
    if (const auto filter = missing_filter(set); !filter.empty()) return filter + " is not available; write it with gzip";
  return is_of_newer_library() ? newer_library() : otherwise();
}

}  // namespace febem::meshes
