// The heaps of texts that HDF5 writes, and what becomes of them.
#include "meshes/hdf5_heaps.h"

#include <unistd.h>

#include <fstream>

#include "io/atomic_file.h"
#include "io/hdf5_file.h"
#include "support/catch.h"

using febem::meshes::text_heaps_are_sound;

namespace {

/// A file with texts of every length around the padding to 8 bytes, more than fit a heap of the usual 4096 bytes.
std::string file_of_texts() {
  std::vector<std::string> texts;
  for (std::size_t length = 0; length < 200; ++length) texts.emplace_back(length, 'x');
  febem::io::Hdf5File file;
  file.write("/texts", texts);
  const auto image = file.image();
  return {reinterpret_cast<const char*>(image.data()), image.size()};
}

bool is_sound(const std::string& bytes) {
  const auto path = std::filesystem::temp_directory_path() / ("febem_heap" + std::to_string(::getpid()));
  std::ofstream(path, std::ios::binary) << bytes;
  const bool sound = text_heaps_are_sound(path);
  std::filesystem::remove(path);
  return sound;
}

}  // namespace

TEST_CASE("heaps as the library writes them are sound, and so is a file without any") {
  const auto bytes = file_of_texts();
  REQUIRE(bytes.find("GCOL") != std::string::npos);
  CHECK(is_sound(bytes));
  CHECK(is_sound("no heap"));
  CHECK(text_heaps_are_sound("/nowhere"));
}

TEST_CASE("a heap is damaged when a size in it is not what its objects fill") {
  const auto bytes = file_of_texts();
  const auto heap = bytes.find("GCOL");
  for (const auto field : {heap + 8, heap + 16 + 8})  // the size of the heap, that of its first object
    for (std::size_t i = 0; i < 8; ++i) {
      auto damaged = bytes;
      damaged[field + i] = static_cast<char>(damaged[field + i] ^ 0x40);
      INFO("byte " << i << " of the size at " << field);
      CHECK_FALSE(is_sound(damaged));
    }
  CHECK_FALSE(is_sound(bytes.substr(0, heap + 100)));
}
