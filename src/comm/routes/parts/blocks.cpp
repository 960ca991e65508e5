#include "comm/routes/parts/blocks.h"

#include <memory>

namespace febem::comm {
namespace {

/// One end of an exchange: a message pushed or pulled a piece at a time.
class Sending {
 public:
  Sending(const TransferContext& context, Bytes data, std::size_t element, int destination)
      : data_(data), pieces_(segmentation(context, data.size(), element)),
        out_(context.pace.outgoing({&context.transport, destination}, pieces_)) {}
  bool step() {
    const auto piece = pieces_.next();
    if (piece) out_->push(data_.subspan(piece->offset, piece->length));
    return piece.has_value();
  }
  void finish() { out_->finish(); }

 private:
  Bytes data_;
  Pieces pieces_;
  std::unique_ptr<Outgoing> out_;
};

class Receiving {
 public:
  Receiving(const TransferContext& context, MutableBytes data, std::size_t element, int source,
      Arrival arrival)
      : data_(data), pieces_(segmentation(context, data.size(), element)), arrival_(arrival),
        in_(context.pace.incoming({&context.transport, source}, pieces_,
            {arrival == Arrival::replaces ? data.data() : nullptr})) {}
  bool step() {
    const auto piece = pieces_.next();
    if (!piece) return false;
    const Bytes arrived = in_->pull();
    if (arrival_ == Arrival::adds) add(data_.subspan(piece->offset, piece->length), arrived);
    return true;
  }
  void finish() { in_->finish(); }

 private:
  MutableBytes data_;
  Pieces pieces_;
  Arrival arrival_;
  std::unique_ptr<Incoming> in_;
};

}  // namespace

void receive_and_add(
    const TransferContext& context, MutableBytes sum, std::size_t element, int source) {
  Receiving receiving(context, sum, element, source, Arrival::adds);
  while (receiving.step()) continue;
  receiving.finish();
}

void exchange(const TransferContext& context, Bytes out, int destination, MutableBytes in,
    int source, std::size_t element, Arrival arrival, bool sends_first) {
  Receiving receiving(context, in, element, source, arrival);
  Sending sending(context, out, element, destination);
  for (bool sent = true, received = true; sent || received;) {
    if (sends_first) sent = sending.step();
    received = receiving.step();
    if (!sends_first) sent = sending.step();
  }
  if (sends_first) sending.finish();
  receiving.finish();
  if (!sends_first) sending.finish();
}

}  // namespace febem::comm
