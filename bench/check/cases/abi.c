// The standard ABI of MPI 5.0, and names for profiling.
#include <dlfcn.h>
#include <link.h>
#include <stddef.h>

#include "bench/check/cases/case.h"

static void sizes_are(MPI_Info info, const char* const* keys, const int* sizes, int count) {
  for (int i = 0; i < count && info != MPI_INFO_NULL; ++i) {
    char text[20] = "";
    int length = 20, there = 0;
    MUST(MPI_Info_get_string(info, keys[i], &length, text, &there));
    EXPECT(there, "%s is missing", keys[i]);
    if (there) EXPECT_EQUAL(atoi(text), sizes[i], "%s", keys[i]);
  }
}

CASE(abi_version, legal, exactly(1),
    "the version of the ABI, and the sizes of its integers by MPI_Abi_get_info",
    "a library that has the ABI says 1.0; one that has it not says -1", "chapter 20", 20,
    Special::none, "5.0") {
  int major = 0, minor = 0;
  const char* const keys[3] = {"mpi_aint_size", "mpi_count_size", "mpi_offset_size"};
  const int sizes[3] = {sizeof(MPI_Aint), sizeof(MPI_Count), sizeof(MPI_Offset)};
  MPI_Info info = MPI_INFO_NULL;
  MUST(MPI_Abi_get_version(&major, &minor));
  EXPECT((major == 1 && minor >= 0) || major == -1, "version %d.%d", major, minor);
  NOTE("version %d.%d", major, minor);
  STEP("MPI_Abi_get_info");
  MUST(MPI_Abi_get_info(&info));
  sizes_are(info, keys, sizes, 3);
  if (info != MPI_INFO_NULL) MUST(MPI_Info_free(&info));
}

CASE(abi_fortran, legal, exactly(1),
    "the sizes of Fortran's types by MPI_Abi_get_fortran_info, if the library knows them",
    "the result is MPI_INFO_NULL, or has the sizes of LOGICAL, INTEGER, REAL and DOUBLE PRECISION",
    "chapter 20", 20, Special::none, "5.0") {
  const char* const keys[3] = {"mpi_integer_size", "mpi_real_size", "mpi_double_precision_size"};
  const MPI_Datatype types[3] = {MPI_INTEGER, MPI_REAL, MPI_DOUBLE_PRECISION};
  int sizes[3] = {0};
  MPI_Info info = MPI_INFO_NULL;
  MUST(MPI_Abi_get_fortran_info(&info));
  NOTE("%s", info == MPI_INFO_NULL ? "not known" : "known");
  if (info == MPI_INFO_NULL) return;
  for (int i = 0; i < 3; ++i) MUST(MPI_Type_size(types[i], &sizes[i]));
  sizes_are(info, keys, sizes, 3);
  MUST(MPI_Info_free(&info));
}

