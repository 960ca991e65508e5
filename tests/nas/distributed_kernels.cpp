// What the verification of the kernels sees: order over several ranks, and messages that arrive
// spoilt.
#include <mpi.h>

#include <limits>
#include <vector>

#include "bench/nas/kernel.h"
#include "support/catch.h"

using namespace febem;

namespace {

/// Whether the functions below, which stand before the library's, spoil what they are given.
bool spoils = false;

struct Spoiling {
  Spoiling() { spoils = true; }
  ~Spoiling() { spoils = false; }
  Spoiling(const Spoiling&) = delete;
  Spoiling& operator=(const Spoiling&) = delete;
};

bool verified(const nas::Result& result) {
  bool all = true;
  for (const auto& check : result.checks) all = all && check.holds();
  return all;
}

}  // namespace

extern "C" int MPI_Sendrecv(const void* out, int out_count, MPI_Datatype out_type, int to,
    int out_tag, void* in, int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
    MPI_Status* status) {
  const int code = PMPI_Sendrecv(
      out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, comm, status);
  if (spoils && in_type == MPI_DOUBLE && in_count > 1)
    static_cast<double*>(in)[in_count / 2] = std::numeric_limits<double>::quiet_NaN();
  return code;
}

extern "C" int MPI_Alltoallv(const void* out, const int* out_counts, const int* out_from,
    MPI_Datatype out_type, void* in, const int* in_counts, const int* in_at, MPI_Datatype in_type,
    MPI_Comm comm) {
  const int code =
      PMPI_Alltoallv(out, out_counts, out_from, out_type, in, in_counts, in_at, in_type, comm);
  if (spoils && in_counts[0] > 1) static_cast<int*>(in)[in_at[0] + 1] ^= 1;  // stays in its bucket
  return code;
}

extern "C" int MPI_Allreduce(
    const void* own, void* result, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  const int code = PMPI_Allreduce(own, result, count, type, operation, comm);
  if (spoils && type == MPI_DOUBLE && count == 1 && operation == MPI_SUM)
    *static_cast<double*>(result) *= 1 + 1e-7;
  return code;
}

TEST_CASE(
    "keys are in order over the ranks, also where a rank has none, until one is out of place") {
  const auto world = mpi::Communicator::world();
  const int rank = world.rank(), last = world.size() - 1;
  std::vector<int> keys{10 * rank, 10 * rank + 3, 10 * rank + 3, 10 * rank + 10};
  CHECK(nas::in_order(world, keys));
  CHECK(nas::in_order(world, rank % 2 == 0 ? std::vector<int>{} : keys));
  if (rank == last) keys[1] = 10 * rank + 4;
  CHECK_FALSE(nas::in_order(world, keys));
}

TEST_CASE("a key below those of the rank before is out of place", "[several]") {
  const auto world = mpi::Communicator::world();
  const bool is_last = world.rank() + 1 == world.size();
  CHECK_FALSE(nas::in_order(
      world, std::vector<int>{
                 is_last ? 10 * (world.rank() - 1) - 1 : 10 * world.rank(), 10 * world.rank()}));
}

TEST_CASE("sums of pairs that arrive spoilt are not verified") {
  const auto world = mpi::Communicator::world();
  nas::Machine machine{world};
  CHECK(verified(nas::ep(nas::Class::s, machine)));
  const Spoiling spoiling;
  CHECK_FALSE(verified(nas::ep(nas::Class::s, machine)));
}

TEST_CASE("vectors that arrive spoilt are not verified", "[several]") {
  const auto world = mpi::Communicator::world();
  nas::Machine machine{world};
  CHECK(verified(nas::cg(nas::Class::s, machine)));
  const Spoiling spoiling;
  CHECK_FALSE(verified(nas::cg(nas::Class::s, machine)));
}

TEST_CASE("keys that arrive spoilt are not verified") {
  const auto world = mpi::Communicator::world();
  nas::Machine machine{world};
  CHECK(verified(nas::is(nas::Class::s, machine)));
  const Spoiling spoiling;
  const auto result = nas::is(nas::Class::s, machine);
  CHECK_FALSE(result.checks.back().holds());
}
