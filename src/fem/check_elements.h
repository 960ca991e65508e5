// A check of the elements of a solid: whether their matrices can be computed.
#pragma once

#include "mesh/solid.h"

namespace febem::fem {

/// Throws core::InputError unless the Jacobian of every element is positive at all its quadrature
/// points and no mid-edge nodes lie in the middles of each other's edges. The message names each
/// kind of fault, how many elements have it and the first of them: mid-edge nodes that do not lie
/// on their edges (which ones, and whose order of nodes it is if that is known), elements that are
/// inside out, and distorted ones. Nodes must be within range, points finite.
void check_elements(const mesh::Solid& solid);

}  // namespace febem::fem
