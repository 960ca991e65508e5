// Errors that are handled by the user, their texts, and the end by MPI_Abort.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "check/case.h"
#include "mpi/environment.h"

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
  mpi::check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, nullptr), "MPI_Comm_create_keyval");
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

void run_error_strings(Probe& probe) {
  char text[MPI_MAX_ERROR_STRING + 1];
  probe.step("texts of errors");
  // Enumerators in one library, integers in another.
  const int codes[] = {MPI_SUCCESS,  MPI_ERR_BUFFER, MPI_ERR_COUNT,    MPI_ERR_TYPE,  MPI_ERR_TAG,     MPI_ERR_COMM,
                       MPI_ERR_RANK, MPI_ERR_ROOT,   MPI_ERR_TRUNCATE, MPI_ERR_OTHER, MPI_ERR_LASTCODE};
  for (const int code : codes) {
    int length = -1;
    std::memset(text, 1, sizeof text);
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) continue;
    probe.expect(length >= 0 && length < MPI_MAX_ERROR_STRING, "length of the text of error " + std::to_string(code));
    probe.expect(std::strlen(text) == static_cast<std::size_t>(length), "the length returned is not that of the text");
  }
  char name[MPI_MAX_PROCESSOR_NAME + 1];
  int length = -1;
  mpi::check(MPI_Get_processor_name(name, &length), "MPI_Get_processor_name");
  probe.expect(length > 0 && length < MPI_MAX_PROCESSOR_NAME, "length of the processor's name");
  MPI_Comm named;
  mpi::check(MPI_Comm_dup(MPI_COMM_SELF, &named), "MPI_Comm_dup");
  const std::string longest(MPI_MAX_OBJECT_NAME - 1, 'x');
  char got[MPI_MAX_OBJECT_NAME + 1] = {};
  probe.step("a communicator with the longest name");
  mpi::check(MPI_Comm_set_name(named, longest.c_str()), "MPI_Comm_set_name");
  mpi::check(MPI_Comm_get_name(named, got, &length), "MPI_Comm_get_name");
  probe.expect_equal(std::string(got), longest, "name");
  mpi::check(MPI_Comm_free(&named), "MPI_Comm_free");
}

void run_abort(Probe& probe) {
  double value = 0;
  const bool simulated = mpi::is_simulated();
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  // What was seen is kept before the end: nothing comes after it.
  probe.keep();
  mpi::check(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  if (probe.rank() == 1) {
    MPI_Abort(MPI_COMM_WORLD, 7);
  } else if (probe.rank() == 2 && !simulated) {
    ::pause();  // outside MPI, where a simulator would wait with it
  }
  mpi::check(MPI_Recv(&value, 1, MPI_DOUBLE, 1, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv");
}

}  // namespace

extern const Case error_handler_case{.name = "error_handler",
                                     .ranks = 1,
                                     .help = "a handler of the user's is called once, with the communicator and the error",
                                     .standard =
                                         "an error handler attached to a communicator is called for its errors, or by "
                                         "MPI_Comm_call_errhandler (MPI 3.1, 8.3.1, 8.5)",
                                     .run = run_error_handler};

extern const Case error_strings_case{
    .name = "error_strings",
    .ranks = 1,
    .help = "texts of errors, the processor's name and the longest name of a communicator fit and have their lengths",
    .standard =
        "strings have at most MPI_MAX_ERROR_STRING, ..._PROCESSOR_NAME, ..._OBJECT_NAME characters (MPI 3.1, 8.3.4, 8.1.2, "
        "6.8)",
    .run = run_error_strings};

extern const Case abort_case{.name = "abort",
                             .ranks = 3,
                             .help = "one rank aborts, one waits for a message, one does something else: all end, and the launcher says so",
                             .standard = "MPI_Abort makes a best attempt to abort all tasks of the communicator (MPI 3.1, 8.7)",
                             .run = run_abort,
                             .aborts = true};

}  // namespace febem::check
