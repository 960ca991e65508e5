// Meshes in files. meshes/README.md describes the layout of HDF5 files.
#pragma once

#include <optional>
#include <string>

#include "mesh/mirror.h"
#include "meshes/generator.h"

namespace febem::meshes {

/// The content of a mesh file, unchanged, and checked by the rules of its format alone.
struct MeshContent {
  Generated mesh;  ///< without its wet surface
  std::optional<mesh::Surface> surface;
};

/// A format of mesh files. A new one is one file with its MeshReader, and one line in
/// readers/list.inc.
struct MeshReader {
  /// Whether a file is of this format. The last reader of the list gets what no other one takes.
  bool (*takes)(const std::string& path);
  /// Throws core::InputError if data are missing, have a wrong shape, are out of range or NaN.
  MeshContent (*read)(const std::string& path);
};

/// Reads a mesh file. A surface in the file is matched with the structure's skin. Without a surface
/// the skin of the structure is cut into panels, by the skin_parameters in `cut`. A surface without
/// elements is rigid. With straight edges, panels lose their nodes between vertices; with curved
/// ones, panels of a structure get those of the elements' faces. Bodies must lie apart with the
/// edges that are asked for. Those of a structure must do so with straight edges, too. Throws
/// core::InputError naming the file if its format does, if elements or surface are not sound, if
/// the surface does not belong to the structure, and if there is a surface and it is to be cut.
/// With `mirrors` surfaces may be open, and faces that lie in one of the planes and face away from
/// its side are not wet.
Generated read_mesh(const std::string& path, const Values& cut = {}, Edges edges = Edges::curved,
    const mesh::Mirrors& mirrors = {});

/// The surface of a file, unchanged and not measured: it may be open, inside out or degenerate.
/// Throws core::InputError as read_mesh() for data that cannot be read, and if the file has
/// elements or no surface.
mesh::Surface read_loose_surface(const std::string& path);

/// "hull.h5" of "hull.msh" and ".h5".
std::string with_ending(const std::string& path, const std::string& ending);

/// "'meshes/import hull.msh hull.h5' makes a mesh file of it"
std::string import_command(const std::string& path);

/// Writes a mesh file, whole or not at all. Elements are grouped by kind. Throws core::RunError if
/// the file cannot be written.
void write_mesh(const std::string& path, const Generated& generated);

}  // namespace febem::meshes
