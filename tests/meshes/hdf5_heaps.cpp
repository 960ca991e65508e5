// The heaps of texts that HDF5 writes, and what becomes of them.
#include <hdf5.h>

#include "io/atomic_file.h"
#include "io/hdf5_file.h"
#include "meshes/hdf5_reader.h"
#include "support/catch.h"
#include "support/scratch.h"

using meshes::text_heaps_are_sound;

namespace {

/// A file with texts of every length around the padding to 8 bytes, more than fit a heap of the
/// usual 4096 bytes.
std::string file_of_texts() {
  Texts texts;
  for (std::size_t length = 0; length < 200; ++length) texts.emplace_back(length, 'x');
  io::Hdf5File file;
  file.write("/texts", texts);
  const auto image = file.image();
  return {reinterpret_cast<const char*>(image.data()), image.size()};
}

bool is_sound(const std::string& bytes) {
  const Scratch scratch("heap");
  std::ofstream(scratch.path(), std::ios::binary) << bytes;
  return text_heaps_are_sound(scratch.path());
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
  for (const auto field :
      {heap + 8, heap + 16 + 8})  // the size of the heap, that of its first object
    for (std::size_t i = 0; i < 8; ++i) {
      auto damaged = bytes;
      damaged[field + i] = static_cast<char>(damaged[field + i] ^ 0x40);
      INFO("byte " << i << " of the size at " << field);
      CHECK_FALSE(is_sound(damaged));
    }
  CHECK_FALSE(is_sound(bytes.substr(0, heap + 100)));
}

TEST_CASE("a heap is found wherever it begins in a large file") {
  const auto bytes = file_of_texts();
  const auto at = bytes.find("GCOL");
  std::uint64_t size = 0;
  std::memcpy(&size, bytes.data() + at + 8, sizeof size);
  const auto heap = bytes.substr(at, size);
  for (const std::size_t before :
      {0, (1 << 20) - 9, (1 << 20) - 8, (1 << 20) - 7, (1 << 20) - 1, 1 << 20, (1 << 20) + 1}) {
    auto damaged = heap;
    damaged[16 + 8] = static_cast<char>(damaged[16 + 8] ^ 0x40);
    INFO(before << " bytes before it");
    CHECK(is_sound(std::string(before, 'x') + heap + "more"));
    CHECK_FALSE(is_sound(std::string(before, 'x') + damaged + "more"));
  }
}

TEST_CASE("texts are read from files with lengths of 4 bytes too, whatever pads them to 8") {
  using io::Handle;
  const Scratch scratch("lengths");
  const auto& path = scratch.path();
  for (const std::size_t bytes : {4, 8}) {
    {
      const Handle properties(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "properties");
      REQUIRE(H5Pset_sizes(properties.id(), 8, bytes) >= 0);
      const Handle file(
          H5Fcreate(path.c_str(), H5F_ACC_TRUNC, properties.id(), H5P_DEFAULT), H5Fclose, "file");
      const Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "type");
      REQUIRE(H5Tset_size(type.id(), H5T_VARIABLE) >= 0);
      const hsize_t count = 2;
      const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose, "space");
      const Handle set(H5Dcreate2(file.id(), "names", type.id(), space.id(), H5P_DEFAULT,
                           H5P_DEFAULT, H5P_DEFAULT),
          H5Dclose, "names");
      const char* names[] = {"hull", "a longer name"};
      REQUIRE(H5Dwrite(set.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, names) >= 0);
    }
    if (bytes == 4) {
      std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
      const std::string content{std::istreambuf_iterator<char>(file), {}};
      const auto heap = content.find("GCOL");
      REQUIRE(heap != std::string::npos);
      file.seekp(static_cast<std::streamoff>(heap + 12)) << "pads";
    }
    INFO(bytes << " bytes");
    CHECK(meshes::Hdf5Reader(path).strings("/names") == Texts{"hull", "a longer name"});
  }
}
