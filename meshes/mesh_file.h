// Meshes in HDF5 files; the layout is described in meshes/README.md.
#pragma once

#include <string>

#include "meshes/generator.h"

namespace febem::meshes {

/// Reads a mesh file. A surface in the file is matched with the structure's skin; without one the structure is skinned with
/// `options`; a surface without elements is rigid. Throws core::InputError naming file and data set on anything missing,
/// misshapen, out of range or not a number, and on a surface that does not belong to the structure.
Generated read_mesh(const std::string& path, const mesh::SkinOptions& options);

/// The surface of a file as it stands there, not measured: it may be open, inside out or degenerate. Throws
/// core::InputError as read_mesh() on what cannot be read, and if the file has elements, or no surface.
mesh::Surface read_loose_surface(const std::string& path);

/// Writes a mesh file, whole or not at all (elements are grouped by kind). Throws core::RunError if it cannot.
void write_mesh(const std::string& path, const Generated& generated);

}  // namespace febem::meshes
