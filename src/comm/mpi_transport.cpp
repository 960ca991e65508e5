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

// The texts of errors are made apart from the functions that every message passes, which are
// inlined without them.
[[noreturn]] void fail_too_long(std::size_t bytes) {
  throw core::RunError("a message of " + std::to_string(bytes) + " bytes is too long");
}
[[noreturn]] void fail_length(std::size_t expected, int received) {
  throw core::RunError("expected a message of " + std::to_string(expected) + " bytes, got " +
                       std::to_string(received));
}

int count(std::size_t bytes) {
  if (bytes > mpi::largest_message) fail_too_long(bytes);
  return static_cast<int>(bytes);
}

void expect_length(const MPI_Status& status, std::size_t expected) {
  int received = 0;
  check(MPI_Get_count(&status, MPI_BYTE, &received), "MPI_Get_count");
  if (static_cast<std::size_t>(received) != expected) fail_length(expected, received);
}

int doubles(const Message& sum) {
  return count(sum.data.size()) / static_cast<int>(sizeof(double));
}

/// MPI_Bcast takes a pointer to mutable memory also at the root, where it only reads.
void* start_of(const Buffer& data) { return const_cast<std::byte*>(data.read().data()); }

/// Send and receive buffers of MPI_Reduce. `own` may be filled with a copy of the terms and must
/// live until the sum is complete: MPICH 4.0.2 crashes on MPI_IN_PLACE at a root other than 0.
struct EndsOfSum {
  const void* terms;
  double* sum;
};
EndsOfSum ends_of_sum(const Message& message, int rank, std::vector<double>& own) {
  const auto values = message.values();
  if (rank != message.peer) return {values.data(), nullptr};
  if (rank == 0) return {MPI_IN_PLACE, values.data()};
  own.assign(values.begin(), values.end());
  return {own.data(), values.data()};
}

}  // namespace

MpiTransport::MpiTransport(mpi::Communicator communicator, std::optional<mpi::Wait> wait)
    : Transport(communicator.rank(), communicator.size()), communicator_(std::move(communicator)),
      wait_(wait ? *wait : mpi::suitable_wait(communicator_)), memory_(communicator_) {}

void MpiTransport::perform(const Message& message) {
  const auto& data = message.data;
  const bool pairs_up =
      message.kind == Message::Kind::send || message.kind == Message::Kind::receive;
  if (!pairs_up) return perform_other(message);
  if (wait_ == Wait::yield || message.partitions > 0) return wait(begin(message));
  const auto comm = communicator_.handle();
  if (message.kind == Message::Kind::receive) {
    MPI_Status status;
    check(MPI_Recv(data.written().data(), count(data.size()), MPI_BYTE, message.peer,
              tag(message.purpose), comm, &status),
        "MPI_Recv");
    return expect_length(status, data.size());
  }
  if (message.mode == SendMode::standard)
    check(MPI_Send(data.read().data(), count(data.size()), MPI_BYTE, message.peer,
              tag(message.purpose), comm),
        "MPI_Send");
  else
    check(MPI_Ssend(data.read().data(), count(data.size()), MPI_BYTE, message.peer,
              tag(message.purpose), comm),
        "MPI_Ssend");
}

// Apart, so that sends and receives do not pay for its frame.
void MpiTransport::perform_other(const Message& message) {
  const auto& data = message.data;
  const auto comm = communicator_.handle();
  if (message.kind == Message::Kind::put) return memory_.put(message);
  if (message.kind == Message::Kind::broadcast)
    return check(
        MPI_Bcast(start_of(data), count(data.size()), MPI_BYTE, message.peer, comm), "MPI_Bcast");
  std::vector<double> own;
  const auto [terms, sum] = ends_of_sum(message, rank(), own);
  check(MPI_Reduce(terms, sum, doubles(message), MPI_DOUBLE, MPI_SUM, message.peer, comm),
      "MPI_Reduce");
}

