// Transport over the MPI C API, with the memory that each rank keeps for the others to write to.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

#include "comm/ticket_table.h"
#include "comm/transport.h"
#include "mpi/communicator.h"
#include "mpi/window.h"

namespace febem::comm {

/// The memory over MPI windows. Windows are opened on demand and freed together; both are
/// collective over the communicator (not owned).
class MpiMemory final : public RemoteMemory {
 public:
  explicit MpiMemory(const mpi::Communicator& communicator) : communicator_(&communicator) {}

  std::string open(Memory kind, std::size_t bytes) override;
  MutableBytes kept_for(Memory kind, int source) override;
  void release(Memory kind) override { area(kind).window->synchronise(); }
  std::string open_counter() override;
  std::int64_t add_to_counter(int rank, std::int64_t change) override;

  void put(const Message& message);
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
  bool counter_is_shared_ =
      false;      ///< true if the counters are in shared memory, where a rank adds without MPI
  int near_ = 0;  ///< ranks on this node; 0: not asked yet
};

/// Owns a communicator of its own. Construction and destruction are collective.
class MpiTransport final : public Transport {
 public:
  /// `wait` is how ranks wait for messages, the library's own collectives aside; if not given, as
  /// suits the nodes.
  explicit MpiTransport(mpi::Communicator communicator, std::optional<mpi::Wait> wait = {});
  MpiTransport(const MpiTransport&) = delete;
  MpiTransport& operator=(const MpiTransport&) = delete;

  void perform(const Message& message) override;
  Ticket begin(const Message& message) override;
  Ticket prepare(const Message& message) override;
  void start(Ticket prepared) override;
  void release(Ticket prepared) override;
  void wait(Ticket ticket) override;
  bool test(Ticket ticket) override;
  void cancel(Ticket receive) noexcept override;
  RemoteMemory& memory() override { return memory_; }
  void synchronise() override;
  std::string unsupported_reason(Capability capability) override;

 private:
  void perform_other(const Message& message);

  struct Operation {
    MPI_Request request = MPI_REQUEST_NULL;
    bool prepared = false;  ///< its request is persistent
    bool partitioned = false;
    std::optional<std::size_t> expected{};  ///< bytes, of a receive
    std::vector<double>
        terms{};  ///< of a sum: this rank's, where the sum itself is made in the caller's memory
  };

  /// Makes the request of a send or receive, and starts it unless it is prepared.
  void make_request(const Message& message, Operation& operation) const;
  void begin_partitioned(const Message& message, Operation& operation) const;
  /// Why there are no partitioned requests; empty if there are. Every rank opens some, one to and
  /// one from its neighbours: Open MPI 5.0 makes ready for them by a collective operation within
  /// the first, in which ranks that open none are missing.
  std::string make_partitioned_ready();
  void completed(Ticket ticket, const MPI_Status& status);

  mpi::Communicator communicator_;
  mpi::Wait wait_;
  MpiMemory memory_;
  bool partitioned_is_ready_ = false;
  TicketTable<Operation> operations_;
};

}  // namespace febem::comm
