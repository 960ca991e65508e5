// One message of the transport as the rank at hand sees it: what is done, with which memory, and
// with whom.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/nowhere.h"

namespace febem::comm {

using Bytes = std::span<const std::byte>;
using MutableBytes = std::span<std::byte>;

/// Whether the data of a message have memory. In a dry run (DryTransport) they need not.
inline bool exists(Bytes data) { return !core::is_nowhere(data.data()); }
/// Copies all bytes of `from`, if both exist.
inline void copy_bytes(Bytes from, MutableBytes to) {
  if (exists(from) && exists(to)) std::copy(from.begin(), from.end(), to.begin());
}

/// The memory of a message on one rank: where it comes from it is only read, elsewhere it is
/// written, and read to pass it on.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Bytes sent) : read_(sent.data()), size_(sent.size()) {}
  Buffer(MutableBytes copy) : read_(copy.data()), written_(copy.data()), size_(copy.size()) {}

  std::size_t size() const { return size_; }
  /// All of it, on every rank.
  Bytes read() const { return {read_, size_}; }
  /// Memory that may be written: all of it, or none where it is only read.
  MutableBytes written() const { return {written_, written_ == nullptr ? 0 : size_}; }
  Buffer subspan(std::size_t offset, std::size_t length) const {
    return written_ == nullptr ? Buffer(read().subspan(offset, length))
                               : Buffer(written().subspan(offset, length));
  }

 private:
  const std::byte* read_ = nullptr;
  std::byte* written_ = nullptr;
  std::size_t size_ = 0;
};

/// What a message is for. Messages of one purpose between two ranks arrive in the order they were
/// sent. All but the first two are sent by decorators, each its own; bookkeeping, and what stands
/// behind it, takes no time on an emulated network.
enum class Purpose : std::uint8_t {
  data = 1,
  acknowledgement = 2,
  clock = 3,
  matched = 4,
  bookkeeping = 5,
  question = 6,
  standing = 7,
  meeting = 8
};

/// When a send may complete: `standard` when the data has left or been buffered (MPI_Send),
/// `synchronous` only when the receiver has begun to receive it (MPI_Ssend).
enum class SendMode : std::uint8_t { standard, synchronous };

/// Memory that a rank keeps for each other rank to write to: an MPI window, or memory shared within
/// a node.
enum class Memory : std::uint8_t { window, shared };

/// A value: it owns no memory. A new kind has its maker and its words here, its calls of MPI in
/// MpiTransport, and its time on another network in network::Emulator; the decorators that count
/// and watch know it by the functions below.
struct Message {
  enum class Kind : std::uint8_t { send, receive, put, broadcast, sum };

  /// A send to another rank.
  static Message send(Bytes data, int destination, Purpose purpose = Purpose::data,
      SendMode mode = SendMode::standard) {
    return {
        .kind = Kind::send, .purpose = purpose, .mode = mode, .peer = destination, .data = data};
  }
  /// A receive of exactly `data.size()` bytes from another rank.
  static Message receive(MutableBytes data, int source, Purpose purpose = Purpose::data) {
    return {.kind = Kind::receive, .purpose = purpose, .peer = source, .data = data};
  }
  /// Writes `data` at `offset` into the memory that `destination` keeps for this rank
  /// (RemoteMemory). Complete when it is there; it is read after a message that was sent later has
  /// been received.
  static Message put(Memory memory, Bytes data, int destination, std::size_t offset) {
    return {
        .kind = Kind::put, .memory = memory, .peer = destination, .data = data, .offset = offset};
  }
  /// The library's broadcast. Collective.
  static Message broadcast(const Buffer& data, int root) {
    return {.kind = Kind::broadcast, .peer = root, .data = data};
  }
  /// The library's sum; the result is defined on `root` only, other ranks' `values` are left as
  /// they were. Collective.
  static Message sum(std::span<double> values, int root) {
    return {.kind = Kind::sum, .peer = root, .data = std::as_writable_bytes(values)};
  }
  /// A copy of a send or receive whose data is handed over in `number` equal parts
  /// (MPI_Psend_init), which must divide its length. Both ends give the same number.
  Message in_partitions(int number) const {
    Message message = *this;
    message.partitions = number;
    return message;
  }

  /// Whether it is complete without the peer's taking part.
  bool is_one_sided() const { return kind == Kind::put; }
  bool is_collective() const { return kind == Kind::broadcast || kind == Kind::sum; }
  /// The terms of a sum.
  std::span<double> values() const {
    return {reinterpret_cast<double*>(data.written().data()), data.size() / sizeof(double)};
  }

  /// A kind in the words of reports: its name, and what a rank does that waits for its completion,
  /// before the number of the peer.
  struct Words {
    const char *name, *waits;
  };
  const Words& words() const {
    static constexpr Words by_kind[] = {{"send", "sends to"}, {"receive", "receives from"},
        {"deposit", "deposits at"}, {"native broadcast", "MPI_Ibcast from"},
        {"native sum", "MPI_Ireduce to"}};
    return by_kind[static_cast<std::size_t>(kind)];
  }

  Kind kind = Kind::send;
  Purpose purpose = Purpose::data;
  SendMode mode = SendMode::standard;
  Memory memory = Memory::window;  ///< of a put
  int partitions = 0;              ///< 0: not partitioned
  int peer = 0;                    ///< the rank at the other end, or the root
  Buffer data{};
  std::size_t offset = 0;  ///< of a put
};

}  // namespace febem::comm
