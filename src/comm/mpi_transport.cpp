#include "comm/mpi_transport.h"

#include <string>
#include <utility>

#include "mpi/check.h"

namespace febem::comm {
namespace {

using mpi::check;

int tag(Purpose purpose) { return static_cast<int>(purpose); }

int count(std::size_t bytes) {
  if (bytes > mpi::largest_message) throw core::RunError("a message of " + std::to_string(bytes) + " bytes is too long");
  return static_cast<int>(bytes);
}

void expect_length(const MPI_Status& status, std::size_t expected) {
  int received = 0;
  check(MPI_Get_count(&status, MPI_BYTE, &received), "MPI_Get_count");
  if (static_cast<std::size_t>(received) != expected)
    throw core::RunError("expected a message of " + std::to_string(expected) + " bytes, got " + std::to_string(received));
}

}  // namespace

MpiTransport::MpiTransport(mpi::Communicator communicator) : communicator_(std::move(communicator)) {}

void MpiTransport::send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const auto comm = communicator_.handle();
  if (mode == SendMode::standard)
    check(MPI_Send(data.data(), count(data.size()), MPI_BYTE, destination, tag(purpose), comm), "MPI_Send");
  else
    check(MPI_Ssend(data.data(), count(data.size()), MPI_BYTE, destination, tag(purpose), comm), "MPI_Ssend");
}

void MpiTransport::receive(MutableBytes data, int source, Purpose purpose) {
  MPI_Status status;
  check(MPI_Recv(data.data(), count(data.size()), MPI_BYTE, source, tag(purpose), communicator_.handle(), &status),
        "MPI_Recv");
  expect_length(status, data.size());
}

Ticket MpiTransport::free_ticket() {
  if (free_.empty()) {
    requests_.push_back(MPI_REQUEST_NULL);
    return requests_.size() - 1;
  }
  const Ticket ticket = free_.back();
  free_.pop_back();
  return ticket;
}

Ticket MpiTransport::start_send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const auto comm = communicator_.handle();
  const Ticket ticket = free_ticket();
  MPI_Request* request = &requests_[ticket];
  if (mode == SendMode::standard)
    check(MPI_Isend(data.data(), count(data.size()), MPI_BYTE, destination, tag(purpose), comm, request), "MPI_Isend");
  else
    check(MPI_Issend(data.data(), count(data.size()), MPI_BYTE, destination, tag(purpose), comm, request), "MPI_Issend");
  return ticket;
}

Ticket MpiTransport::start_receive(MutableBytes data, int source, Purpose purpose) {
  const Ticket ticket = free_ticket();
  check(MPI_Irecv(data.data(), count(data.size()), MPI_BYTE, source, tag(purpose), communicator_.handle(),
                  &requests_[ticket]),
        "MPI_Irecv");
  return ticket;
}

void MpiTransport::wait(Ticket ticket) {
  check(MPI_Wait(&requests_[ticket], MPI_STATUS_IGNORE), "MPI_Wait");
  free_.push_back(ticket);
}

void MpiTransport::native_broadcast(MutableBytes data, int root) {
  check(MPI_Bcast(data.data(), count(data.size()), MPI_BYTE, root, communicator_.handle()), "MPI_Bcast");
}

void MpiTransport::native_sum(std::span<double> values, int root) {
  const int n = count(values.size_bytes()) / static_cast<int>(sizeof(double));
  const bool here = rank() == root;
  check(MPI_Reduce(here ? MPI_IN_PLACE : values.data(), here ? values.data() : nullptr, n, MPI_DOUBLE, MPI_SUM, root,
                   communicator_.handle()),
        "MPI_Reduce");
}

void MpiTransport::synchronise() { check(MPI_Barrier(communicator_.handle()), "MPI_Barrier"); }

}  // namespace febem::comm
