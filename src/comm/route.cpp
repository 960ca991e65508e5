#include "comm/route.h"

#include <array>

#include "core/registry.h"

namespace febem::comm {

#define FEBEM_LIST "comm/routes/list.inc"
#define FEBEM_ENTRY RouteEntry
#define FEBEM_ENTRIES routes
#define FEBEM_OBJECT(NAME) NAME##_route
#include "core/plugins.inc"

std::unique_ptr<Route> make_route(std::string_view name) {
  return core::find(routes(), name, "route").make();
}

namespace {

/// A broadcast that finish() does from beginning to end.
class DeferredRequest final : public BroadcastRequest {
 public:
  DeferredRequest(const Route& route, const TransferContext& context, Buffer data,
      std::size_t element, int root)
      : route_(route), context_(context), data_(data), element_(element), root_(root) {}

  bool progress() override { return false; }
  void finish() override { route_.broadcast(context_, data_, element_, root_); }

 private:
  const Route& route_;
  TransferContext context_;
  Buffer data_;
  std::size_t element_;
  int root_;
};

}  // namespace

std::unique_ptr<BroadcastRequest> Route::ibroadcast(
    const TransferContext& context, Buffer data, std::size_t element, int root) const {
  return std::make_unique<DeferredRequest>(*this, context, data, element, root);
}

Pieces segmentation(const TransferContext& context, std::size_t bytes, std::size_t element) {
  return {context.cut, bytes, element, context.pace.longest_piece()};
}

void send(const TransferContext& context, Bytes data, std::size_t element, int destination) {
  context.pace.send(
      {&context.transport, destination}, segmentation(context, data.size(), element), data);
}

void receive(const TransferContext& context, MutableBytes data, std::size_t element, int source) {
  context.pace.receive(
      {&context.transport, source}, segmentation(context, data.size(), element), data);
}

void add(MutableBytes a, Bytes b) {
  if (!exists(a) || !exists(b)) return;
  auto* sum = reinterpret_cast<double*>(a.data());
  const auto* term = reinterpret_cast<const double*>(b.data());
  const std::size_t n = a.size() / sizeof(double);
  for (std::size_t i = 0; i < n; ++i) sum[i] += term[i];
}

}  // namespace febem::comm
