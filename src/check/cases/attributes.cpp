#include "check/case.h"

namespace febem::check {
namespace {

struct Calls {
  int copies = 0, deletions = 0;
};

extern "C" int copy_attribute(MPI_Comm, int, void* calls, void* in, void* out, int* flag) {
  ++static_cast<Calls*>(calls)->copies;
  *static_cast<void**>(out) = in;
  *flag = 1;
  return MPI_SUCCESS;
}

extern "C" int delete_attribute(MPI_Comm, int, void*, void* calls) {
  ++static_cast<Calls*>(calls)->deletions;
  return MPI_SUCCESS;
}

void run_attributes(Probe& probe) {
  Calls calls;
  int copied = MPI_KEYVAL_INVALID, dropped = MPI_KEYVAL_INVALID, there = 0;
  void* value = nullptr;
  MPI_Comm first, second;
  mpi::check(MPI_Comm_create_keyval(copy_attribute, delete_attribute, &copied, &calls), "MPI_Comm_create_keyval");
  mpi::check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_attribute, &dropped, &calls), "MPI_Comm_create_keyval");
  mpi::check(MPI_Comm_dup(MPI_COMM_SELF, &first), "MPI_Comm_dup");
  probe.step("attributes of a communicator that is duplicated");
  for (const int key : {copied, dropped}) mpi::check(MPI_Comm_set_attr(first, key, &calls), "MPI_Comm_set_attr");
  mpi::check(MPI_Comm_dup(first, &second), "MPI_Comm_dup");
  probe.expect_equal(calls.copies, 1, "copies made by MPI_Comm_dup");
  mpi::check(MPI_Comm_get_attr(second, copied, &value, &there), "MPI_Comm_get_attr");
  probe.expect(there != 0 && value == &calls, "the duplicate lacks an attribute that was copied");
  mpi::check(MPI_Comm_get_attr(second, dropped, &value, &there), "MPI_Comm_get_attr");
  probe.expect(there == 0, "the duplicate has an attribute that is not to be copied");
  mpi::check(MPI_Comm_free(&second), "MPI_Comm_free");
  probe.expect_equal(calls.deletions, 1, "attributes deleted with the duplicate");
  mpi::check(MPI_Comm_free(&first), "MPI_Comm_free");
  probe.expect_equal(calls.deletions, 3, "attributes deleted in all");
  for (int* key : {&copied, &dropped}) mpi::check(MPI_Comm_free_keyval(key), "MPI_Comm_free_keyval");
}

}  // namespace

extern const Case attributes_case{
    .name = "attributes",
    .ranks = 1,
    .help = "attributes are copied with a communicator as they say, and deleted with it",
    .standard = "copy callbacks are called by MPI_Comm_dup, delete callbacks by MPI_Comm_free (MPI 3.1, 6.7.2)",
    .run = run_attributes};

}  // namespace febem::check
