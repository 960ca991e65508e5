// Displacements beyond 2^31 bytes, in memory that is reserved but hardly used. open-mpi/ompi#4829 and #5387 are reports of
// types beyond that length.
#include <sys/mman.h>

#include "check/case.h"

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
  mpi::check(MPI_Sendrecv_replace(memory, 1, both, probe.other(), 1, probe.other(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
             "MPI_Sendrecv_replace");
  probe.expect_equal(near_value, 1.0 + probe.other(), "the near one");
  probe.expect_equal(far_value, 10.0 + probe.other(), "the far one");
  mpi::check(MPI_Type_free(&both), "MPI_Type_free");
  ::munmap(memory, reserved);
}

}  // namespace

extern const Case far_displacements_case{.name = "far_displacements",
                                         .help = "a type of two doubles that lie 4 GiB apart",
                                         .standard = "displacements are address-sized integers (MPI 3.1, 2.5.6 and 4.1.2)",
                                         .run = run_far_displacements};

}  // namespace febem::check
