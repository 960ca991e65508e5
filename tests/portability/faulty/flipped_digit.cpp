// A library, or a network, that changes the first digit of one number in one message: the message
// of at least 4 KiB of rank 0 with the number in FLIPPED_MESSAGE.
#include <mpi.h>

#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

namespace {

/// The message as it is sent: the copies stay, because the library may still read them.
const void* carried(const void* data, int count, MPI_Datatype type) {
  static std::deque<std::vector<char>> copies;
  static int messages = 0;
  const char* flipped = std::getenv("FLIPPED_MESSAGE");
  int size = 0, rank = 0;
  PMPI_Type_size(type, &size);
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::size_t bytes = static_cast<std::size_t>(size) * static_cast<std::size_t>(count);
  if (flipped == nullptr || rank != 0 || bytes < 4096 || ++messages != std::atoi(flipped))
    return data;
  const auto* text = static_cast<const char*>(data);
  auto& copy = copies.emplace_back(text, text + bytes);
  char* middle = copy.data() + bytes / 32 * 16;
  double number = 0;
  std::memcpy(&number, middle, sizeof number);
  number *= 1.5;
  std::memcpy(middle, &number, sizeof number);
  return copy.data();
}

}  // namespace

extern "C" {

int MPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  return PMPI_Send(carried(data, count, type), count, type, to, tag, comm);
}

int MPI_Ssend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  return PMPI_Ssend(carried(data, count, type), count, type, to, tag, comm);
}

int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
    MPI_Request* request) {
  return PMPI_Isend(carried(data, count, type), count, type, to, tag, comm, request);
}

int MPI_Issend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
    MPI_Request* request) {
  return PMPI_Issend(carried(data, count, type), count, type, to, tag, comm, request);
}
}
