// The mesh generators by name. A new generator is one file with its Generator, and one line in
// list.inc.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/wet_surface.h"

namespace febem::meshes {

/// A parameter of a generator.
struct Parameter {
  std::string_view name;
  std::string_view unit;  ///< "m", "deg", or "1" for counts, ratios and switches
  double value;           ///< default
  double low, high;       ///< allowed range, ends included
  bool whole;             ///< only whole numbers
  std::string_view help;
  /// `density` multiplies this count, and it must be a multiple of this number; 0: no such count.
  int multiple = 0;
};

/// The parameter by which every generator refines structure and surface together. It multiplies the
/// counts (Parameter::multiple), which are rounded before the generator gets them.
inline constexpr Parameter density_parameter{"density", "1", 1, 1, 10, false,
    "elements and panels along each direction, over their number at density 1"};

/// The parameters by which the outer faces of a solid, generated or of a file, are cut into panels.
/// A generator may be without some.
inline constexpr Parameter split_parameter{
    "split", "1", 2, 1, 16, true, "each outer face becomes split x split panels"};
inline constexpr Parameter triangles_parameter{
    "triangles", "1", 0, 0, 1, true, "1 cuts the panels into triangles"};
inline constexpr Parameter join_parameter{"join", "1", 1, 1, 16, true,
    "join x join outer faces, all quadrilaterals, are cut as if they were one"};
inline constexpr std::array skin_parameters{split_parameter, triangles_parameter, join_parameter};

using Values = std::map<std::string, double>;

/// The value of a parameter that takes whole numbers only.
inline int whole(const Values& values, const char* name) {
  return static_cast<int>(values.at(name));
}

struct Generated {
  mesh::Solid solid = {};     ///< empty for a rigid surface
  mesh::WetSurface wet = {};  ///< measured and validated
  std::map<std::string, std::string> materials =
      {};  ///< default material (known to fem) of each region of the solid
  std::map<std::string, std::array<bool, 3>> supports =
      {};  ///< default supports: node set -> held in x, y, z; none: free
  std::map<std::string, std::string> notes = {};  ///< further lines to print: name, text
};

/// The parts of a mesh that take memory. They are real numbers, because products of parameters may
/// exceed 2^63.
struct MeshSize {
  double nodes = 0;     ///< upper bound of the nodes of the solid
  double elements = 0;  ///< elements of the solid
  double panels = 0;
};

/// The default material of a region of the solid.
struct DefaultMaterial {
  std::string_view region;
  std::string_view material;  ///< known to fem
};

struct Generator {
  std::string_view name;
  std::string_view help;
  std::span<const Parameter> parameters;
  /// Size of the mesh, with a panel on each outer face. Gets every parameter, each within its
  /// range, as `generate` does.
  MeshSize (*size)(const Values& values);
  /// The mesh without its materials: either a solid without its wet surface, which the
  /// skin_parameters make of it, or a surface, which need not be measured.
  Generated (*generate)(const Values& values);
  std::span<const DefaultMaterial> materials =
      {};  ///< default materials of all regions of the solid
  /// Moves the surface, its middles and its ninth nodes onto the true surface. Null for a solid
  /// whose faces are curved enough, and for a surface of flat panels.
  void (*curve)(const Values& values, mesh::Surface& surface) = nullptr;
};

/// All generators, in the order of the list.
std::span<const Generator> generators();

/// The size of the mesh that the generator of this name would make. Parameters that are not given
/// take their defaults. Throws core::InputError on an unknown generator or parameter (with the
/// nearest name), on a value out of range, and if the mesh alone would not fit into this machine's
/// memory.
MeshSize mesh_size(std::string_view name, const Values& given);

/// How the outer faces of a solid are cut, by the skin_parameters among `given` and the defaults of
/// the others. Throws core::InputError on a value out of range.
mesh::SkinOptions skin_options(const Values& given);

/// Panels between straight edges, or with middles and ninth nodes on the true surface, for boundary
/// elements of order 1 and 2.
enum class Edges { straight, curved };

/// Runs the generator of this name. Throws core::InputError as mesh_size(), and if the parameters
/// cannot be combined.
Generated generate(std::string_view name, const Values& given, Edges edges = Edges::straight);

}  // namespace febem::meshes
