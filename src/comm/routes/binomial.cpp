// binomial: a tree of depth ceil(log2 P), every rank passing on what it has.
//
// With v = (rank - root) mod P, the parent of v is v with its lowest set bit cleared; the children of v are v + 2^j for
// every 2^j below v's lowest set bit (all j for v = 0), as far as they exist. Broadcast serves the largest subtree
// first; the sum is x_v + (subtree v+1) + (subtree v+2) + (subtree v+4) + ..., always in this order.
#include <algorithm>
#include <memory>

#include "comm/routes/parts/tree.h"

namespace febem::comm {
namespace {

class Binomial final : public TreeRoute {
  Place sum_place(int rank, int size, int root) const override {
    const int v = (rank - root + size) % size;
    const int lowest_bit = v == 0 ? size : v & -v;
    Place place;
    if (v != 0) place.parent = (v - lowest_bit + root) % size;
    for (int step = 1; step < lowest_bit && v + step < size; step *= 2)
      place.children.push_back((v + step + root) % size);
    return place;
  }
  Place broadcast_place(int rank, int size, int root) const override {
    Place place = sum_place(rank, size, root);
    std::reverse(place.children.begin(), place.children.end());
    return place;
  }
};

}  // namespace

RouteEntry binomial_route() {
  return {"binomial", "a tree of depth log2 P, every rank passing each piece on",
          [] { return std::unique_ptr<Route>(new Binomial); }};
}

}  // namespace febem::comm
