// A library whose long broadcasts lose their last segment on all ranks but the root.
#include <mpi.h>

#include <cstring>
#include <vector>

extern "C" int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  constexpr std::size_t segment = 64, longest_good = 4096;
  int size = 0, rank = 0;
  PMPI_Type_size(type, &size);
  PMPI_Comm_rank(comm, &rank);
  const std::size_t bytes = static_cast<std::size_t>(size) * static_cast<std::size_t>(count);
  if (rank == root || bytes <= longest_good) return PMPI_Bcast(data, count, type, root, comm);
  auto* tail = static_cast<char*>(data) + bytes - segment;
  const std::vector<char> before(tail, tail + segment);
  const int code = PMPI_Bcast(data, count, type, root, comm);
  std::memcpy(tail, before.data(), segment);
  return code;
}
