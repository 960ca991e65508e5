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

/// The request of a message that `function` begins or prepares.
template <class Function, class Void>
[[nodiscard]] MPI_Request request_of(Function function, const char* name, const Memory<Void>& data,
    int other, int tag, Place place) {
  MPI_Request request;
  must(function(data.start, data.count, data.type, other, tag, MPI_COMM_WORLD, &request), name,
      place);
  return request;
}
[[nodiscard]] inline MPI_Request isend(In data, int to, int tag, Place place = Place::current()) {
  return request_of(MPI_Isend, "MPI_Isend", data, to, tag, place);
}
[[nodiscard]] inline MPI_Request issend(In data, int to, int tag, Place place = Place::current()) {
  return request_of(MPI_Issend, "MPI_Issend", data, to, tag, place);
}
[[nodiscard]] inline MPI_Request ireceive(
    Out data, int from, int tag, Place place = Place::current()) {
  return request_of(MPI_Irecv, "MPI_Irecv", data, from, tag, place);
}
/// A persistent request.
[[nodiscard]] inline MPI_Request prepared_send(
    In data, int to, int tag, Place place = Place::current()) {
  return request_of(MPI_Send_init, "MPI_Send_init", data, to, tag, place);
}
[[nodiscard]] inline MPI_Request prepared_receive(
    Out data, int from, int tag, Place place = Place::current()) {
  return request_of(MPI_Recv_init, "MPI_Recv_init", data, from, tag, place);
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

inline bool test(MPI_Request& request, Place place = Place::current()) {
  int done = 0;
  must(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test", place);
  return done != 0;
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

/// MPI_Get_count.
inline int count_in(
    const MPI_Status& status, MPI_Datatype type = MPI_INT, Place place = Place::current()) {
  int count = -1;
  must(MPI_Get_count(&status, type, &count), "MPI_Get_count", place);
  return count;
}

/// An attribute of MPI_COMM_WORLD that is an integer; null if it is not set.
inline const int* attribute(int key, Place place = Place::current()) {
  int *value = nullptr, known = 0;
  must(MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &known), "MPI_Comm_get_attr", place);
  return known != 0 ? value : nullptr;
}

inline MPI_Comm duplicate(MPI_Comm comm, Place place = Place::current()) {
  MPI_Comm result = MPI_COMM_NULL;
  must(MPI_Comm_dup(comm, &result), "MPI_Comm_dup", place);
  return result;
}

struct Bounds {
  MPI_Aint low = 0, extent = 0;
};
inline Bounds bounds_of(MPI_Datatype type, Place place = Place::current()) {
  Bounds bounds;
  must(MPI_Type_get_extent(type, &bounds.low, &bounds.extent), "MPI_Type_get_extent", place);
  return bounds;
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
