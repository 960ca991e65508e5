// A library in which a short message overtakes a long one: MPI_Send keeps long ones back until
// something else is called.
#include <mpi.h>

#include <vector>

namespace {

struct Kept {
  std::vector<char> data;
  int to = 0, tag = 0;
  MPI_Comm comm = MPI_COMM_NULL;
};

std::vector<Kept> kept_back;

void send_kept() {
  for (const auto& one : kept_back)
    PMPI_Send(
        one.data.data(), static_cast<int>(one.data.size()), MPI_BYTE, one.to, one.tag, one.comm);
  kept_back.clear();
}

}  // namespace

extern "C" int MPI_Send(
    const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  constexpr std::size_t longest_short = 4096;
  int size = 0;
  PMPI_Type_size(type, &size);
  const std::size_t bytes = static_cast<std::size_t>(size) * static_cast<std::size_t>(count);
  if (bytes > longest_short) {
    const auto* begin = static_cast<const char*>(data);
    kept_back.push_back({{begin, begin + bytes}, to, tag, comm});
    return MPI_SUCCESS;
  }
  const int code = PMPI_Send(data, count, type, to, tag, comm);
  send_kept();
  return code;
}

extern "C" int MPI_Recv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
    MPI_Status* status) {
  send_kept();
  return PMPI_Recv(data, count, type, from, tag, comm, status);
}

extern "C" int MPI_Barrier(MPI_Comm comm) {
  send_kept();
  return PMPI_Barrier(comm);
}

extern "C" int MPI_Finalize() {
  send_kept();
  return PMPI_Finalize();
}
