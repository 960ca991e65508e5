// What a stage sees of the message layer: logical transfers, with the strategy already chosen.
#pragma once

#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include "comm/strategy.h"
#include "comm/transport.h"
#include "core/types.h"

namespace febem::comm {

class TaskServer;
class TaskClient;

/// Transfers by one strategy over one transport (not owned). Nothing is sent on a single rank.
class Messenger {
 public:
  /// Prepares the pace on the transport. Collective. Throws core::InputError on every rank if it
  /// cannot be used there.
  Messenger(Transport& transport, Strategy strategy);

  int rank() const { return transport_->rank(); }
  int size() const { return transport_->size(); }
  /// As Transport::note_progress().
  void note_progress() const { transport_->note_progress(); }
  const Strategy& strategy() const { return strategy_; }

  /// Copies `values` of `root` to every rank. Collective; the same length everywhere.
  template <class T>
  void broadcast(std::span<T> values, int root) const {
    broadcast(std::span<const T>(values), values, root);
  }
  /// Copies `sent` of `root`, which is only read, to `copy` of every other rank.
  template <class T>
  void broadcast(std::span<const T> sent, std::span<T> copy, int root) const {
    broadcast_bytes(buffer(sent, copy, root), sizeof(T), root);
  }
  template <class T>
  void broadcast(T& value, int root) const {
    broadcast(std::span<T>(&value, 1), root);
  }

  /// Broadcasts a vector or text whose length only `root` knows: first the length, to which the
  /// others are resized.
  template <class R>
  void broadcast_varying(R& values, int root) const {
    std::size_t length = values.size();
    broadcast(length, root);
    values.resize(length);
    broadcast(std::span(values), root);
  }

  /// Begins a broadcast in look-ahead, as far as route and pace allow; the values must be left
  /// alone until finish() of the request has returned. Collective. Until then any other transfer
  /// over the same transport, by whichever messenger, throws std::logic_error.
  template <class T>
  [[nodiscard]] std::unique_ptr<BroadcastRequest> ibroadcast(std::span<T> values, int root) const {
    return ibroadcast(std::span<const T>(values), values, root);
  }
  template <class T>
  [[nodiscard]] std::unique_ptr<BroadcastRequest> ibroadcast(
      std::span<const T> sent, std::span<T> copy, int root) const {
    return ibroadcast_bytes(buffer(sent, copy, root), sizeof(T), root);
  }

  /// Adds the `values` of all ranks into those of `root`; elsewhere they are unspecified
  /// afterwards. Collective.
  void sum(std::span<core::Complex> values, int root) const;

  /// One message from this rank to `destination`, which must receive() the same number of values.
  template <class T>
  void send(std::span<const T> values, int destination) const {
    static_assert(std::is_trivially_copyable_v<T>);
    send_bytes(std::as_bytes(values), sizeof(T), destination);
  }
  template <class T>
  void receive(std::span<T> values, int source) const {
    static_assert(std::is_trivially_copyable_v<T>);
    receive_bytes(std::as_writable_bytes(values), sizeof(T), source);
  }

  /// Copies `values` of `from` to those of `to`, another rank, as one message; the other ranks do
  /// nothing. Where several copies follow one another all ranks go through them in the same order,
  /// so that they cannot wait for each other in a circle.
  template <class T>
  void copy(std::span<T> values, int from, int to) const {
    if (rank() == from) send(std::span<const T>(values), to);
    if (rank() == to) receive(values, from);
  }

  /// The two ends of handing out tasks on request (comm/tasks.h), on one rank and on every other
  /// one. What goes to and fro is so short that cut and pace do not matter. No other transfer until
  /// each end has done.
  TaskServer serve_tasks() const;
  TaskClient take_tasks(int server) const;

  /// The values of all ranks, by rank, on `root`; empty elsewhere. `lengths` by rank, read on
  /// `root` only. Collective.
  template <std::ranges::contiguous_range R>
  auto gather(const R& mine, const std::vector<std::size_t>& lengths, int root) const {
    using T = std::ranges::range_value_t<R>;
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<std::vector<T>> all;
    std::vector<MutableBytes> places;
    for (std::size_t source = 0; rank() == root && source < lengths.size(); ++source)
      all.emplace_back(lengths[source]);
    for (auto& values : all) places.push_back(std::as_writable_bytes(std::span(values)));
    gather_bytes(std::as_bytes(std::span(mine)), places, sizeof(T), root);
    return all;
  }
  /// A gather in which every rank sends as many elements as this one.
  template <std::ranges::contiguous_range R>
  auto gather(const R& mine, int root) const {
    return gather(
        mine, std::vector(static_cast<std::size_t>(size()), std::ranges::size(mine)), root);
  }
  /// A gather in which `root` does not know the lengths: each rank sends its length first.
  template <std::ranges::contiguous_range R>
  auto gather_varying(const R& mine, int root) const {
    const std::size_t length = std::ranges::size(mine);
    std::vector<std::size_t> lengths;
    for (const auto& of_rank : gather(std::span(&length, 1), root))
      lengths.push_back(of_rank.front());
    return gather(mine, lengths, root);
  }

  /// combine(... combine(combine(x_0, x_1), x_2) ..., x_{P-1}) of every rank's `value`: the same
  /// bits on every rank. Made of a gather and a broadcast, so for few bytes. Collective.
  template <class T, class Combine>
  T all_reduce(T value, Combine&& combine) const {
    const auto all = gather(std::span<const T>(&value, 1), 0);
    for (std::size_t other = 1; other < all.size(); ++other)
      value = combine(value, all[other].front());
    broadcast(value, 0);
    return value;
  }

 private:
  friend class Team;

  /// Read-only at the root, so that no route can write to what its caller may only read.
  template <class T>
  Buffer buffer(std::span<const T> sent, std::span<T> copy, int root) const {
    static_assert(std::is_trivially_copyable_v<T>);
    return rank() == root ? Buffer(std::as_bytes(sent)) : Buffer(std::as_writable_bytes(copy));
  }
  void broadcast_bytes(const Buffer& data, std::size_t element, int root) const;
  std::unique_ptr<BroadcastRequest> ibroadcast_bytes(
      const Buffer& data, std::size_t element, int root) const;
  void gather_bytes(
      Bytes mine, const std::vector<MutableBytes>& all, std::size_t element, int root) const;
  void send_bytes(Bytes data, std::size_t element, int destination) const;
  void receive_bytes(MutableBytes data, std::size_t element, int source) const;
  void require_idle(std::string_view transfer, std::size_t bytes) const {
    if (in_flight_->root >= 0) refuse(transfer, bytes);
  }
  [[noreturn]] void refuse(std::string_view transfer, std::size_t bytes) const;
  Pieces pieces(std::size_t bytes, std::size_t element) const {
    return {strategy_.cut, bytes, element, longest_piece_};
  }
  TransferContext context() const { return {*transport_, strategy_.cut, *strategy_.pace}; }

  Transport* transport_;
  Transport* observer_;        ///< the transport, if a decorator observes transfers; else null
  InFlight* in_flight_;        ///< of the transport
  std::size_t longest_piece_;  ///< bytes, of the strategy's pace
  Strategy strategy_;
};

}  // namespace febem::comm
