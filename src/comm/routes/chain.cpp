// chain: root, root+1, ..., round to root-1, every rank passing each piece on to the next: a pipeline.
//
// The sum is x_v + (x_{v+1} + (... + x_{v+P-1})). With k pieces and alpha, beta of a link the time is about
// (P - 2 + k) (alpha + beta M / k), least for k = sqrt((P - 2) beta M / alpha).
#include <memory>

#include "comm/routes/parts/tree.h"

namespace febem::comm {
namespace {

class Chain final : public TreeRoute {
  Place broadcast_place(int rank, int size, int root) const override {
    Place place;
    const int next = (rank + 1) % size;
    if (rank != root) place.parent = (rank - 1 + size) % size;
    if (next != root) place.children = {next};
    return place;
  }
  Place sum_place(int rank, int size, int root) const override { return broadcast_place(rank, size, root); }
};

}  // namespace

extern const RouteEntry chain_route{"chain", "each rank passes each piece on to the next one: a pipeline",
    [] { return std::unique_ptr<Route>(new Chain); }};

}  // namespace febem::comm
