// Displacements, sizes and counts at the limit of 32 bits.
#include <sys/mman.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "check/case.h"
#include "core/memory.h"

namespace febem::check {
namespace {

constexpr std::size_t reserved = std::size_t{5} << 30;
constexpr MPI_Aint far = MPI_Aint{4} << 30;

void run_far_displacements(Probe& probe) {
  void* memory = ::mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw Unsupported("5 GiB of address space cannot be reserved");
  auto* bytes = static_cast<char*>(memory);
  auto& near_value = *reinterpret_cast<double*>(bytes);
  auto& far_value = *reinterpret_cast<double*>(bytes + far);
  near_value = 1 + probe.rank();
  far_value = 10 + probe.rank();
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {0, far};
  MPI_Datatype both;
  mpi::check(MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &both), "MPI_Type_create_hindexed");
  mpi::check(MPI_Type_commit(&both), "MPI_Type_commit");
  MPI_Aint low = 0, extent = 0;
  mpi::check(MPI_Type_get_extent(both, &low, &extent), "MPI_Type_get_extent");
  probe.expect_equal(extent, far + static_cast<MPI_Aint>(sizeof(double)), "extent");
  probe.step("two doubles 4 GiB apart");
  mpi::check(MPI_Sendrecv_replace(memory, 1, both, probe.other(), 1, probe.other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Sendrecv_replace");
  probe.expect_equal(near_value, 1.0 + probe.other(), "the near one");
  probe.expect_equal(far_value, 10.0 + probe.other(), "the far one");
  mpi::check(MPI_Type_free(&both), "MPI_Type_free");
  ::munmap(memory, reserved);
}

void run_large_type_size(Probe& probe) {
  MPI_Datatype block, blocks;
  mpi::check(MPI_Type_contiguous(1 << 20, MPI_DOUBLE, &block), "MPI_Type_contiguous");
  mpi::check(MPI_Type_contiguous(1 << 12, block, &blocks), "MPI_Type_contiguous");
  int size = 0;
  MPI_Count exact = 0;
  MPI_Aint low = 0, extent = 0;
  mpi::check(MPI_Type_size(blocks, &size), "MPI_Type_size");
  mpi::check(MPI_Type_size_x(blocks, &exact), "MPI_Type_size_x");
  mpi::check(MPI_Type_get_extent(blocks, &low, &extent), "MPI_Type_get_extent");
  probe.expect_equal(size, MPI_UNDEFINED, "MPI_Type_size of 32 GiB");
  probe.expect_equal(exact, MPI_Count{1} << 35, "MPI_Type_size_x of 32 GiB");
  probe.expect_equal(extent, MPI_Aint{1} << 35, "extent of 32 GiB");
  mpi::check(MPI_Type_free(&blocks), "MPI_Type_free");
  mpi::check(MPI_Type_free(&block), "MPI_Type_free");
}

constexpr int largest_int = std::numeric_limits<int>::max();

void run_largest_count(Probe& probe) {
  constexpr double needed = 4.0 * largest_int;
  if (static_cast<double>(core::available_memory()) < needed) throw Unsupported("two messages of 2 GiB need 8 GiB of memory");
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

// Displacements beyond 2^31 bytes, in memory that is reserved but hardly used. open-mpi/ompi#4829 and #5387 are reports of
// types beyond that length.
extern const Case far_displacements_case{.name = "far_displacements",
                                         .help = "a type of two doubles that lie 4 GiB apart",
                                         .standard = "displacements are address-sized integers (MPI 3.1, 2.5.6 and 4.1.2)",
                                         .run = run_far_displacements};

extern const Case large_type_size_case{
    .name = "large_type_size",
    .ranks = 1,
    .help = "the size and extent of a type of 32 GiB, without memory",
    .standard = "MPI_Type_size gives MPI_UNDEFINED for what an int does not hold, MPI_Type_size_x the size (MPI 3.1, 4.1.5)",
    .run = run_large_type_size};

// open-mpi/ompi#4829: a read of 2^31 - 4096 bytes where more were expected.
extern const Case largest_count_case{.name = "largest_count",
                                     .help = "a message of 2^31 - 1 bytes, the most that a count can say, if there is memory",
                                     .standard = "the count of a send is an int, with no other bound (MPI 3.1, 3.2.2)",
                                     .run = run_largest_count,
                                     .time_limit = 60};

}  // namespace febem::check
