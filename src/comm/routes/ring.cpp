// ring: the message in P blocks that travel round the ranks.
//
// With v = (rank - root) mod P, broadcast: the root sends block v to each rank v; then, in P-1
// steps, every rank passes on to v+1, but not to the root, the block it got last. (P-1) M bytes, of
// which a rank sends and receives about M.
// Sum: in P-1 steps every rank passes on the block it has just added to, so that block v ends
// complete at v, x_{v+1} + x_{v+2} + ... + x_v in this order; then every rank sends its block to
// the root. (P-1) M / P bytes more.
#include <memory>

#include "comm/routes/parts/blocks.h"

namespace febem::comm {
namespace {

class Ring final : public Route {
 public:
  void broadcast(
      const TransferContext& context, Buffer data, std::size_t element, int root) const override {
    const Circle circle(context, root);
    const Blocks blocks(data.size(), element, circle.size);
    for (int v = 1; v < circle.size; ++v) {
      if (circle.v == 0)
        send(context, blocks.of(data.read(), v, v + 1), element, circle.rank_of(v));
      if (circle.v == v) receive(context, blocks.of(data.written(), v, v + 1), element, root);
    }
    for (int step = 0; step + 1 < circle.size; ++step) {
      const int out = circle.wrap(circle.v - step), in = circle.wrap(circle.v - step - 1);
      circle.pass(context,
          circle.v + 1 == circle.size ? Bytes() : blocks.of(data.read(), out, out + 1),
          circle.v == 0 ? MutableBytes() : blocks.of(data.written(), in, in + 1), element,
          Arrival::replaces);
    }
  }

  void sum(const TransferContext& context, std::span<double> values, std::size_t element,
      int root) const override {
    const Circle circle(context, root);
    const MutableBytes data = std::as_writable_bytes(values);
    const Blocks blocks(data.size(), element, circle.size);
    for (int step = 0; step + 1 < circle.size; ++step) {
      const int out = circle.wrap(circle.v - step - 1), in = circle.wrap(circle.v - step - 2);
      circle.pass(context, blocks.of(Bytes(data), out, out + 1), blocks.of(data, in, in + 1),
          element, Arrival::adds);
    }
    for (int v = 1; v < circle.size; ++v) {
      if (circle.v == v) send(context, blocks.of(Bytes(data), v, v + 1), element, root);
      if (circle.v == 0) receive(context, blocks.of(data, v, v + 1), element, circle.rank_of(v));
    }
  }

 private:
  /// This rank's place in the circle that begins at the root.
  struct Circle {
    Circle(const TransferContext& context, int first)
        : size(context.transport.size()), root(first),
          v((context.transport.rank() - first + size) % size) {}

    int wrap(int other) const { return (other + size) % size; }
    int rank_of(int other) const { return (wrap(other) + root) % size; }
    /// Block `out` to the next rank, block `in` from the one before.
    void pass(const TransferContext& context, Bytes out, MutableBytes in, std::size_t element,
        Arrival arrival) const {
      exchange(context, out, rank_of(v + 1), in, rank_of(v - 1), element, arrival, v % 2 == 0);
    }

    int size, root, v;
  };
};

}  // namespace

extern const RouteEntry ring_route{"ring", "the message in P blocks that travel round the ranks",
    [] { return std::unique_ptr<Route>(new Ring); }};

}  // namespace febem::comm
