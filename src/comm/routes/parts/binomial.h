// The binomial tree.
//
// With v = (rank - root) mod P, the parent of v is v with its lowest set bit cleared; the children of v are v + 2^j for
// every 2^j below v's lowest set bit (all j for v = 0), as far as they exist.
#pragma once

#include "comm/routes/parts/tree.h"

namespace febem::comm {

/// The children are in the order of the size of their subtrees, smallest first.
inline Place binomial_place(int rank, int size, int root) {
  const int v = (rank - root + size) % size;
  const int lowest_bit = v == 0 ? size : v & -v;
  Place place;
  if (v != 0) place.parent = (v - lowest_bit + root) % size;
  for (int step = 1; step < lowest_bit && v + step < size; step *= 2)
    place.children.push_back((v + step + root) % size);
  return place;
}

}  // namespace febem::comm
