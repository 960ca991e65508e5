// The memory each rank keeps for the others to write to, over MPI windows.
#pragma once

#include <optional>
#include <string>

#include "comm/transport.h"
#include "mpi/communicator.h"
#include "mpi/window.h"

namespace febem::comm {

/// Windows are opened on demand and freed together; both are collective over the communicator (not owned).
class MpiMemory {
 public:
  explicit MpiMemory(const mpi::Communicator& communicator) : communicator_(&communicator) {}

  /// As Transport::open_memory().
  std::string open(Memory kind, std::size_t bytes);
  void deposit(Memory kind, Bytes data, int destination, std::size_t offset);
  MutableBytes deposited(Memory kind, int source);
  void done_with_deposited(Memory kind);
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
  int near_ = 0;  ///< ranks on this node; 0: not asked yet
};

}  // namespace febem::comm
