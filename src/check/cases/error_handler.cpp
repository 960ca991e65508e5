#include <cstdlib>
#include <string>

#include "check/case.h"

namespace febem::check {
namespace {

/// What the handler of an error leaves: the buffer of a keyval that the communicator carries.
struct Seen {
  int calls = 0, code = MPI_SUCCESS;
};

extern "C" void note_error(MPI_Comm* comm, int* code, ...) {
  int key = MPI_KEYVAL_INVALID, there = 0, length = 0;
  char name[MPI_MAX_OBJECT_NAME] = {};
  void* seen = nullptr;
  // The name of the communicator tells the key of the attribute: a handler has no argument of its user's.
  MPI_Comm_get_name(*comm, name, &length);
  key = std::atoi(name);
  MPI_Comm_get_attr(*comm, key, &seen, &there);
  if (there == 0) return;
  ++static_cast<Seen*>(seen)->calls;
  static_cast<Seen*>(seen)->code = *code;
}

void run_error_handler(Probe& probe) {
  Seen seen;
  int key = MPI_KEYVAL_INVALID, kind = MPI_SUCCESS;
  MPI_Comm comm;
  MPI_Errhandler handler;
  mpi::check(MPI_Comm_dup(MPI_COMM_SELF, &comm), "MPI_Comm_dup");
  mpi::check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, nullptr),
             "MPI_Comm_create_keyval");
  mpi::check(MPI_Comm_set_attr(comm, key, &seen), "MPI_Comm_set_attr");
  mpi::check(MPI_Comm_set_name(comm, std::to_string(key).c_str()), "MPI_Comm_set_name");
  mpi::check(MPI_Comm_create_errhandler(note_error, &handler), "MPI_Comm_create_errhandler");
  mpi::check(MPI_Comm_set_errhandler(comm, handler), "MPI_Comm_set_errhandler");
  mpi::check(MPI_Errhandler_free(&handler), "MPI_Errhandler_free");
  probe.step("a call that fails, with a handler of the user's");
  const int code = MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER);
  probe.expect_equal(code, MPI_SUCCESS, "MPI_Comm_call_errhandler");
  probe.expect_equal(seen.calls, 1, "calls of the handler");
  if (seen.code != MPI_SUCCESS) MPI_Error_class(seen.code, &kind);
  probe.expect_equal(kind, MPI_ERR_OTHER, "class of the error that the handler was given");
  mpi::check(MPI_Comm_free_keyval(&key), "MPI_Comm_free_keyval");
  mpi::check(MPI_Comm_free(&comm), "MPI_Comm_free");
}

}  // namespace

extern const Case error_handler_case{.name = "error_handler",
                                     .ranks = 1,
                                     .help = "a handler of the user's is called once, with the communicator and the error",
                                     .standard =
                                         "an error handler attached to a communicator is called for its errors, or by "
                                         "MPI_Comm_call_errhandler (MPI 3.1, 8.3.1, 8.5)",
                                     .run = run_error_handler};

}  // namespace febem::check
