// open-mpi/ompi#4829: a read of 2^31 - 4096 bytes where more were expected.
#include <algorithm>
#include <limits>
#include <vector>

#include "check/case.h"
#include "core/memory.h"

namespace febem::check {
namespace {

constexpr int largest_int = std::numeric_limits<int>::max();

void run_largest_count(Probe& probe) {
  constexpr double needed = 4.0 * largest_int;
  if (static_cast<double>(core::available_memory()) < needed)
    throw Unsupported("two messages of 2 GiB need 8 GiB of memory");
  std::vector<unsigned char> data(static_cast<std::size_t>(largest_int));
  probe.step("a message of 2^31 - 1 bytes");
  if (probe.is_first()) {
    for (std::size_t i = 0; i < data.size(); i += 4093) data[i] = static_cast<unsigned char>(i / 4093 % 251);
    data.back() = 99;
    mpi::check(MPI_Send(data.data(), largest_int, MPI_BYTE, 1, 1, MPI_COMM_WORLD), "MPI_Send");
  } else {
    MPI_Status status;
    int got = 0;
    mpi::check(MPI_Recv(data.data(), largest_int, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &status), "MPI_Recv");
    mpi::check(MPI_Get_count(&status, MPI_BYTE, &got), "MPI_Get_count");
    probe.expect_equal(got, largest_int, "bytes received");
    for (std::size_t i = 0; i + 1 < data.size(); i += 4093)
      if (data[i] != i / 4093 % 251) return probe.expect(false, "byte " + std::to_string(i) + " is wrong");
    probe.expect_equal(static_cast<int>(data.back()), 99, "the last byte");
  }
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  probe.fact("largest count tried that arrives", largest_int, "bytes");
}

}  // namespace

extern const Case largest_count_case{
    .name = "largest_count",
    .help = "a message of 2^31 - 1 bytes, the most that a count can say, if there is memory",
    .standard = "the count of a send is an int, with no other bound (MPI 3.1, 3.2.2)",
    .run = run_largest_count,
    .time_limit = 60};

}  // namespace febem::check
