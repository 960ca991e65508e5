// Transport over the MPI C API, with the memory that each rank keeps for the others to write to.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

#include "comm/transport.h"
#include "mpi/communicator.h"
#include "mpi/window.h"

namespace febem::comm {

/// The memory over MPI windows. Windows are opened on demand and freed together; both are collective over the communicator (not owned).
class MpiMemory {
 public:
  explicit MpiMemory(const mpi::Communicator& communicator) : communicator_(&communicator) {}

  /// As Transport::open_memory().
  std::string open(Memory kind, std::size_t bytes);
  void deposit(Memory kind, Bytes data, int destination, std::size_t offset);
  MutableBytes deposited(Memory kind, int source);
  void release_deposited(Memory kind);
  /// As Transport::open_counter().
  std::string open_counter();
  std::int64_t add_to_counter(int rank, std::int64_t change);

  /// Why memory of this kind cannot be had; empty if it can. Collective when first asked.
  std::string unsupported_reason(Memory kind);

 private:
  /// One part of `bytes` for each rank of the communicator.
  struct Area {
    std::optional<mpi::Window> window;
    std::size_t bytes = 0;
    std::optional<std::string> unsupported_reason;
  };
  Area& area(Memory kind) { return kind == Memory::window ? window_ : shared_; }

  mpi::Window allocate(Memory kind, std::size_t bytes) const;
  /// Tries to allocate; why it failed, the same on every rank, or empty. Collective.
  std::string allocate(Memory kind, std::size_t bytes, std::optional<mpi::Window>& window);
  int ranks_on_this_node();

  const mpi::Communicator* communicator_;
  Area window_, shared_;
  std::optional<mpi::Window> counter_;
  bool counter_is_shared_ = false;  ///< true if the counters are in shared memory, where a rank adds without MPI
  int near_ = 0;                    ///< ranks on this node; 0: not asked yet
};

/// Owns a communicator of its own. Construction and destruction are collective.
class MpiTransport final : public Transport {
 public:
  /// `wait` is how ranks wait for messages, the library's own collectives aside; if not given, as suits the nodes.
  explicit MpiTransport(mpi::Communicator communicator, std::optional<mpi::Wait> wait = {});
  MpiTransport(const MpiTransport&) = delete;
  MpiTransport& operator=(const MpiTransport&) = delete;

  int rank() const override { return communicator_.rank(); }
  int size() const override { return communicator_.size(); }
  void send(Bytes data, int destination, Purpose purpose, SendMode mode) override;
  void receive(MutableBytes data, int source, Purpose purpose) override;
  Ticket start_send(Bytes data, int destination, Purpose purpose, SendMode mode) override;
  Ticket start_receive(MutableBytes data, int source, Purpose purpose) override;
  void wait(Ticket ticket) override;
  bool test(Ticket ticket) override;
  void cancel(Ticket receive) noexcept override;
  Ticket prepare_send(Bytes data, int destination, Purpose purpose, SendMode mode) override;
  Ticket prepare_receive(MutableBytes data, int source, Purpose purpose) override;
  void start(Ticket prepared) override;
  void release(Ticket prepared) override;
  Ticket start_partitioned_send(Bytes data, int partitions, int destination) override;
  Ticket start_partitioned_receive(MutableBytes data, int partitions, int source) override;
  std::string open_memory(Memory kind, std::size_t bytes) override { return memory_.open(kind, bytes); }
  void deposit(Memory kind, Bytes data, int destination, std::size_t offset) override { memory_.deposit(kind, data, destination, offset); }
  MutableBytes deposited(Memory kind, int source) override { return memory_.deposited(kind, source); }
  void release_deposited(Memory kind) override { memory_.release_deposited(kind); }
  std::string open_counter() override { return memory_.open_counter(); }
  std::int64_t add_to_counter(int rank, std::int64_t change) override { return memory_.add_to_counter(rank, change); }
  void native_broadcast(BroadcastBuffer data, int root) override;
  void native_sum(std::span<double> values, int root) override;
  Ticket start_native_broadcast(BroadcastBuffer data, int root) override;
  Ticket start_native_sum(std::span<double> values, int root) override;
  void synchronise() override;
  std::string unsupported_reason(Capability capability) override;
  void enter(std::string_view) override {}
  void begin_transfer(std::string_view, std::size_t) override {}
  void end_transfer() override {}
  bool observes_transfers() const override { return false; }
  void note_hidden(double) override {}
  void note_progress() override {}

 private:
  /// Started requests are used once, prepared (persistent) ones many times, partitioned ones once and then freed here.
  enum class RequestKind { started, prepared, partitioned };
  struct Operation {
    MPI_Request request = MPI_REQUEST_NULL;
    RequestKind kind = RequestKind::started;
    bool receives = false;
    std::size_t bytes = 0;        ///< of a receive: what must arrive
    std::vector<double> terms{};  ///< of a sum: this rank's, where the sum itself is made in the caller's memory
  };

  Ticket open_ticket(RequestKind kind);
  Ticket open_receive(RequestKind kind, std::size_t bytes);
  /// Why there are no partitioned requests; empty if there are. Every rank opens some, one to and one from its neighbours:
  /// Open MPI 5.0 makes ready for them by a collective operation within the first, in which ranks that open none are missing.
  std::string make_partitioned_ready();
  void completed(Ticket ticket, const MPI_Status& status);

  mpi::Communicator communicator_;
  mpi::Wait wait_;
  MpiMemory memory_;
  bool partitioned_is_ready_ = false;
  std::vector<Operation> operations_;  ///< by ticket
  std::vector<Ticket> free_;
};

}  // namespace febem::comm
