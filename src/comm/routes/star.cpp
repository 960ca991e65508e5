// star: the root sends to, or receives from, every other rank itself.
//
// Broadcast: for each piece, for each rank: root -> rank.          (P-1) M bytes out of the root
// Sum:       for each piece: x_0 + x_1 + ... + x_{P-1}, in this order, at the root.   (P-1) M bytes into the root
#include <algorithm>
#include <memory>
#include <vector>

#include "comm/route.h"

namespace febem::comm {
namespace {

class Star final : public Route {
 public:
  void broadcast(const Means& means, MutableBytes data, std::size_t element, int root) const override {
    const int rank = means.transport.rank();
    const Pieces pieces(means.cut, data.size(), element);
    if (rank == root)
      send_to_all(means, data, pieces);
    else
      receive(means, data, element, root);
  }

  void sum(const Means& means, std::span<double> values, std::size_t element, int root) const override {
    const int rank = means.transport.rank();
    const Pieces pieces(means.cut, values.size_bytes(), element);
    const MutableBytes data = std::as_writable_bytes(values);
    if (rank == root)
      add_in_rank_order(means, data, pieces);
    else
      send(means, data, element, root);
  }

  Traffic broadcast_traffic(const TransferShape& shape, const Cut& cut, const Pace& pace) const override {
    return tree_traffic(shape.ranks - 1, shape, cut, pace);
  }
  Traffic sum_traffic(const TransferShape& shape, const Cut& cut, const Pace& pace) const override {
    return tree_traffic(shape.ranks - 1, shape, cut, pace);
  }

 private:
  static void send_to_all(const Means& means, Bytes data, Pieces pieces) {
    std::vector<std::unique_ptr<Outgoing>> out;
    for (int rank = 0; rank < means.transport.size(); ++rank)
      if (rank != means.transport.rank()) out.push_back(means.pace.outgoing({&means.transport, rank}, pieces));
    while (const auto piece = pieces.next())
      for (const auto& to : out) to->push(data.subspan(piece->offset, piece->length));
    for (const auto& to : out) to->finish();
  }

  static void add_in_rank_order(const Means& means, MutableBytes data, Pieces pieces) {
    const int size = means.transport.size(), root = means.transport.rank();
    std::vector<std::unique_ptr<Incoming>> in(static_cast<std::size_t>(size));
    for (int rank = 0; rank < size; ++rank)
      if (rank != root) in[static_cast<std::size_t>(rank)] = means.pace.incoming({&means.transport, rank}, pieces, {});
    std::vector<std::byte> own;
    while (const auto piece = pieces.next()) {
      const MutableBytes total = data.subspan(piece->offset, piece->length);
      if (root > 0) own.assign(total.begin(), total.end());
      const bool last = piece->offset + piece->length == data.size();
      for (int rank = 0; rank < size; ++rank) {
        const auto& from = in[static_cast<std::size_t>(rank)];
        if (rank == root && root == 0) continue;
        const Bytes term = rank == root ? Bytes(own) : Bytes(from->pull());
        if (rank == 0)
          std::copy(term.begin(), term.end(), total.begin());
        else
          add(total, term);
        if (last && rank != root) from->finish();
      }
    }
  }
};

}  // namespace

RouteEntry star_route() {
  return {"star", "the root serves every rank itself; sums are added at the root in rank order",
          [] { return std::unique_ptr<Route>(new Star); }};
}

}  // namespace febem::comm
