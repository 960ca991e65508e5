#include "comm/routes/parts/tree.h"

#include <algorithm>
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

// How long a transfer along a tree takes: the schedule of its pieces, rank by rank.

/// Beyond so many pieces a pipeline is periodic, and its time is extrapolated.
constexpr core::Count most_pieces = 64;

/// The pieces of one transfer, all alike.
struct Schedule {
  std::vector<Place> places;  ///< by rank
  std::vector<int> outwards;  ///< ranks, parents before their children
  core::Count pieces;
  PieceTimes times;
};

Schedule schedule(const TransferShape& shape, const Cut& cut, const Pace& pace,
    const LinkCost& link, PlaceOf place_of, int root = 0) {
  Schedule result{
      {}, {root}, Pieces(cut, shape.bytes, shape.element, pace.longest_piece()).count(), {}};
  for (int rank = 0; rank < shape.ranks; ++rank)
    result.places.push_back(place_of(rank, shape.ranks, root));
  for (std::size_t i = 0; i < result.outwards.size(); ++i)
    for (const int child : result.places[static_cast<std::size_t>(result.outwards[i])].children)
      result.outwards.push_back(child);
  if (result.pieces > 0)
    result.times = pace.times(shape.bytes / static_cast<std::size_t>(result.pieces), link);
  return result;
}

/// The pieces over one edge: each leaves once the sender is free, the piece before has left, and
/// the receiver is free if it must be.
struct Edge {
  double last = -1e30;  ///< when the piece before left
  double send(double& idle_from, double receiver_idle_from, const PieceTimes& times) {
    last = std::max(idle_from, last + times.spacing);
    if (times.waits) last = std::max(last, receiver_idle_from);
    idle_from = last + times.held;
    return last + times.delivery;
  }
};

/// When every rank has everything, for the first `pieces` pieces of each of these broadcasts. A
/// rank begins one after it has done its part of those before.
double outward_seconds(std::span<const Schedule> broadcasts, core::Count pieces) {
  const std::size_t n = broadcasts.front().places.size();
  std::vector<double> idle_from(n, 0);
  double end = 0;
  for (const auto& schedule : broadcasts) {
    std::vector<Edge> edges(n);
    for (core::Count piece = 0; piece < pieces; ++piece) {
      std::vector<double> arrived(n, 0);
      for (const int rank : schedule.outwards) {
        const auto r = static_cast<std::size_t>(rank);
        idle_from[r] = std::max(idle_from[r], arrived[r]);
        for (const int child : schedule.places[r].children) {
          const auto c = static_cast<std::size_t>(child);
          arrived[c] = edges[c].send(idle_from[r], idle_from[c], schedule.times);
          end = std::max(end, arrived[c]);
        }
        end = std::max(end, idle_from[r]);
      }
    }
  }
  return end;
}

/// When the root has everything, for the first `pieces` pieces of a sum: arriving pieces share the
/// line into a rank.
double inward_seconds(const Schedule& schedule, core::Count pieces, double line) {
  const std::size_t n = schedule.places.size();
  std::vector<double> idle_from(n, 0), line_idle(n, 0);
  std::vector<Edge> edges(n);
  for (core::Count piece = 0; piece < pieces; ++piece)
    for (auto rank = schedule.outwards.rbegin(); rank != schedule.outwards.rend(); ++rank) {
      const auto r = static_cast<std::size_t>(*rank);
      for (const int child : schedule.places[r].children) {
        const auto c = static_cast<std::size_t>(child);
        const double arrived = edges[c].send(idle_from[c], idle_from[r], schedule.times);
        line_idle[r] = std::max(line_idle[r] + line, arrived);
        idle_from[r] = std::max(idle_from[r], line_idle[r]);
      }
    }
  return idle_from[0];
}

template <class Seconds>
double extrapolated(core::Count pieces, Seconds&& seconds) {
  if (pieces <= most_pieces) return seconds(pieces);
  const double full = seconds(most_pieces), half = seconds(most_pieces / 2);
  return full + static_cast<double>(pieces - most_pieces) * (full - half) /
                    static_cast<double>(most_pieces / 2);
}

double line_seconds(const TransferShape& shape, const Schedule& schedule, const LinkCost& link) {
  if (schedule.pieces == 0) return 0;
  return link.occupied(shape.bytes / static_cast<std::size_t>(schedule.pieces));
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

double TreeRoute::seconds(Operation operation, const TransferShape& shape, const Cut& cut,
    const Pace& pace, const LinkCost& link) const {
  if (operation == Operation::sum) {
    const auto sum = schedule(shape, cut, pace, link, sum_place_);
    const double line = line_seconds(shape, sum, link);
    return extrapolated(
        sum.pieces, [&](core::Count pieces) { return inward_seconds(sum, pieces, line); });
  }
  std::vector<Schedule> broadcasts;
  const int turns = operation == Operation::ibroadcast ? std::min(shape.ranks, in_a_row) : 1;
  for (int root = 0; root < turns; ++root)
    broadcasts.push_back(schedule(shape, cut, pace, link, broadcast_place_, root));
  return extrapolated(broadcasts.front().pieces, [&](core::Count pieces) {
    return outward_seconds(broadcasts, pieces);
  }) / turns;
}

}  // namespace febem::comm
