// An order of assembly of the elements that keeps the front small.
#pragma once

#include <vector>

#include "mesh/solid.h"

namespace febem::mesh {

/// The largest number of degrees of freedom that are active at once if elements are assembled in
/// this order. A node is active from its first element on, and is eliminated right after its last
/// element. `dofs` holds the free degrees of freedom of each node. Empty means three everywhere.
Index front_size(
    const Solid& solid, const std::vector<Index>& order, const std::vector<int>& dofs = {});

/// An order of the elements (a permutation) with a small front, body after body. For each body the
/// best of these orders is taken: sweeps along the axes and along the radius, reverse Cuthill-McKee
/// and Sloan orders, and greedy orders, which take the neighbouring element that enlarges the front
/// least.
std::vector<Index> frontal_order(const Solid& solid, const std::vector<int>& dofs = {});

}  // namespace febem::mesh
