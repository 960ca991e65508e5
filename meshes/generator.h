// The mesh generators by name. A new one: one file with its Generator, one line in generator_list.inc.
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
};

using Values = std::map<std::string, double>;

struct Generated {
  mesh::Solid solid;     ///< empty for a rigid surface
  mesh::WetSurface wet;  ///< measured and validated
  std::map<std::string, std::string>
      materials;  ///< default material (known to fem) of each region of the solid
  std::map<std::string, std::array<bool, 3>>
      supports;                              ///< default supports: node set -> held in x, y, z; none: free
  std::map<std::string, std::string> notes;  ///< what else is worth printing
};

struct Generator {
  std::string_view name;
  std::string_view help;
  std::span<const Parameter> parameters;
  Generated (*generate)(const Values& values);  ///< gets every parameter, checked
};

/// All generators, in the order of the list.
std::vector<Generator> generators();

/// Runs the generator of this name. Parameters not given take their defaults. Throws core::InputError on an
/// unknown generator or parameter (with the nearest name) and on a value out of range.
Generated generate(std::string_view name, const Values& given);

}  // namespace febem::meshes