// MPICH corrected values in 2025: pmodels/mpich#7613, #7633. Run with the library of the ABI alone.
CASE(abi_values, legal, exactly(1),
    "sizes and values of the standard's tables, in the header and in the library",
    "a status has 32 bytes; handles are pointers whose predefined values are in tables",
    "chapter 20, A.1.1", 20, Special::none, "5.0") {
  int size = 0;
  MUST(MPI_Type_size(MPI_AINT, &size));
  EXPECT_EQUAL(size, sizeof(MPI_Aint), "bytes of MPI_AINT");
#ifdef MPI_ABI_VERSION
  const MPI_Datatype types[] = {MPI_AINT, MPI_COUNT, MPI_OFFSET, MPI_PACKED, MPI_SHORT, MPI_INT,
      MPI_LONG, MPI_LONG_LONG, MPI_UNSIGNED, MPI_FLOAT, MPI_DOUBLE, MPI_C_DOUBLE_COMPLEX, MPI_2INT,
      MPI_DOUBLE_INT, MPI_INT8_T, MPI_CHAR, MPI_BYTE, MPI_INT16_T, MPI_INT32_T, MPI_INT64_T,
      MPI_UINT64_T};
  const int type_values[] = {0x201, 0x202, 0x203, 0x207, 0x208, 0x209, 0x20a, 0x20b, 0x20d, 0x210,
      0x214, 0x216, 0x22b, 0x229, 0x240, 0x243, 0x247, 0x248, 0x250, 0x258, 0x259};
  const int bytes[] = {8, 8, 8, 1, 2, 4, 8, 8, 4, 4, 8, 16, 8, 12, 1, 1, 1, 2, 4, 8, 8};
  const MPI_Op operations[] = {MPI_OP_NULL, MPI_SUM, MPI_MIN, MPI_MAX, MPI_PROD, MPI_BAND, MPI_BOR,
      MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_MINLOC, MPI_MAXLOC, MPI_REPLACE, MPI_NO_OP};
  const int operation_values[] = {
      0x20, 0x21, 0x22, 0x23, 0x24, 0x28, 0x29, 0x2a, 0x30, 0x31, 0x32, 0x38, 0x39, 0x3c, 0x3d};
  const MPI_Errhandler handlers[] = {
      MPI_ERRHANDLER_NULL, MPI_ERRORS_ARE_FATAL, MPI_ERRORS_ABORT, MPI_ERRORS_RETURN};
  const MPI_Comm comms[] = {MPI_COMM_NULL, MPI_COMM_WORLD, MPI_COMM_SELF};
  const int values[] = {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_PROC_NULL, MPI_ROOT, MPI_UNDEFINED,
      MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE, MPI_ERR_TRUNCATE,
      MPI_ERR_OTHER, MPI_ERR_ABI, MPI_ERR_LASTCODE, MPI_MAX_ERROR_STRING, MPI_MAX_OBJECT_NAME};
  const int wanted[] = {-1, -2, -3, -4, -32766, 1024, 2048, 4096, 15, 16, 62, 0x3fff, 512, 128};
  EXPECT_EQUAL(sizeof(MPI_Status), 32, "bytes of a status");
  EXPECT_EQUAL(offsetof(MPI_Status, MPI_ERROR), 8, "place of MPI_ERROR");
  EXPECT_EQUAL(sizeof(MPI_Aint), sizeof(void*), "bytes of MPI_Aint");
  EXPECT_EQUAL(sizeof(MPI_Offset), 8, "bytes of MPI_Offset");
  EXPECT_EQUAL(sizeof(MPI_Count), 8, "bytes of MPI_Count");
  for (int i = 0; i < 14; ++i) EXPECT_EQUAL(values[i], wanted[i], "constant %d of the case", i);
  for (int i = 0; i < 21; ++i) {
    EXPECT_EQUAL((intptr_t)types[i], type_values[i], "handle of a type");
    EXPECT_EQUAL(MPI_Type_toint(types[i]), type_values[i], "MPI_Type_toint");
    MUST(MPI_Type_size(types[i], &size));
    EXPECT_EQUAL(size, bytes[i], "bytes of the type 0x%x", type_values[i]);
  }
  for (int i = 0; i < 15; ++i) {
    EXPECT_EQUAL((intptr_t)operations[i], operation_values[i], "handle of an operation");
    EXPECT_EQUAL(MPI_Op_toint(operations[i]), operation_values[i], "MPI_Op_toint");
  }
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQUAL((intptr_t)handlers[i], 0x140 + i, "handle of an error handler");
    EXPECT_EQUAL(MPI_Errhandler_toint(handlers[i]), 0x140 + i, "MPI_Errhandler_toint");
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQUAL((intptr_t)comms[i], 0x100 + i, "handle of a communicator");
    EXPECT_EQUAL(MPI_Comm_toint(comms[i]), 0x100 + i, "MPI_Comm_toint");
  }
#else
  UNSUPPORTED("the program is built for one library, not for the ABI");
#endif
}

