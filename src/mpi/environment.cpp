#include "mpi/environment.h"

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>

#include "core/digest.h"
#include "mpi/check.h"

#ifdef __SANITIZE_ADDRESS__
// Keeps the MPI library's plug-ins loaded, so that LeakSanitizer can name the source of their leaks
// (tests/support/leaks.txt).
extern "C" int dlclose(void*) { return 0; }
#endif

namespace febem::mpi {
#ifndef SMPI_H  // SimGrid has no MPI_T
namespace {

template <class Number>
std::string number_at(const char* place) {
  Number number;
  std::memcpy(&number, place, sizeof number);
  return core::text(number);
}

/// Bytes of a number of a variable: Open MPI has more types than the standard names.
int size_of(MPI_Datatype type) {
  if (type == MPI_C_BOOL) return 1;
  return type == MPI_INT || type == MPI_UNSIGNED ? 4 : 8;
}

std::string text_of(const char* value, MPI_Datatype type) {
  if (type == MPI_DOUBLE) return number_at<double>(value);
  if (type == MPI_C_BOOL) return *value != 0 ? "1" : "0";
  if (type == MPI_INT) return number_at<std::int32_t>(value);
  return type == MPI_UNSIGNED ? number_at<std::uint32_t>(value) : number_at<std::int64_t>(value);
}

std::optional<std::string> control_variable(const std::string& name) {
  int index = 0, no_name = 0, no_help = 0, verbosity = 0, bound = 0, scope = 0, count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_T_enum words{};  // MPICH 4.0 refuses nullptr
  MPI_T_cvar_handle handle{};
  if (MPI_T_cvar_get_index(name.c_str(), &index) != MPI_SUCCESS ||
      MPI_T_cvar_get_info(index, nullptr, &no_name, &verbosity, &type, &words, nullptr, &no_help,
          &bound, &scope) != MPI_SUCCESS ||
      bound != MPI_T_BIND_NO_OBJECT ||
      MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS)
    return std::nullopt;
  const int size = size_of(type);
  std::vector<char> value(static_cast<std::size_t>(count * size) + 1);
  const bool read = MPI_T_cvar_read(handle, value.data()) == MPI_SUCCESS;
  MPI_T_cvar_handle_free(&handle);
  if (!read) return std::nullopt;
  if (type == MPI_CHAR) return value.data();
  std::string text;
  for (int i = 0; i < count; ++i) {
    if (i > 0) text += ',';
    text += text_of(value.data() + i * size, type);
  }
  return text;
}

}  // namespace
#endif

Environment::Environment(int* argc, char*** argv) { check(MPI_Init(argc, argv), "MPI_Init"); }

Environment::~Environment() { MPI_Finalize(); }

Launched launched() {
  // Open MPI; MPICH, Intel MPI and others with Hydra, or Slurm by PMI2; Slurm otherwise, under
  // which those also start.
  for (const auto& [rank, ranks] : {std::pair{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
           std::pair{"PMI_RANK", "PMI_SIZE"}, std::pair{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}})
    if (const char* r = std::getenv(rank), *p = std::getenv(ranks); r != nullptr && p != nullptr)
      return {std::atoi(r), std::atoi(p)};
  return {};
}

int first_that_differs(std::string_view text) {
  int size = 1;
  check(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  const std::string own = core::digest(std::as_bytes(std::span(text)));
  const int length = static_cast<int>(own.size());
  std::string all(own.size() * static_cast<std::size_t>(size), ' ');
  check(MPI_Allgather(own.data(), length, MPI_CHAR, all.data(), length, MPI_CHAR, MPI_COMM_WORLD),
      "MPI_Allgather");
  for (int rank = 1; rank < size; ++rank)
    if (all.compare(own.size() * static_cast<std::size_t>(rank), own.size(), all, 0, own.size()) !=
        0)
      return rank;
  return 0;
}

std::string library_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  check(MPI_Get_library_version(text, &length), "MPI_Get_library_version");
  std::string version(text);
  std::replace(version.begin(), version.end(), '\t', ' ');  // MPICH has one after "Version:"
  return version.substr(0, version.find_first_of("\r\n"));
}

std::vector<std::optional<std::string>> control_variables(const std::vector<std::string>& names) {
  std::vector<std::optional<std::string>> values(names.size());
#ifndef SMPI_H
  int provided = 0;
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return values;
  for (std::size_t i = 0; i < names.size(); ++i) values[i] = control_variable(names[i]);
  MPI_T_finalize();
#endif
  return values;
}

bool is_simulated() {
  const auto version = library_version();
  return version.find("SMPI") != std::string::npos || version.find("SimGrid") != std::string::npos;
}

std::string persistent_unsupported_reason() {
  // SMPI 3.32: a started MPI_Send_init of a short message never completes.
  return is_simulated() ? "persistent sends hang in SimGrid SMPI" : "";
}

std::string partitioned_unsupported_reason() {
#ifdef FEBEM_HAVE_PARTITIONED
  return "";
#else
  return "this MPI library has no partitioned communication (MPI_Psend_init, MPI 4.0)";
#endif
}

double wall_time() { return MPI_Wtime(); }

double clock_resolution() { return MPI_Wtick(); }

void abort_all(int status) {
  MPI_Abort(MPI_COMM_WORLD, status);
  std::_Exit(status);
}

}  // namespace febem::mpi
