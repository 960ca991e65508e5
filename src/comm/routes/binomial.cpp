// binomial: a tree of depth ceil(log2 P), every rank passing on what it has.
//
// Broadcast serves the largest subtree first; with v = (rank - root) mod P, the sum is
// x_v + (subtree v+1) + (subtree v+2) + (subtree v+4) + ..., always in this order.
#include <algorithm>
#include <memory>

#include "comm/routes/parts/binomial.h"

namespace febem::comm {
namespace {

class Binomial final : public TreeRoute {
  Place sum_place(int rank, int size, int root) const override {
    return binomial_place(rank, size, root);
  }
  Place broadcast_place(int rank, int size, int root) const override {
    Place place = sum_place(rank, size, root);
    std::reverse(place.children.begin(), place.children.end());
    return place;
  }
};

}  // namespace

extern const RouteEntry binomial_route{"binomial", "a tree of depth log2 P, every rank passing each piece on",
    [] { return std::unique_ptr<Route>(new Binomial); }};

}  // namespace febem::comm
