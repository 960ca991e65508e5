#include "comm/mpi_transport.h"

#include <string>
#include <utility>

#include "mpi/check.h"
#include "mpi/environment.h"

namespace febem::comm {
namespace {

using mpi::check;
using mpi::Wait;

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

int doubles(std::span<double> values) { return count(values.size_bytes()) / static_cast<int>(sizeof(double)); }

/// MPI_Bcast takes a pointer to mutable memory also at the root, where it only reads.
void* memory(const BroadcastBuffer& data) { return const_cast<std::byte*>(data.read.data()); }

/// Send and receive buffers of MPI_Reduce. `own` may be filled with a copy of the terms and must live until the sum is
/// complete: MPICH 4.0.2 crashes on MPI_IN_PLACE at a root other than 0.
struct EndsOfSum {
  const void* terms;
  double* sum;
};
EndsOfSum ends_of_sum(std::span<double> values, int root, int rank, std::vector<double>& own) {
  if (rank != root) return {values.data(), nullptr};
  if (root == 0) return {MPI_IN_PLACE, values.data()};
  own.assign(values.begin(), values.end());
  return {own.data(), values.data()};
}

}  // namespace

MpiTransport::MpiTransport(mpi::Communicator communicator, std::optional<mpi::Wait> wait)
    : communicator_(std::move(communicator)), wait_(wait ? *wait : mpi::suitable_wait(communicator_)), memory_(communicator_) {}

void MpiTransport::send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  if (wait_ == Wait::yield) return wait(start_send(data, destination, purpose, mode));
  const auto comm = communicator_.handle();
  if (mode == SendMode::standard)
    check(MPI_Send(data.data(), count(data.size()), MPI_BYTE, destination, tag(purpose), comm), "MPI_Send");
  else
    check(MPI_Ssend(data.data(), count(data.size()), MPI_BYTE, destination, tag(purpose), comm), "MPI_Ssend");
}

void MpiTransport::receive(MutableBytes data, int source, Purpose purpose) {
  if (wait_ == Wait::yield) return wait(start_receive(data, source, purpose));
  MPI_Status status;
  check(MPI_Recv(data.data(), count(data.size()), MPI_BYTE, source, tag(purpose), communicator_.handle(), &status), "MPI_Recv");
  expect_length(status, data.size());
}

Ticket MpiTransport::open_ticket(RequestKind kind) {
  Ticket ticket = operations_.size();
  if (free_.empty()) {
    operations_.emplace_back();
  } else {
    ticket = free_.back();
    free_.pop_back();
  }
  operations_[ticket].kind = kind;
  operations_[ticket].receives = false;
  return ticket;
}

Ticket MpiTransport::open_receive(RequestKind kind, std::size_t bytes) {
  const Ticket ticket = open_ticket(kind);
  operations_[ticket].receives = true;
  operations_[ticket].bytes = bytes;
  return ticket;
}

Ticket MpiTransport::start_send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const auto comm = communicator_.handle();
  const Ticket ticket = open_ticket(RequestKind::started);
  MPI_Request* request = &operations_[ticket].request;
  if (mode == SendMode::standard)
    check(MPI_Isend(data.data(), count(data.size()), MPI_BYTE, destination, tag(purpose), comm, request), "MPI_Isend");
  else
    check(MPI_Issend(data.data(), count(data.size()), MPI_BYTE, destination, tag(purpose), comm, request), "MPI_Issend");
  return ticket;
}

Ticket MpiTransport::start_receive(MutableBytes data, int source, Purpose purpose) {
  const Ticket ticket = open_receive(RequestKind::started, data.size());
  check(MPI_Irecv(data.data(), count(data.size()), MPI_BYTE, source, tag(purpose), communicator_.handle(), &operations_[ticket].request),
        "MPI_Irecv");
  return ticket;
}

void MpiTransport::wait(Ticket ticket) {
  MPI_Status status;
  mpi::wait(operations_[ticket].request, status, wait_);
  completed(ticket, status);
}

bool MpiTransport::test(Ticket ticket) {
  int done = 0;
  MPI_Status status;
  check(MPI_Test(&operations_[ticket].request, &done, &status), "MPI_Test");
  if (done != 0) completed(ticket, status);
  return done != 0;
}

void MpiTransport::completed(Ticket ticket, const MPI_Status& status) {
  auto& operation = operations_[ticket];
  if (operation.receives) expect_length(status, operation.bytes);
  if (operation.kind == RequestKind::prepared) return;
  if (operation.kind == RequestKind::partitioned) check(MPI_Request_free(&operation.request), "MPI_Request_free");
  if (!operation.terms.empty()) operation.terms = {};
  free_.push_back(ticket);
}

void MpiTransport::cancel(Ticket receive) noexcept {
  auto& operation = operations_[receive];
  // SMPI 3.32 throws an exception of its own when a cancelled receive is waited for.
  if (operation.request == MPI_REQUEST_NULL || mpi::is_simulated()) return;
  int idle = 0;
  MPI_Request_get_status(operation.request, &idle, MPI_STATUS_IGNORE);
  if (idle == 0) {
    MPI_Cancel(&operation.request);
    MPI_Wait(&operation.request, MPI_STATUS_IGNORE);
  }
  if (operation.request != MPI_REQUEST_NULL) MPI_Request_free(&operation.request);
}

