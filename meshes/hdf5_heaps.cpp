// A heap begins with "GCOL", version 1, three zero bytes and its size (8 bytes, the header of 16 included). Objects follow, each an
// index (2 bytes), a count of references (2), four zero bytes, its size (8) and its data, padded to a multiple of 8. Index 0
// is the free space at the end: its size counts its own header, which it lacks where fewer bytes than that are left.
#include "meshes/hdf5_heaps.h"

#include <boost/interprocess/file_mapping.hpp>
#include <boost/interprocess/mapped_region.hpp>
#include <cstdint>
#include <string_view>

namespace febem::meshes {
namespace {

using namespace std::string_view_literals;

constexpr auto signature = "GCOL\1\0\0\0"sv;
constexpr std::size_t header = 16;

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// `bytes` from the signature of a heap to the end of the file.
bool is_sound(std::string_view bytes) {
  if (bytes.size() < header) return false;
  const auto size = little_endian(bytes.substr(8, 8));
  if (size < header || size > bytes.size()) return false;
  bytes = bytes.substr(header, size - header);
  while (bytes.size() >= header) {
    const auto index = little_endian(bytes.substr(0, 2)), length = little_endian(bytes.substr(8, 8));
    if (index == 0) return length == bytes.size();
    const auto room = bytes.size() - header;
    if (length > room || (length + 7) / 8 * 8 > room) return false;
    bytes.remove_prefix(header + (length + 7) / 8 * 8);
  }
  return true;
}

}  // namespace

bool text_heaps_are_sound(const std::filesystem::path& file) {
  namespace map = boost::interprocess;
  try {
    const map::file_mapping mapping(file.c_str(), map::read_only);
    const map::mapped_region region(mapping, map::read_only);
    const std::string_view all(static_cast<const char*>(region.get_address()), region.get_size());
    for (auto at = all.find(signature); at != all.npos; at = all.find(signature, at + 1))
      if (!is_sound(all.substr(at))) return false;
  } catch (const map::interprocess_exception&) {
  }
  return true;
}

}  // namespace febem::meshes