CASE(handle_integers, legal, exactly(1), "every kind of handle is converted to an integer and back",
    "MPI_Comm_toint and its like convert a handle to an int that MPI_Comm_fromint converts back",
    "chapter 20", 20, Special::none, "5.0") {
  MPI_Comm comm;
  MUST(MPI_Comm_dup(MPI_COMM_SELF, &comm));
#ifdef MPI_ABI_VERSION
  MPI_Group group;
  MPI_Datatype type;
  MPI_Info info;
  MPI_Request request;
  int in = 0, out = 5;
  MUST(MPI_Comm_group(comm, &group));
  MUST(MPI_Type_contiguous(3, MPI_INT, &type));
  MUST(MPI_Info_create(&info));
  MUST(MPI_Irecv(&in, 1, MPI_INT, 0, 9, comm, &request));
  STEP("MPI_Comm_toint");
  EXPECT(MPI_Comm_fromint(MPI_Comm_toint(comm)) == comm, "a communicator");
  EXPECT(MPI_Group_fromint(MPI_Group_toint(group)) == group, "a group");
  EXPECT(MPI_Type_fromint(MPI_Type_toint(type)) == type, "a type");
  EXPECT(MPI_Info_fromint(MPI_Info_toint(info)) == info, "an info");
  EXPECT(MPI_Request_fromint(MPI_Request_toint(request)) == request, "a request");
  EXPECT(MPI_Comm_fromint(0x101) == MPI_COMM_WORLD, "MPI_COMM_WORLD");
  EXPECT(MPI_Type_fromint(0x214) == MPI_DOUBLE, "MPI_DOUBLE");
  EXPECT(MPI_Op_fromint(0x21) == MPI_SUM, "MPI_SUM");
  EXPECT(MPI_Errhandler_fromint(0x143) == MPI_ERRORS_RETURN, "MPI_ERRORS_RETURN");
  EXPECT(MPI_Win_fromint(0x110) == MPI_WIN_NULL, "MPI_WIN_NULL");
  MUST(MPI_Send(&out, 1, MPI_INT, 0, 9, comm));
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  MUST(MPI_Info_free(&info));
  MUST(MPI_Type_free(&type));
  MUST(MPI_Group_free(&group));
#else
  UNSUPPORTED("the program is built for one library, not for the ABI");
#endif
  MUST(MPI_Comm_free(&comm));
}

static const void* dynamic_entry(ElfW(Sxword) tag) {
  const ElfW(Dyn)* entry = _DYNAMIC;
  while (entry->d_tag != DT_NULL && entry->d_tag != tag) ++entry;
  return (const void*)entry->d_un.d_ptr;
}

// The ABI library of MPICH 5.0.1 has these names only through another: pmodels/mpich#7838.
CASE(pmpi_symbols, legal, exactly(1),
    "for each MPI function that the program needs there is one with the prefix PMPI_",
    "all of MPI's functions may be accessed with a name shift: PMPI_Send for MPI_Send", "14.2.1") {
  // The table of symbols ends where that of their names begins.
  const ElfW(Sym)* symbol = (const ElfW(Sym)*)dynamic_entry(DT_SYMTAB);
  const char* names = (const char*)dynamic_entry(DT_STRTAB);
  void* program = dlopen(NULL, RTLD_NOW);
  int found = 0;
  for (; (const char*)symbol < names; ++symbol) {
    const char* name = names + symbol->st_name;
    char profiled[100] = "P";
    if (strncmp(name, "MPI_", 4) != 0 || symbol->st_shndx != SHN_UNDEF || strlen(name) > 98 ||
        strpbrk(name, "abcdefghijklmnopqrstuvwxyz") == NULL) /* a variable: MPI_COMM_WORLD */
      continue;
    strcat(profiled, name);
    EXPECT(dlsym(program, profiled) != NULL, "there is no %s", profiled);
    ++found;
  }
  EXPECT(found > 0, "the program calls no MPI function");
  NOTE("%d functions", found);
}

FAMILY(abi, abi_version, abi_fortran, abi_values, handle_integers, pmpi_symbols);
