// A library with one of many faults: the one that FEBEM_FAULT names.
#include <dlfcn.h>
#include <mpi.h>

#include <cstdlib>
#include <cstring>
#include <utility>

namespace {

bool has(const char* fault) {
  const char* name = std::getenv("FEBEM_FAULT");
  return name != nullptr && std::strcmp(name, fault) == 0;
}

}  // namespace

extern "C" {

// Faults of the standard ABI: a constant, a size, and a name for profiling that is not there.
int MPI_Comm_compare(MPI_Comm one, MPI_Comm other, int* result) {
  const int code = PMPI_Comm_compare(one, other, result);
  if (has("wrong_constant") && *result == MPI_SIMILAR) *result = MPI_CONGRUENT;
  return code;
}

int MPI_Type_size(MPI_Datatype type, int* size) {
  const int code = PMPI_Type_size(type, size);
  if (has("wrong_size") && type == MPI_AINT) *size = 4;
  return code;
}

void* dlsym(void* library, const char* name) noexcept {
  if (has("missing_pmpi") && std::strcmp(name, "PMPI_Allreduce") == 0) return nullptr;
  using Dlsym = void* (*)(void*, const char*);
  static Dlsym real = nullptr;
  for (const char* version : {"GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.27", "GLIBC_2.34"})
    if (real == nullptr) real = reinterpret_cast<Dlsym>(dlvsym(RTLD_NEXT, "dlsym", version));
  return real(library, name);
}

int MPI_Type_get_envelope(
    MPI_Datatype type, int* integers, int* addresses, int* types, int* combiner) {
  const int code = PMPI_Type_get_envelope(type, integers, addresses, types, combiner);
  if (has("envelope") && *combiner == MPI_COMBINER_INDEXED_BLOCK) --*integers;
  return code;
}

int MPI_Error_class(int error, int* kind) {
  const int code = PMPI_Error_class(error, kind);
  if (has("error_class") && error == MPI_ERR_RMA_FLAVOR) *kind = MPI_ERR_OTHER;
  return code;
}

int MPI_Add_error_string(int error, const char* text) {
  return has("error_text") ? MPI_SUCCESS : PMPI_Add_error_string(error, text);
}

int MPI_Win_set_errhandler(MPI_Win window, MPI_Errhandler handler) {
  return has("error_handler") ? MPI_SUCCESS : PMPI_Win_set_errhandler(window, handler);
}

int MPI_Type_delete_attr(MPI_Datatype type, int key) {
  return has("attribute_kept") ? MPI_SUCCESS : PMPI_Type_delete_attr(type, key);
}

int MPI_Info_get_valuelen(MPI_Info info, const char* key, int* length, int* there) {
  const int code = PMPI_Info_get_valuelen(info, key, length, there);
  if (has("info_length") && *there != 0) ++*length;
  return code;
}

int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* result) {
  return PMPI_Comm_split_type(comm, type, has("split_order") ? 0 : key, info, result);
}

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* result) {
  MPI_Group turned = MPI_GROUP_NULL;
  int size = 0;
  PMPI_Group_size(group, &size);
  int range[1][3] = {{size - 1, 0, -1}};
  if (!has("group_order")) return PMPI_Comm_create_group(comm, group, tag, result);
  PMPI_Group_range_incl(group, 1, range, &turned);
  const int code = PMPI_Comm_create_group(comm, turned, tag, result);
  PMPI_Group_free(&turned);
  return code;
}

int MPI_Neighbor_alltoall(const void* out, int out_count, MPI_Datatype out_type, void* in,
    int in_count, MPI_Datatype in_type, MPI_Comm comm) {
  const int code = PMPI_Neighbor_alltoall(out, out_count, out_type, in, in_count, in_type, comm);
  if (has("neighbours_swapped") && in_type == MPI_INT && in_count == 1)
    std::swap(static_cast<int*>(in)[0], static_cast<int*>(in)[1]);
  return code;
}

int MPI_Iscan(const void* in, void* out, int count, MPI_Datatype type, MPI_Op operation,
    MPI_Comm comm, MPI_Request* request) {
  return (has("scan_of_all") ? PMPI_Iallreduce : PMPI_Iscan)(
      in, out, count, type, operation, comm, request);
}

int MPI_Put(const void* out, int count, MPI_Datatype type, int target, MPI_Aint at, int in_count,
    MPI_Datatype in_type, MPI_Win window) {
  static int calls = 0;  // the fault needs a state
  if (has("lost_put") && ++calls % 7 == 0) return MPI_SUCCESS;
  return PMPI_Put(out, count, type, target, at, in_count, in_type, window);
}

int MPI_T_cvar_get_index(const char* name, int* index) {
  const int code = PMPI_T_cvar_get_index(name, index);
  if (has("variable_index") && code == MPI_SUCCESS && *index == 3) *index = 4;
  return code;
}

}  // extern "C"
