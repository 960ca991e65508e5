#include "comm/routes/parts/tree.h"

#include <vector>

namespace febem::comm {
namespace {

/// A broadcast along a tree, a piece at a time: pulled from the parent, then pushed to one child
/// after the other.
class TreeBroadcastRequest final : public BroadcastRequest {
 public:
  TreeBroadcastRequest(
      const TransferContext& context, Buffer data, std::size_t element, const Place& place)
      : data_(data), pieces_(segmentation(context, data.size(), element)) {
    if (place.parent >= 0)
      in_ = context.pace.incoming(
          {&context.transport, place.parent}, pieces_, {data.written().data()});
    for (const int child : place.children)
      out_.push_back(context.pace.outgoing({&context.transport, child}, pieces_));
    next_piece();
  }

  bool progress() override {
    while (piece_) {
      if (!pulled_ && in_ && !in_->can_pull()) return false;
      pull();
      for (; pushed_ < out_.size(); ++pushed_) {
        if (!out_[pushed_]->can_push()) return false;
        out_[pushed_]->push(current());
      }
      next_piece();
    }
    return true;
  }

  void finish() override {
    for (; piece_; next_piece()) {
      pull();
      for (; pushed_ < out_.size(); ++pushed_) out_[pushed_]->push(current());
    }
    if (in_) in_->finish();
    for (const auto& to : out_) to->finish();
  }

 private:
  void next_piece() {
    piece_ = pieces_.next();
    pulled_ = false;
    pushed_ = 0;
  }
  void pull() {
    if (!pulled_ && in_) in_->pull();
    pulled_ = true;
  }
  Bytes current() const { return data_.read().subspan(piece_->offset, piece_->length); }

  Buffer data_;
  Pieces pieces_;
  std::unique_ptr<Incoming> in_;
  std::vector<std::unique_ptr<Outgoing>> out_;
  std::optional<Piece> piece_;  ///< the one in flight; none at the end
  bool pulled_ = false;
  std::size_t pushed_ = 0;  ///< children that have it
};

/// total = the children's terms and the own one, added in the order that Place::own_after fixes.
void add_terms(MutableBytes total, const Place& place,
    std::span<const std::unique_ptr<Incoming>> in, std::vector<std::byte>& own) {
  if (place.own_after > 0 && exists(total)) own.assign(total.begin(), total.end());
  for (std::size_t term = 0; term < in.size(); ++term) {
    if (term == place.own_after && term > 0) add(total, own);
    const Bytes theirs = in[term]->pull();
    if (term == 0 && place.own_after > 0)
      copy_bytes(theirs, total);
    else
      add(total, theirs);
  }
  if (place.own_after > 0 && place.own_after == in.size()) add(total, own);
}

}  // namespace

void TreeRoute::broadcast(
    const TransferContext& context, Buffer data, std::size_t element, int root) const {
  const Place place = broadcast_place_(context.transport.rank(), context.transport.size(), root);
  TreeBroadcastRequest(context, data, element, place).finish();
}

std::unique_ptr<BroadcastRequest> TreeRoute::ibroadcast(
    const TransferContext& context, Buffer data, std::size_t element, int root) const {
  if (!context.pace.overlaps()) return Route::ibroadcast(context, data, element, root);
  const Place place = broadcast_place_(context.transport.rank(), context.transport.size(), root);
  auto request = std::make_unique<TreeBroadcastRequest>(context, data, element, place);
  request->progress();
  return request;
}

void TreeRoute::sum(
    const TransferContext& context, std::span<double> values, std::size_t element, int root) const {
  const Place place = sum_place_(context.transport.rank(), context.transport.size(), root);
  const MutableBytes data = std::as_writable_bytes(values);
  Pieces pieces = segmentation(context, data.size(), element);
  std::vector<std::unique_ptr<Incoming>> in;
  for (const int child : place.children)
    in.push_back(context.pace.incoming({&context.transport, child}, pieces, {}));
  std::unique_ptr<Outgoing> out;
  if (place.parent >= 0) out = context.pace.outgoing({&context.transport, place.parent}, pieces);
  std::vector<std::byte> own;
  while (const auto piece = pieces.next()) {
    const MutableBytes total = data.subspan(piece->offset, piece->length);
    add_terms(total, place, in, own);
    if (out) out->push(total);
  }
  for (const auto& from : in) from->finish();
  if (out) out->finish();
}

}  // namespace febem::comm
