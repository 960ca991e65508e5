// star: the root sends to, or receives from, every other rank itself.
//
// The sum is x_0 + x_1 + ... + x_{P-1}, in this order, at the root.   (P-1) M bytes out of, or into, the root
#include <memory>

#include "comm/routes/parts/tree.h"

namespace febem::comm {
namespace {

class Star final : public TreeRoute {
  Place broadcast_place(int rank, int size, int root) const override {
    Place place;
    if (rank != root) place.parent = root;
    for (int other = 0; rank == root && other < size; ++other)
      if (other != root) place.children.push_back(other);
    return place;
  }
  Place sum_place(int rank, int size, int root) const override {
    Place place = broadcast_place(rank, size, root);
    if (rank == root) place.own_after = static_cast<std::size_t>(root);
    return place;
  }
};

}  // namespace

extern const RouteEntry star_route{"star", "the root serves every rank itself; sums are added at the root in rank order",
    [] { return std::unique_ptr<Route>(new Star); }};

}  // namespace febem::comm
