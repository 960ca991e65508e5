#include "comm/route.h"

#include <array>

#include "core/registry.h"

namespace febem::comm {

#define FEBEM_ROUTE(factory) RouteEntry factory();
#include "comm/routes/list.h"
#undef FEBEM_ROUTE

namespace {

const std::array registered{
#define FEBEM_ROUTE(factory) factory(),
#include "comm/routes/list.h"
#undef FEBEM_ROUTE
};

}  // namespace

std::span<const RouteEntry> routes() { return registered; }

std::unique_ptr<Route> make_route(std::string_view name) { return core::find(routes(), name, "route").make(); }

Traffic tree_traffic(core::Count hops, const TransferShape& shape, const Cut& cut, const Pace& pace) {
  const core::Count pieces = Pieces(cut, shape.bytes, shape.element).count();
  return {hops * pace.messages(pieces), hops * static_cast<core::Count>(shape.bytes)};
}

void send(const Means& means, Bytes data, std::size_t element, int destination) {
  Pieces pieces(means.cut, data.size(), element);
  const auto out = means.pace.outgoing({&means.transport, destination}, pieces);
  while (const auto piece = pieces.next()) out->push(data.subspan(piece->offset, piece->length));
  out->finish();
}

void receive(const Means& means, MutableBytes data, std::size_t element, int source) {
  Pieces pieces(means.cut, data.size(), element);
  const auto in = means.pace.incoming({&means.transport, source}, pieces, {data.data()});
  while (pieces.next()) in->pull();
  in->finish();
}

void add(MutableBytes a, Bytes b) {
  auto* sum = reinterpret_cast<double*>(a.data());
  const auto* term = reinterpret_cast<const double*>(b.data());
  const std::size_t n = a.size() / sizeof(double);
  for (std::size_t i = 0; i < n; ++i) sum[i] += term[i];
}

}  // namespace febem::comm
