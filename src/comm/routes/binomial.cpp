// binomial: a tree of depth ceil(log2 P), every rank passing on what it has.
//
// With v = (rank - root) mod P, the parent of v is v with its lowest set bit cleared; the children of v are v + 2^j for
// every 2^j below v's lowest set bit (all j for v = 0), as far as they exist. Broadcast serves the largest subtree
// first; the sum is x_v + (subtree v+1) + (subtree v+2) + (subtree v+4) + ..., always in this order.
// Every piece is passed on as soon as it is there. P-1 edges, so (P-1) M bytes in all.
#include <memory>
#include <vector>

#include "comm/route.h"

namespace febem::comm {
namespace {

/// This rank's place in the tree; ranks as the transport numbers them.
struct Place {
  int parent = -1;            ///< -1 at the root
  std::vector<int> children;  ///< smallest subtree first
};

Place place_in_tree(int rank, int size, int root) {
  const int v = (rank - root + size) % size;
  const int lowest_bit = v == 0 ? size : v & -v;
  Place place;
  if (v != 0) place.parent = (v - lowest_bit + root) % size;
  for (int step = 1; step < lowest_bit && v + step < size; step *= 2)
    place.children.push_back((v + step + root) % size);
  return place;
}

class Binomial final : public Route {
 public:
  void broadcast(const Means& means, MutableBytes data, std::size_t element, int root) const override {
    const Place place = place_in_tree(means.transport.rank(), means.transport.size(), root);
    Pieces pieces(means.cut, data.size(), element);
    std::unique_ptr<Incoming> in;
    if (place.parent >= 0) in = means.pace.incoming({&means.transport, place.parent}, pieces, {data.data()});
    std::vector<std::unique_ptr<Outgoing>> out;
    for (auto child = place.children.rbegin(); child != place.children.rend(); ++child)
      out.push_back(means.pace.outgoing({&means.transport, *child}, pieces));
    while (const auto piece = pieces.next()) {
      if (in) in->pull();
      for (const auto& to : out) to->push(data.subspan(piece->offset, piece->length));
    }
    if (in) in->finish();
    for (const auto& to : out) to->finish();
  }

  void sum(const Means& means, std::span<double> values, std::size_t element, int root) const override {
    const Place place = place_in_tree(means.transport.rank(), means.transport.size(), root);
    const MutableBytes data = std::as_writable_bytes(values);
    Pieces pieces(means.cut, data.size(), element);
    std::vector<std::unique_ptr<Incoming>> in;
    for (const int child : place.children) in.push_back(means.pace.incoming({&means.transport, child}, pieces, {}));
    std::unique_ptr<Outgoing> out;
    if (place.parent >= 0) out = means.pace.outgoing({&means.transport, place.parent}, pieces);
    while (const auto piece = pieces.next()) {
      const MutableBytes total = data.subspan(piece->offset, piece->length);
      for (const auto& from : in) add(total, from->pull());
      if (out) out->push(total);
    }
    for (const auto& from : in) from->finish();
    if (out) out->finish();
  }

  Traffic broadcast_traffic(const TransferShape& shape, const Cut& cut, const Pace& pace) const override {
    return tree_traffic(shape.ranks - 1, shape, cut, pace);
  }
  Traffic sum_traffic(const TransferShape& shape, const Cut& cut, const Pace& pace) const override {
    return tree_traffic(shape.ranks - 1, shape, cut, pace);
  }
};

}  // namespace

RouteEntry binomial_route() {
  return {"binomial", "a tree of depth log2 P, every rank passing each piece on",
          [] { return std::unique_ptr<Route>(new Binomial); }};
}

}  // namespace febem::comm
