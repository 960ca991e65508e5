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

  void open(Memory kind, std::size_t bytes);
  void deposit(Memory kind, Bytes data, int destination, std::size_t offset);
  MutableBytes deposited(Memory kind, int source);
  void open_counter();
  std::int64_t add_to_counter(int rank, std::int64_t change) { return counter_->fetch_add(rank, change); }

  /// Why memory of this kind cannot be had; empty if it can. Collective when first asked.
  std::string refusal(Memory kind);

 private:
  /// One part of `bytes` for each rank of the communicator.
  struct Area {
    std::optional<mpi::Window> window;
    std::size_t bytes = 0;
    std::optional<std::string> refusal;
  };
  Area& area(Memory kind) { return kind == Memory::window ? window_ : shared_; }

  const mpi::Communicator* communicator_;
  Area window_, shared_;
  std::optional<mpi::Window> counter_;
};

}  // namespace febem::comm
