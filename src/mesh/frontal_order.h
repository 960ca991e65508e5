// In which order to assemble the elements so that the front stays small.
#pragma once

#include <vector>

#include "mesh/solid.h"

namespace febem::mesh {

/// The largest number of degrees of freedom that are active at once when elements are assembled in this order
/// and each node is eliminated right after its last element: a node is active from its first element on.
/// `dofs` holds the free degrees of freedom of each node; empty means three everywhere.
Index front_size(const Solid& solid, const std::vector<Index>& order, const std::vector<int>& dofs = {});

/// An order of the elements (a permutation) with a small front, body after body: of each the best of sweeps along the axes and through
/// the radius, reverse Cuthill-McKee and Sloan orders of the elements, and greedy orders that take the
/// neighbouring element which enlarges the front least.
std::vector<Index> frontal_order(const Solid& solid, const std::vector<int>& dofs = {});

}  // namespace febem::mesh
