// The routes along a tree: star, binomial and chain.
#include <algorithm>
#include <memory>

#include "comm/routes/parts/tree.h"

namespace febem::comm {
namespace {

// star: the root sends to, or receives from, every other rank itself.
//
// The sum is x_0 + x_1 + ... + x_{P-1}, in this order, at the root.
// (P-1) M bytes go out of the root, or into it.

Place star_broadcast(int rank, int size, int root) {
  Place place;
  if (rank != root) place.parent = root;
  for (int other = 0; rank == root && other < size; ++other)
    if (other != root) place.children.push_back(other);
  return place;
}

Place star_sum(int rank, int size, int root) {
  Place place = star_broadcast(rank, size, root);
  if (rank == root) place.own_after = static_cast<std::size_t>(root);
  return place;
}

// binomial: a tree of depth ceil(log2 P), every rank passing on what it has.
//
// Broadcast serves the largest subtree first; with v = (rank - root) mod P, the sum is
// x_v + (subtree v+1) + (subtree v+2) + (subtree v+4) + ..., always in this order.

Place binomial_broadcast(int rank, int size, int root) {
  Place place = binomial_place(rank, size, root);
  std::reverse(place.children.begin(), place.children.end());
  return place;
}

// chain: root, root+1, ..., round to root-1, every rank passing each piece on to the next: a
// pipeline.
//
// The sum is x_v + (x_{v+1} + (... + x_{v+P-1})). With k pieces and alpha, beta of a link the time
// is about (P - 2 + k) (alpha + beta M / k), least for k = sqrt((P - 2) beta M / alpha).

Place chain(int rank, int size, int root) {
  Place place;
  const int next = (rank + 1) % size;
  if (rank != root) place.parent = (rank - 1 + size) % size;
  if (next != root) place.children = {next};
  return place;
}

template <PlaceOf broadcast, PlaceOf sum>
std::unique_ptr<Route> make() {
  return std::make_unique<TreeRoute>(broadcast, sum);
}

}  // namespace

extern const RouteEntry star_route{"star",
    "the root serves every rank itself; sums are added at the root in rank order",
    make<star_broadcast, star_sum>};
extern const RouteEntry binomial_route{"binomial",
    "a tree of depth log2 P, every rank passing each piece on",
    make<binomial_broadcast, binomial_place>};
extern const RouteEntry chain_route{
    "chain", "each rank passes each piece on to the next one: a pipeline", make<chain, chain>};

}  // namespace febem::comm
