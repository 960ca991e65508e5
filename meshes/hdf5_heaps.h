// A check of the texts in a damaged HDF5 file before the library reads them.
#pragma once

#include <filesystem>

namespace febem::meshes {

/// False if a global heap of the file, where HDF5 keeps texts of variable length, is damaged: if its objects do not fill it
/// exactly. HDF5 1.10 copies as many bytes as such an object says it has, wherever they end. Reads the whole file; true for
/// one that cannot be read, of which the library itself complains. Source: HDF5 File Format Specification 3.0, III.E
/// "Global Heap". For files whose lengths take 8 bytes, as common writers make them.
bool text_heaps_are_sound(const std::filesystem::path& file);

}  // namespace febem::meshes
