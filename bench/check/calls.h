// Calls of MPI in the cases. A call that fails ends its case as *fail*. The functions stand for the
// MPI functions of their names, on MPI_COMM_WORLD unless they are told otherwise.
#pragma once

#include <mpi.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <source_location>
#include <string>
#include <type_traits>
#include <vector>

#include "mpi/check.h"

/// MUST(MPI_Barrier(comm)) throws, with the name of the function and the place, unless the call
/// succeeds.
#define MUST(...) ::febem::check::must(__VA_ARGS__, #__VA_ARGS__)

namespace febem::check {

using Place = std::source_location;

inline void must(int code, const char* call, Place place = Place::current()) {
  const std::string text(call);
  if (code != MPI_SUCCESS) mpi::fail(code, text.substr(0, text.find('(')).c_str(), place);
}

template <class T>
MPI_Datatype type_of() {
  if constexpr (std::is_same_v<T, int>)
    return MPI_INT;
  else if constexpr (std::is_same_v<T, double>)
    return MPI_DOUBLE;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return MPI_INT64_T;
  else if constexpr (std::is_same_v<T, std::complex<double>>)
    return MPI_C_DOUBLE_COMPLEX;
  else if constexpr (sizeof(T) == 1)
    return MPI_BYTE;
}

/// The memory that a call reads (Void: const void) or writes: none, a number, a vector, or `length`
/// entries of an array.
template <class Void>
struct Memory {
  Memory(std::nullptr_t) : Memory(nullptr, 0, MPI_INT) {}
  template <class T>
  requires std::is_arithmetic_v<T> Memory(T& one) : Memory(&one, 1) {}
  template <class T>
  Memory(std::vector<T>& all) : Memory(all.data(), static_cast<int>(all.size())) {}
  template <class T>
  Memory(const std::vector<T>& all) : Memory(all.data(), static_cast<int>(all.size())) {}
  template <class T>
  Memory(T* first, int length) : Memory(first, length, type_of<std::remove_const_t<T>>()) {}
  Memory(Void* first, int length, MPI_Datatype of) : start(first), count(length), type(of) {}

  Void* start;
  int count;
  MPI_Datatype type;
};
using In = Memory<const void>;
using Out = Memory<void>;

inline void send(
    In data, int to, int tag, MPI_Comm comm = MPI_COMM_WORLD, Place place = Place::current()) {
  must(MPI_Send(data.start, data.count, data.type, to, tag, comm), "MPI_Send", place);
}

inline MPI_Status receive(
    Out data, int from, int tag, MPI_Comm comm = MPI_COMM_WORLD, Place place = Place::current()) {
  MPI_Status status;
  must(MPI_Recv(data.start, data.count, data.type, from, tag, comm, &status), "MPI_Recv", place);
  return status;
}

[[nodiscard]] inline MPI_Request isend(In data, int to, int tag, Place place = Place::current()) {
  MPI_Request request;
  must(MPI_Isend(data.start, data.count, data.type, to, tag, MPI_COMM_WORLD, &request), "MPI_Isend",
      place);
  return request;
}

[[nodiscard]] inline MPI_Request ireceive(
    Out data, int from, int tag, Place place = Place::current()) {
  MPI_Request request;
  must(MPI_Irecv(data.start, data.count, data.type, from, tag, MPI_COMM_WORLD, &request),
      "MPI_Irecv", place);
  return request;
}

/// A persistent request.
[[nodiscard]] inline MPI_Request prepared_send(
    In data, int to, int tag, Place place = Place::current()) {
  MPI_Request request;
  must(MPI_Send_init(data.start, data.count, data.type, to, tag, MPI_COMM_WORLD, &request),
      "MPI_Send_init", place);
  return request;
}

[[nodiscard]] inline MPI_Request prepared_receive(
    Out data, int from, int tag, Place place = Place::current()) {
  MPI_Request request;
  must(MPI_Recv_init(data.start, data.count, data.type, from, tag, MPI_COMM_WORLD, &request),
      "MPI_Recv_init", place);
  return request;
}

template <class Requests>
void free_all(Requests& requests, Place place = Place::current()) {
  for (auto& request : requests) must(MPI_Request_free(&request), "MPI_Request_free", place);
}

/// MPI_Sendrecv with one other rank, both ways with this tag.
inline void exchange(In out, Out in, int other, int tag = 1, MPI_Comm comm = MPI_COMM_WORLD,
    Place place = Place::current()) {
  must(MPI_Sendrecv(out.start, out.count, out.type, other, tag, in.start, in.count, in.type, other,
           tag, comm, MPI_STATUS_IGNORE),
      "MPI_Sendrecv", place);
}

inline void wait(MPI_Request& request, Place place = Place::current()) {
  must(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait", place);
}

template <class Requests>
void wait_all(Requests& requests, Place place = Place::current()) {
  must(MPI_Waitall(static_cast<int>(std::size(requests)), std::data(requests), MPI_STATUSES_IGNORE),
      "MPI_Waitall", place);
}

inline void barrier(Place place = Place::current()) {
  must(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier", place);
}

inline void broadcast(Out data, int root, Place place = Place::current()) {
  must(MPI_Bcast(data.start, data.count, data.type, root, MPI_COMM_WORLD), "MPI_Bcast", place);
}

/// MPI_Allreduce of as many numbers as `result` holds.
inline void all_reduce(In mine, Out result, MPI_Op operation, MPI_Comm comm = MPI_COMM_WORLD,
    Place place = Place::current()) {
  must(MPI_Allreduce(mine.start, result.start, result.count, result.type, operation, comm),
      "MPI_Allreduce", place);
}

/// MPI_Put to `at`, in units of the window.
inline void put(In data, int target, int at, MPI_Win window, Place place = Place::current()) {
  must(MPI_Put(data.start, data.count, data.type, target, at, data.count, data.type, window),
      "MPI_Put", place);
}

inline void get(Out data, int target, int at, MPI_Win window, Place place = Place::current()) {
  must(MPI_Get(data.start, data.count, data.type, target, at, data.count, data.type, window),
      "MPI_Get", place);
}

/// MPI_Get_count of integers.
inline int integers_in(const MPI_Status& status, Place place = Place::current()) {
  int count = -1;
  must(MPI_Get_count(&status, MPI_INT, &count), "MPI_Get_count", place);
  return count;
}

inline int rank_in(MPI_Comm comm, Place place = Place::current()) {
  int rank = -1;
  must(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank", place);
  return rank;
}

inline int size_of(MPI_Comm comm, Place place = Place::current()) {
  int size = -1;
  must(MPI_Comm_size(comm, &size), "MPI_Comm_size", place);
  return size;
}

}  // namespace febem::check
