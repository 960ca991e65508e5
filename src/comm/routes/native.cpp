// native: the MPI library's own MPI_Bcast and MPI_Reduce, one call a piece.
#include <memory>

#include "comm/routes/parts/native_calls.h"

namespace febem::comm {
namespace {

class Native final : public NativeCalls {
 public:
  void broadcast(const TransferContext& context, BroadcastBuffer data, std::size_t element, int root) const override {
    Pieces pieces = calls(context.cut, data.size(), element);
    while (const auto piece = pieces.next())
      context.transport.native_broadcast(data.subspan(piece->offset, piece->length), root);
  }

  void sum(const TransferContext& context, std::span<double> values, std::size_t element, int root) const override {
    Pieces pieces = calls(context.cut, values.size_bytes(), element);
    while (const auto piece = pieces.next()) context.transport.native_sum(doubles(values, *piece), root);
  }
};

}  // namespace

extern const RouteEntry native_route{"native", "the MPI library's own collectives, one call a piece; the pace is ignored",
    [] { return std::unique_ptr<Route>(new Native); }};

}  // namespace febem::comm