Ticket MpiTransport::prepare_send(Bytes data, int destination, Purpose purpose, SendMode mode) {
  const auto comm = communicator_.handle();
  const Ticket ticket = open_ticket(RequestKind::prepared);
  MPI_Request* request = &operations_[ticket].request;
  if (mode == SendMode::standard)
    check(MPI_Send_init(data.data(), count(data.size()), MPI_BYTE, destination, tag(purpose), comm, request), "MPI_Send_init");
  else
    check(MPI_Ssend_init(data.data(), count(data.size()), MPI_BYTE, destination, tag(purpose), comm, request), "MPI_Ssend_init");
  return ticket;
}

Ticket MpiTransport::prepare_receive(MutableBytes data, int source, Purpose purpose) {
  const Ticket ticket = open_receive(RequestKind::prepared, data.size());
  check(MPI_Recv_init(data.data(), count(data.size()), MPI_BYTE, source, tag(purpose), communicator_.handle(), &operations_[ticket].request),
        "MPI_Recv_init");
  return ticket;
}

void MpiTransport::start(Ticket prepared) { check(MPI_Start(&operations_[prepared].request), "MPI_Start"); }

void MpiTransport::release(Ticket prepared) {
  check(MPI_Request_free(&operations_[prepared].request), "MPI_Request_free");
  free_.push_back(prepared);
}

#ifdef FEBEM_HAVE_PARTITIONED
Ticket MpiTransport::start_partitioned_send(Bytes data, int partitions, int destination) {
  const Ticket ticket = open_ticket(RequestKind::partitioned);
  MPI_Request* request = &operations_[ticket].request;
  check(MPI_Psend_init(data.data(), partitions, count(data.size()) / partitions, MPI_BYTE, destination, tag(Purpose::data), communicator_.handle(),
                       MPI_INFO_NULL, request),
        "MPI_Psend_init");
  check(MPI_Start(request), "MPI_Start");
  for (int partition = 0; partition < partitions; ++partition) check(MPI_Pready(partition, *request), "MPI_Pready");
  return ticket;
}

Ticket MpiTransport::start_partitioned_receive(MutableBytes data, int partitions, int source) {
  const Ticket ticket = open_ticket(RequestKind::partitioned);
  MPI_Request* request = &operations_[ticket].request;
  check(MPI_Precv_init(data.data(), partitions, count(data.size()) / partitions, MPI_BYTE, source, tag(Purpose::data), communicator_.handle(),
                       MPI_INFO_NULL, request),
        "MPI_Precv_init");
  check(MPI_Start(request), "MPI_Start");
  return ticket;
}
#else
Ticket MpiTransport::start_partitioned_send(Bytes, int, int) { throw core::RunError(mpi::partitioned_unsupported_reason()); }
Ticket MpiTransport::start_partitioned_receive(MutableBytes, int, int) { throw core::RunError(mpi::partitioned_unsupported_reason()); }
#endif

void MpiTransport::native_broadcast(BroadcastBuffer data, int root) {
  check(MPI_Bcast(memory(data), count(data.size()), MPI_BYTE, root, communicator_.handle()), "MPI_Bcast");
}

void MpiTransport::native_sum(std::span<double> values, int root) {
  std::vector<double> own;
  const auto [terms, sum] = ends_of_sum(values, root, rank(), own);
  check(MPI_Reduce(terms, sum, doubles(values), MPI_DOUBLE, MPI_SUM, root, communicator_.handle()), "MPI_Reduce");
}

Ticket MpiTransport::start_native_broadcast(BroadcastBuffer data, int root) {
  const Ticket ticket = open_ticket(RequestKind::started);
  check(MPI_Ibcast(memory(data), count(data.size()), MPI_BYTE, root, communicator_.handle(), &operations_[ticket].request), "MPI_Ibcast");
  return ticket;
}

Ticket MpiTransport::start_native_sum(std::span<double> values, int root) {
  const Ticket ticket = open_ticket(RequestKind::started);
  auto& operation = operations_[ticket];
  const auto [terms, sum] = ends_of_sum(values, root, rank(), operation.terms);
  check(MPI_Ireduce(terms, sum, doubles(values), MPI_DOUBLE, MPI_SUM, root, communicator_.handle(), &operation.request), "MPI_Ireduce");
  return ticket;
}

void MpiTransport::synchronise() {
  if (wait_ == Wait::spin) return check(MPI_Barrier(communicator_.handle()), "MPI_Barrier");
  MPI_Request request;
  MPI_Status status;
  check(MPI_Ibarrier(communicator_.handle(), &request), "MPI_Ibarrier");
  mpi::wait(request, status, wait_);
}

std::string MpiTransport::make_partitioned_ready() {
  auto reason = mpi::partitioned_unsupported_reason();
  if (!reason.empty() || partitioned_is_ready_ || size() == 1) return reason;
  std::byte sent{}, received{};
  const Ticket from = start_partitioned_receive({&received, 1}, 1, (rank() + size() - 1) % size());
  const Ticket to = start_partitioned_send({&sent, 1}, 1, (rank() + 1) % size());
  wait(from);
  wait(to);
  partitioned_is_ready_ = true;
  return {};
}

std::string MpiTransport::unsupported_reason(Capability capability) {
  switch (capability) {
    case Capability::persistent:
      return mpi::persistent_unsupported_reason();
    case Capability::partitioned:
      return make_partitioned_ready();
    case Capability::window:
      return memory_.unsupported_reason(Memory::window);
    case Capability::shared:
      return memory_.unsupported_reason(Memory::shared);
  }
  return {};
}

}  // namespace febem::comm