Ticket MpiTransport::begin(const Message& message) {
  const Ticket ticket = operations_.open();
  auto& operation = operations_[ticket];
  const auto& data = message.data;
  const auto comm = communicator_.handle();
  switch (message.kind) {
    case Message::Kind::send:
    case Message::Kind::receive:
      if (message.partitions > 0)
        begin_partitioned(message, operation);
      else
        make_request(message, operation);
      break;
    case Message::Kind::put:
      memory_.put(message);
      break;
    case Message::Kind::broadcast:
      check(MPI_Ibcast(start_of(data), count(data.size()), MPI_BYTE, message.peer, comm,
                &operation.request),
          "MPI_Ibcast");
      break;
    case Message::Kind::sum: {
      const auto [terms, sum] = ends_of_sum(message, rank(), operation.terms);
      check(MPI_Ireduce(terms, sum, doubles(message), MPI_DOUBLE, MPI_SUM, message.peer, comm,
                &operation.request),
          "MPI_Ireduce");
      break;
    }
  }
  return ticket;
}

Ticket MpiTransport::prepare(const Message& message) {
  const Ticket ticket = operations_.open();
  operations_[ticket].prepared = true;
  make_request(message, operations_[ticket]);
  return ticket;
}

void MpiTransport::make_request(const Message& message, Operation& operation) const {
  const auto make = [&](auto function, const char* name, auto* start) {
    check(function(start, count(message.data.size()), MPI_BYTE, message.peer, tag(message.purpose),
              communicator_.handle(), &operation.request),
        name);
  };
  const bool prepared = operation.prepared;
  if (message.kind == Message::Kind::receive) {
    operation.expected = message.data.size();
    prepared ? make(MPI_Recv_init, "MPI_Recv_init", message.data.written().data())
             : make(MPI_Irecv, "MPI_Irecv", message.data.written().data());
  } else if (message.mode == SendMode::standard) {
    prepared ? make(MPI_Send_init, "MPI_Send_init", message.data.read().data())
             : make(MPI_Isend, "MPI_Isend", message.data.read().data());
  } else {
    prepared ? make(MPI_Ssend_init, "MPI_Ssend_init", message.data.read().data())
             : make(MPI_Issend, "MPI_Issend", message.data.read().data());
  }
}

#ifdef FEBEM_HAVE_PARTITIONED
void MpiTransport::begin_partitioned(const Message& message, Operation& operation) const {
  const bool sends = message.kind == Message::Kind::send;
  const int parts = message.partitions, length = count(message.data.size()) / parts;
  const auto make = [&](auto function, const char* name, auto* start) {
    check(function(start, parts, length, MPI_BYTE, message.peer, tag(message.purpose),
              communicator_.handle(), MPI_INFO_NULL, &operation.request),
        name);
  };
  operation.partitioned = true;
  sends ? make(MPI_Psend_init, "MPI_Psend_init", message.data.read().data())
        : make(MPI_Precv_init, "MPI_Precv_init", message.data.written().data());
  check(MPI_Start(&operation.request), "MPI_Start");
  for (int part = 0; sends && part < parts; ++part)
    check(MPI_Pready(part, operation.request), "MPI_Pready");
}
#else
void MpiTransport::begin_partitioned(const Message&, Operation&) const {
  throw core::RunError(mpi::partitioned_unsupported_reason());
}
#endif

void MpiTransport::start(Ticket prepared) {
  check(MPI_Start(&operations_[prepared].request), "MPI_Start");
}

void MpiTransport::release(Ticket prepared) {
  check(MPI_Request_free(&operations_[prepared].request), "MPI_Request_free");
  operations_.close(prepared);
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
  if (operation.expected) expect_length(status, *operation.expected);
  if (operation.prepared) return;
  if (operation.partitioned) check(MPI_Request_free(&operation.request), "MPI_Request_free");
  operations_.close(ticket);
}

void MpiTransport::cancel(Ticket receive) noexcept {
  auto& request = operations_[receive].request;
  // SMPI 3.32 throws an exception of its own when a cancelled receive is waited for.
  if (request == MPI_REQUEST_NULL || mpi::is_simulated()) return;
  int idle = 0;
  MPI_Request_get_status(request, &idle, MPI_STATUS_IGNORE);
  if (idle == 0) {
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
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
  const Ticket from =
      begin(Message::receive({&received, 1}, (rank() + size() - 1) % size()).in_partitions(1));
  const Ticket to = begin(Message::send({&sent, 1}, (rank() + 1) % size()).in_partitions(1));
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
