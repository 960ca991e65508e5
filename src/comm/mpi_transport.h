// Transport over the MPI C API.
#pragma once

#include <mpi.h>

#include <vector>

#include "comm/transport.h"
#include "mpi/communicator.h"

namespace febem::comm {

/// Owns a communicator of its own. Construction and destruction are collective.
class MpiTransport final : public Transport {
 public:
  explicit MpiTransport(mpi::Communicator communicator);

  int rank() const override { return communicator_.rank(); }
  int size() const override { return communicator_.size(); }
  void send(Bytes data, int destination, Purpose purpose, SendMode mode) override;
  void receive(MutableBytes data, int source, Purpose purpose) override;
  Ticket start_send(Bytes data, int destination, Purpose purpose, SendMode mode) override;
  Ticket start_receive(MutableBytes data, int source, Purpose purpose) override;
  void wait(Ticket ticket) override;
  void native_broadcast(MutableBytes data, int root) override;
  void native_sum(std::span<double> values, int root) override;
  void synchronise() override;

 private:
  Ticket free_ticket();

  mpi::Communicator communicator_;
  std::vector<MPI_Request> requests_;  ///< by ticket; MPI_REQUEST_NULL where the ticket is free
  std::vector<Ticket> free_;
};

}  // namespace febem::comm
