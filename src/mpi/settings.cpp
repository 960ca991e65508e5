#include "mpi/settings.h"

#include <mpi.h>

#include <cstdint>
#include <cstring>

#include "core/error.h"

namespace febem::mpi {

#ifdef SMPI_H  // SimGrid has the constants and no calls
std::vector<std::optional<std::string>> control_variables(const std::vector<std::string>& names) {
  return std::vector<std::optional<std::string>>(names.size());
}
#else
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
  MPI_T_cvar_handle handle{};
  if (MPI_T_cvar_get_index(name.c_str(), &index) != MPI_SUCCESS ||
      MPI_T_cvar_get_info(index, nullptr, &no_name, &verbosity, &type, nullptr, nullptr, &no_help,
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

std::vector<std::optional<std::string>> control_variables(const std::vector<std::string>& names) {
  int provided = 0;
  std::vector<std::optional<std::string>> values(names.size());
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return values;
  for (std::size_t i = 0; i < names.size(); ++i) values[i] = control_variable(names[i]);
  MPI_T_finalize();
  return values;
}
#endif

}  // namespace febem::mpi
