#include <cstring>

#include "check/case.h"

namespace febem::check {
namespace {

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

}  // namespace

extern const Case error_strings_case{
    .name = "error_strings",
    .ranks = 1,
    .help = "texts of errors, the processor's name and the longest name of a communicator fit and have their lengths",
    .standard =
        "strings have at most MPI_MAX_ERROR_STRING, ..._PROCESSOR_NAME, ..._OBJECT_NAME characters (MPI 3.1, 8.3.4, 8.1.2, "
        "6.8)",
    .run = run_error_strings};

}  // namespace febem::check
