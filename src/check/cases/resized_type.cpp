// Open MPI 3 and 4.0 ignored an extent of one element: open-mpi/ompi#6899.
#include "check/case.h"
#include "check/pattern.h"

namespace febem::check {
namespace {

/// Sends `count` of `type` from the start of `data`; returns what arrives as `length` integers.
std::vector<int> sent(Probe& probe, const std::vector<int>& data, int count, MPI_Datatype type, int length) {
  std::vector<int> in(static_cast<std::size_t>(length), -1);
  mpi::check(MPI_Sendrecv(data.data(), count, type, probe.other(), 1, in.data(), length, MPI_INT, probe.other(), 1,
                          MPI_COMM_WORLD, MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
  return in;
}

/// Blocks of three integers whose starts are `extent` integers apart.
void blocks(Probe& probe, int extent) {
  constexpr int length = 3, count = 40;
  const auto data = pattern(1000, 5);
  MPI_Datatype block, resized;
  mpi::check(MPI_Type_contiguous(length, MPI_INT, &block), "MPI_Type_contiguous");
  mpi::check(MPI_Type_create_resized(block, 0, static_cast<MPI_Aint>(extent * sizeof(int)), &resized),
             "MPI_Type_create_resized");
  mpi::check(MPI_Type_commit(&resized), "MPI_Type_commit");
  const auto in = sent(probe, data, count, resized, length * count);
  for (int i = 0; i < length * count; ++i)
    probe.expect_equal(in[static_cast<std::size_t>(i)], data[static_cast<std::size_t>(i / length * extent + i % length)],
                       "extent " + std::to_string(extent) + ", element " + std::to_string(i));
  mpi::check(MPI_Type_free(&resized), "MPI_Type_free");
  mpi::check(MPI_Type_free(&block), "MPI_Type_free");
}

void run_resized_type(Probe& probe) {
  for (const int extent : {1, 2, 3, 4, 17}) {
    probe.step("blocks " + std::to_string(extent) + " integers apart");
    blocks(probe, extent);
  }
}

}  // namespace

extern const Case resized_type_case{
    .name = "resized_type",
    .help = "blocks of three integers, 1 to 17 integers apart, so that they overlap, touch, or leave gaps",
    .standard = "consecutive entries of a type are its extent apart, which MPI_Type_create_resized sets (MPI 3.1, 4.1.7)",
    .run = run_resized_type};

}  // namespace febem::check
