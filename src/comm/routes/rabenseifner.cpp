// rabenseifner: the message halved again and again between pairs of ranks (R. Rabenseifner 2004).
//
// With v = (rank - root) mod P, Q the largest power of two up to P, and the message in Q blocks:
// Sum: ranks v >= Q send all they have to v - Q, which adds it. Then for d = Q/2, ..., 2, 1
// partners v and v xor d, which hold the same 2d blocks, exchange halves and add (v keeps the upper
// half if it has the bit d). Then for d = 1, 2, ..., Q/2 the rank with the bit d sends its d blocks
// to v - d: the root ends with all of them.
// Broadcast: the halves back: for d = Q/2, ..., 1 the lower partner that has the message's blocks
// sends the upper half of them; then for d = 1, ..., Q/2 partners exchange what they have, but
// nobody sends to the root; then v sends all to v + Q, as far as it exists.
// A sum is 2 log2 Q start-ups and 2 M (Q-1)/Q bytes on the critical path.
#include <bit>
#include <memory>

#include "comm/routes/parts/blocks.h"

namespace febem::comm {
namespace {

class Rabenseifner final : public Route {
 public:
  void broadcast(
      const TransferContext& context, Buffer data, std::size_t element, int root) const override {
    const Cube cube(context.transport.rank(), context.transport.size(), root);
    const Blocks blocks(data.size(), element, cube.q);
    if (cube.v >= cube.q)
      return receive(context, data.written(), element, cube.rank_of(cube.v - cube.q));
    for (int d = cube.q / 2; d >= 1; d /= 2) {
      if (cube.v % (2 * d) == 0)
        send(context, blocks.of(data.read(), cube.v + d, cube.v + 2 * d), element,
            cube.rank_of(cube.v + d));
      if (cube.v % (2 * d) == d)
        receive(context, blocks.of(data.written(), cube.v, cube.v + d), element,
            cube.rank_of(cube.v - d));
    }
    for (int d = 1; d < cube.q; d *= 2) {
      const int own = cube.v / d * d, other = own ^ d;
      const Bytes out = cube.v == d ? Bytes() : blocks.of(data.read(), own, own + d);
      const MutableBytes in =
          cube.v == 0 ? MutableBytes() : blocks.of(data.written(), other, other + d);
      exchange(context, out, cube.rank_of(cube.v ^ d), in, cube.rank_of(cube.v ^ d), element,
          Arrival::replaces, (cube.v & d) == 0);
    }
    if (cube.v + cube.q < cube.size)
      send(context, data.read(), element, cube.rank_of(cube.v + cube.q));
  }

  void sum(const TransferContext& context, std::span<double> values, std::size_t element,
      int root) const override {
    const Cube cube(context.transport.rank(), context.transport.size(), root);
    const MutableBytes data = std::as_writable_bytes(values);
    const Blocks blocks(data.size(), element, cube.q);
    if (cube.v >= cube.q) return send(context, data, element, cube.rank_of(cube.v - cube.q));
    if (cube.v + cube.q < cube.size)
      receive_and_add(context, data, element, cube.rank_of(cube.v + cube.q));
    for (int d = cube.q / 2; d >= 1; d /= 2) {
      const int own = cube.v / d * d, other = own ^ d;
      exchange(context, blocks.of(Bytes(data), other, other + d), cube.rank_of(cube.v ^ d),
          blocks.of(data, own, own + d), cube.rank_of(cube.v ^ d), element, Arrival::adds,
          (cube.v & d) == 0);
    }
    for (int d = 1; d < cube.q; d *= 2) {
      if (cube.v % (2 * d) == d)
        return send(
            context, blocks.of(Bytes(data), cube.v, cube.v + d), element, cube.rank_of(cube.v - d));
      if (cube.v % (2 * d) == 0)
        receive(context, blocks.of(data, cube.v + d, cube.v + 2 * d), element,
            cube.rank_of(cube.v + d));
    }
  }

 private:
  /// This rank's place among the Q that are partners.
  struct Cube {
    Cube(int rank, int ranks, int first)
        : size(ranks), root(first),
          q(static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks)))),
          v((rank - first + ranks) % ranks) {}

    int rank_of(int other) const { return (other + root) % size; }

    int size, root, q, v;
  };
};

}  // namespace

extern const RouteEntry rabenseifner_route{"rabenseifner",
    "the message halved again and again between pairs of ranks",
    [] { return std::unique_ptr<Route>(new Rabenseifner); }};

}  // namespace febem::comm
