// Broadcast and sum along a tree: what star, binomial and chain have in common.
//
// Broadcast: for each piece, from the parent, then to each child.
// Sum:       for each piece, x_own and what the children send added in a fixed order, then to the
// parent. P-1 edges, so (P-1) M bytes in all.
#pragma once

#include <memory>
#include <vector>

#include "comm/route.h"

namespace febem::comm {

/// This rank's place in a tree; ranks as the transport numbers them.
struct Place {
  int parent = -1;            ///< -1 at the root
  std::vector<int> children;  ///< in the order they are served
  std::size_t own_after = 0;  ///< the sum adds this rank's own term after so many children's
};

using PlaceOf = Place (*)(int rank, int size, int root);

class TreeRoute final : public Route {
 public:
  TreeRoute(PlaceOf broadcast_place, PlaceOf sum_place)
      : broadcast_place_(broadcast_place), sum_place_(sum_place) {}

  void broadcast(
      const TransferContext& context, Buffer data, std::size_t element, int root) const override;
  void sum(const TransferContext& context, std::span<double> values, std::size_t element,
      int root) const override;
  std::unique_ptr<BroadcastRequest> ibroadcast(
      const TransferContext& context, Buffer data, std::size_t element, int root) const override;
  bool overlaps(const Pace& pace) const override { return pace.overlaps(); }

 private:
  PlaceOf broadcast_place_, sum_place_;
};

/// This rank's place in the binomial tree. With v = (rank - root) mod P, the parent of v is v with
/// its lowest set bit cleared; the children of v are v + 2^j for every 2^j below v's lowest set bit
/// (all j for v = 0), as far as they exist. The children are in the order of the size of their
/// subtrees, smallest first.
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
