// The mesh generators by name. A new one: one file with its Generator, one line in list.inc.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/wet_surface.h"

namespace febem::meshes {

/// A number a generator can be given.
struct Parameter {
  std::string_view name;
  std::string_view unit;  ///< "m", "deg", "1" for counts, ratios and switches
  double value;           ///< default
  double low, high;       ///< allowed range, ends included
  bool whole;             ///< only whole numbers
  std::string_view help;
  int multiple = 0;  ///< a count that `density` multiplies and that must be a multiple of this; 0: no such count
};

/// The parameter by which every generator refines structure and surface together. The counts above are multiplied by it
/// and rounded before the generator sees them.
inline constexpr Parameter density_parameter{
    "density", "1", 1, 1, 10, false, "elements and panels along each direction, over their number at density 1"};

using Values = std::map<std::string, double>;

struct Generated {
  mesh::Solid solid;                                    ///< empty for a rigid surface
  mesh::WetSurface wet;                                 ///< measured and validated
  std::map<std::string, std::string> materials;         ///< default material (known to fem) of each region of the solid
  std::map<std::string, std::array<bool, 3>> supports;  ///< default supports: node set -> held in x, y, z; none: free
  std::map<std::string, std::string> notes;             ///< what else is worth printing
};

/// How much a mesh has of what takes memory; as real numbers, for products of parameters may pass 2^63.
struct MeshSize {
  double nodes = 0;     ///< of the solid; at most this
  double elements = 0;  ///< of the solid
  double panels = 0;
};

/// What a region of the solid is made of unless the user says otherwise.
struct DefaultMaterial {
  std::string_view region;
  std::string_view material;  ///< known to fem
};

struct Generator {
  std::string_view name;
  std::string_view help;
  std::span<const Parameter> parameters;
  MeshSize (*size)(const Values& values);           ///< gets every parameter, checked one by one, as the next
  Generated (*generate)(const Values& values);      ///< all but the materials
  std::span<const DefaultMaterial> materials = {};  ///< of every region of the solid
};

/// All generators, in the order of the list.
std::span<const Generator> generators();

/// What the generator of this name would make, without making it. Parameters not given take their defaults. Throws
/// core::InputError on an unknown generator or parameter (with the nearest name), on a value out of range, and if the mesh
/// alone would not fit into this machine's memory.
MeshSize mesh_size(std::string_view name, const Values& given);

/// Runs the generator of this name. Throws core::InputError as mesh_size(), and if the parameters do not go together.
Generated generate(std::string_view name, const Values& given);

}  // namespace febem::meshes
