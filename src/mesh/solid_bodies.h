// The bodies a solid is made of.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mesh/solid.h"

namespace febem::mesh {

/// Elements joined through the nodes they share.
struct SolidBody {
  std::vector<Index> elements;  ///< ascending
  std::vector<Index> nodes;     ///< ascending
};

/// The bodies in the order of their first elements. Nodes that no element has are in none.
std::vector<SolidBody> bodies(const Solid& solid);

/// One of `all` the bodies as messages name it: "body 2 (8 elements, the first is 8, around (5, 0, 0))", m.
std::string body_text(const Solid& solid, std::span<const SolidBody> all, std::size_t number);

}  // namespace febem::mesh
