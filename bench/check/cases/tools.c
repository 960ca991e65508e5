// The tools' interface, MPI_T.
#include "bench/check/cases/case.h"

static void description_is(const char* kind, int i, int code, const char* name, int length) {
  if (code == MPI_T_ERR_INVALID_INDEX) return; /* it may come and go with a module */
  EXPECT_EQUAL(code, MPI_SUCCESS, "the description of %s %d", kind, i);
  if (code != MPI_SUCCESS) return;
  EXPECT(name[0] != '\0', "%s %d has no name", kind, i);
  EXPECT_EQUAL(length, (int)strlen(name) + 1, "length of the name of %s %d", kind, i);
}

// Open MPI 4 and 5 count performance variables that they cannot describe: open-mpi/ompi#11492.
CASE(tools_list, legal, exactly(1),
    "all control and performance variables are described, or said to be gone",
    "indices are 0 to n-1, names are not empty, and lengths are those of the texts",
    "14.3.6, 14.3.7", 20, Special::none, "3.1", "3.0") {
  enum { room = 1000 };
  int level, controls = 0, counters = 0, is[8];
  MPI_Datatype type;
  MPI_T_enum names;
  MUST(MPI_T_init_thread(MPI_THREAD_SINGLE, &level));
  MUST(MPI_T_cvar_get_num(&controls));
  MUST(MPI_T_pvar_get_num(&counters));
  STEP("the descriptions of %d control variables", controls);
  for (int i = 0; i < controls; ++i) {
    char name[room] = "";
    int length = room;
    const int code =
        MPI_T_cvar_get_info(i, name, &length, &is[0], &type, &names, NULL, NULL, &is[1], &is[2]);
    description_is("control variable", i, code, name, length);
  }
  STEP("the descriptions of %d performance variables", counters);
  for (int i = 0; i < counters; ++i) {
    char name[room] = "";
    int length = room;
    const int code = MPI_T_pvar_get_info(i, name, &length, &is[0], &is[1], &type, &names, NULL,
        NULL, &is[2], &is[3], &is[4], &is[5]);
    description_is("performance variable", i, code, name, length);
  }
  NOTE("%d control variables, %d performance variables", controls, counters);
  MUST(MPI_T_finalize());
}

CASE(tools_control, legal, exactly(1),
    "every integer that is a control variable is read, written with its own value, and read again",
    "a variable of a scope that can be written takes a value, or says why not", "14.3.6", 20,
    Special::none, "3.1", "3.0") {
  int level, controls = 0, read = 0, written = 0;
  MUST(MPI_T_init_thread(MPI_THREAD_SINGLE, &level));
  MUST(MPI_T_cvar_get_num(&controls));
  for (int i = 0; i < controls; ++i) {
    char name[200] = "";
    int length = 200, verbosity, bound, scope, count = 0, value = 0, again = 0;
    MPI_Datatype type;
    MPI_T_enum names;
    MPI_T_cvar_handle handle;
    if (MPI_T_cvar_get_info(i, name, &length, &verbosity, &type, &names, NULL, NULL, &bound,
            &scope) != MPI_SUCCESS ||
        type != MPI_INT || bound != MPI_T_BIND_NO_OBJECT ||
        MPI_T_cvar_handle_alloc(i, NULL, &handle, &count) != MPI_SUCCESS)
      continue;
    STEP("the control variable %s", name);
    if (count == 1 && MPI_T_cvar_read(handle, &value) == MPI_SUCCESS) {
      ++read;
      if (scope >= MPI_T_SCOPE_LOCAL && MPI_T_cvar_write(handle, &value) == MPI_SUCCESS) ++written;
      MUST(MPI_T_cvar_read(handle, &again));
      EXPECT_EQUAL(again, value, "%s, written with its value", name);
    }
    MUST(MPI_T_cvar_handle_free(&handle));
  }
  NOTE("%d of %d read, %d written", read, controls, written);
  MUST(MPI_T_finalize());
}

// MPICH 4.3.2 and 5.0.1 crash in a later barrier: pmodels/mpich#7954.
CASE(tools_end, legal, exactly(2),
    "the tools' interface is finalized, and then come thirty barriers and broadcasts",
    "MPI_T_finalize may come at any time and leaves MPI as it is", "14.3.4", 20, Special::none,
    "3.1", "3.0") {
  int level, value = 0;
  MPI_Comm comm;
  MUST(MPI_T_init_thread(MPI_THREAD_SINGLE, &level));
  MUST(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  MUST(MPI_Barrier(comm));
  MUST(MPI_T_finalize());
  for (int i = 0; i < 30; ++i) {
    STEP("barrier %d after MPI_T_finalize", i);
    MUST(MPI_Barrier(comm));
    if (rank() == 0) value = i;
    MUST(MPI_Bcast(&value, 1, MPI_INT, 0, comm));
    EXPECT_EQUAL(value, i, "broadcast %d", i);
  }
  MUST(MPI_Comm_free(&comm));
}

CASE(tools_index, legal, exactly(1), "the index of each control variable is found by its name",
    "MPI_T_cvar_get_index returns the index of a name", "14.3.6", 20, Special::none, "3.1", "3.1") {
  int level, count = 0, is[4], index = -1;
  MPI_Datatype type;
  MPI_T_enum names;
  MUST(MPI_T_init_thread(MPI_THREAD_SINGLE, &level));
  MUST(MPI_T_cvar_get_num(&count));
  for (int i = 0; i < count; ++i) {
    char name[1000] = "";
    int length = 1000;
    if (MPI_T_cvar_get_info(i, name, &length, &is[0], &type, &names, NULL, NULL, &is[1], &is[2]) !=
        MPI_SUCCESS)
      continue;
    MUST(MPI_T_cvar_get_index(name, &index));
    EXPECT_EQUAL(index, i, "index of the control variable %s", name);
  }
  EXPECT_EQUAL(MPI_T_cvar_get_index("a name of nobody's", &index), MPI_T_ERR_INVALID_NAME,
      "MPI_T_cvar_get_index of an unknown name");
  MUST(MPI_T_finalize());
}

FAMILY(tools, tools_list, tools_control, tools_end, tools_index);
