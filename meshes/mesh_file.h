// Meshes in HDF5 files. meshes/README.md describes the layout.
#pragma once

#include <string>

#include "meshes/generator.h"

namespace febem::meshes {

/// Reads a mesh file. A surface in the file is matched with the structure's skin. Without a surface
/// the skin of the structure is cut into panels, by the skin_parameters in `cut`. A surface without
/// elements is rigid. With straight edges, panels lose their nodes between vertices; with curved
/// ones, panels of a structure get those of the elements' faces. Bodies must lie apart with the
/// edges that are asked for. Those of a structure must do so with straight edges, too. Throws
/// core::InputError naming file and data set if data are missing, have a wrong shape, are out of
/// range or NaN, if the surface does not belong to the structure, and if there is a surface and it
/// is to be cut.
Generated read_mesh(const std::string& path, const Values& cut = {}, Edges edges = Edges::curved);

/// The surface of a file, unchanged and not measured: it may be open, inside out or degenerate.
/// Throws core::InputError as read_mesh() for data that cannot be read, and if the file has
/// elements or no surface.
mesh::Surface read_loose_surface(const std::string& path);

/// Writes a mesh file, whole or not at all. Elements are grouped by kind. Throws core::RunError if
/// the file cannot be written.
void write_mesh(const std::string& path, const Generated& generated);

}  // namespace febem::meshes
