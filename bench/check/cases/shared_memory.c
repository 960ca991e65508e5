// Windows: attributes, memory models, and memory that processes share.
#include "bench/check/cases/case.h"

// MPI_Win_create fails on one process in Open MPI 4.1: open-mpi/ompi#10726, #11391.
CASE(window_alone, legal, exactly(1), "a window of one process: its base, size, unit and flavour",
    "a window caches MPI_WIN_BASE, ..._SIZE, ..._DISP_UNIT and ..._CREATE_FLAVOR", "11.2.6") {
  double memory[5] = {0};
  void* value = NULL;
  int there = 0;
  MPI_Win window;
  MUST(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
  MUST(MPI_Win_create(memory, sizeof memory, 8, MPI_INFO_NULL, MPI_COMM_SELF, &window));
  MUST(MPI_Win_get_attr(window, MPI_WIN_BASE, &value, &there));
  EXPECT(there && value == memory, "MPI_WIN_BASE");
  MUST(MPI_Win_get_attr(window, MPI_WIN_SIZE, &value, &there));
  EXPECT(there && *(MPI_Aint*)value == sizeof memory, "MPI_WIN_SIZE");
  MUST(MPI_Win_get_attr(window, MPI_WIN_DISP_UNIT, &value, &there));
  EXPECT(there && *(int*)value == 8, "MPI_WIN_DISP_UNIT");
  MUST(MPI_Win_get_attr(window, MPI_WIN_CREATE_FLAVOR, &value, &there));
  EXPECT(there && *(int*)value == MPI_WIN_FLAVOR_CREATE, "MPI_WIN_CREATE_FLAVOR");
  MUST(MPI_Win_free(&window));
}

CASE(window_model, legal, exactly(2),
    "a put is seen by a load of the target within one epoch, after a flush and MPI_Win_sync",
    "with MPI_WIN_UNIFIED public and private copies are one; MPI_Win_sync orders loads and stores",
    "11.4, 11.7", 20, Special::none, "3.1", "3.0") {
  volatile int* memory = NULL;
  int *model = NULL, there = 0;
  void* base = NULL;
  MPI_Win window;
  MUST(MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window));
  memory = (volatile int*)base;
  MUST(MPI_Win_get_attr(window, MPI_WIN_MODEL, &model, &there));
  if (!there || *model != MPI_WIN_UNIFIED) UNSUPPORTED("the memory model is MPI_WIN_SEPARATE");
  MUST(MPI_Win_lock_all(0, window));
  for (int round = 0; round < 20; ++round) {
    STEP("a put, a flush and a load, round %d", round);
    if (rank() == 0) {
      MUST(MPI_Put(&round, 1, MPI_INT, 1, 3, 1, MPI_INT, window));
      MUST(MPI_Win_flush(1, window));
    }
    MUST(MPI_Barrier(MPI_COMM_WORLD));
    MUST(MPI_Win_sync(window));
    if (rank() == 1) EXPECT_EQUAL(memory[3], round, "the load of round %d", round);
    MUST(MPI_Barrier(MPI_COMM_WORLD));
  }
  MUST(MPI_Win_unlock_all(window));
  MUST(MPI_Win_free(&window));
}

static void query_shared(MPI_Comm comm, MPI_Info info) {
  int me, ranks, unit = 0;
  int *mine = NULL, *first = NULL;
  MPI_Aint bytes = 0;
  MPI_Win window;
  MUST(MPI_Comm_rank(comm, &me));
  MUST(MPI_Comm_size(comm, &ranks));
  const int has = ranks > 1 ? 1 : 0; /* the lowest rank that has memory */
  MUST(
      MPI_Win_allocate_shared(me < has ? 0 : 40 + 4 * me, sizeof(int), info, comm, &mine, &window));
  MUST(MPI_Win_lock_all(0, window));
  if (me == has) mine[0] = 321;
  MUST(MPI_Win_sync(window));
  MUST(MPI_Barrier(comm));
  MUST(MPI_Win_sync(window));
  MUST(MPI_Win_shared_query(window, MPI_PROC_NULL, &bytes, &unit, &first));
  EXPECT_EQUAL(bytes, 40 + 4 * has, "bytes for MPI_PROC_NULL of %d", ranks);
  EXPECT_EQUAL(unit, sizeof(int), "unit for MPI_PROC_NULL of %d", ranks);
  EXPECT(first != NULL, "a null pointer for MPI_PROC_NULL of %d", ranks);
  if (first != NULL) EXPECT_EQUAL(*first, 321, "the memory for MPI_PROC_NULL of %d", ranks);
  MUST(MPI_Win_unlock_all(window));
  MUST(MPI_Win_free(&window));
}

// MPICH 4.2.1 gives a null pointer on one process: pmodels/mpich#6994.
CASE(shared_query, legal, at_least(3),
    "MPI_Win_shared_query of MPI_PROC_NULL, contiguous or not, also in a window of one process",
    "MPI_PROC_NULL stands for the lowest rank that has memory", "11.2.3", 20, Special::none, "3.1",
    "3.0") {
  MPI_Comm node;
  MPI_Info info;
  MUST(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
  MUST(MPI_Info_create(&info));
  MUST(MPI_Info_set(info, "alloc_shared_noncontig", "true"));
  STEP("shared memory of all ranks of a node");
  query_shared(node, MPI_INFO_NULL);
  STEP("shared memory that need not be contiguous");
  query_shared(node, info);
  STEP("shared memory of one process");
  query_shared(MPI_COMM_SELF, MPI_INFO_NULL);
  MUST(MPI_Info_free(&info));
  MUST(MPI_Comm_free(&node));
}

static void query_any(MPI_Win window, int* mine) {
  MPI_Aint bytes = -1;
  int unit = 0, *theirs = NULL;
  MUST(MPI_Win_lock_all(0, window));
  mine[0] = 800 + rank();
  MUST(MPI_Win_sync(window));
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  MUST(MPI_Win_sync(window));
  MUST(MPI_Win_shared_query(window, other(), &bytes, &unit, &theirs));
  EXPECT(bytes == 0 || bytes == 64, "%ld bytes of 64", (long)bytes);
  if (bytes == 64) EXPECT_EQUAL(theirs[0], 800 + other(), "the memory of rank %d", other());
  NOTE("%s shared", bytes == 64 ? "" : "not");
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  MUST(MPI_Win_unlock_all(window));
}

// pmodels/mpich#6898 and #7499 (4.2, 4.3): the query's own memory, or a crash.
CASE(shared_query_any, legal, exactly(2),
    "MPI_Win_shared_query of windows created and allocated: no memory, or that of the rank",
    "the call works on all flavours but the dynamic; size 0 if the memory cannot be shared",
    "12.2.3", 20, Special::none, "4.1") {
  int memory[16] = {0}, version = 0, subversion = 0, *mine = NULL;
  MPI_Win window;
  MUST(MPI_Get_version(&version, &subversion));
  if (10 * version + subversion < 41) UNSUPPORTED("MPI %d.%d has it not", version, subversion);
  STEP("MPI_Win_shared_query of an allocated window");
  MUST(MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &window));
  query_any(window, mine);
  MUST(MPI_Win_free(&window));
  MUST(MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window));
  query_any(window, memory);
  MUST(MPI_Win_free(&window));
}

CASE(address_arithmetic, legal, exactly(2),
    "a put into memory that is attached to a dynamic window, at an address got by MPI_Aint_add",
    "MPI_Aint_add and MPI_Aint_diff replace arithmetic on addresses, also of other processes",
    "4.1.5, 11.2.4", 20, Special::none, "3.1", "3.1") {
  int memory[8] = {0}, value = 70 + rank();
  MPI_Aint base, theirs = 0;
  MPI_Win window;
  const int other = 1 - rank();
  MUST(MPI_Get_address(memory, &base));
  STEP("a dynamic window");
  MUST(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window));
  MUST(MPI_Win_attach(window, memory, sizeof memory));
  MUST(MPI_Sendrecv(&base, 1, MPI_AINT, other, 1, &theirs, 1, MPI_AINT, other, 1, MPI_COMM_WORLD,
      MPI_STATUS_IGNORE));
  const MPI_Aint place = MPI_Aint_add(theirs, 5 * sizeof(int));
  EXPECT_EQUAL(MPI_Aint_diff(place, theirs), 5 * sizeof(int), "MPI_Aint_diff");
  MUST(MPI_Win_fence(0, window));
  MUST(MPI_Put(&value, 1, MPI_INT, other, place, 1, MPI_INT, window));
  MUST(MPI_Win_fence(0, window));
  EXPECT_EQUAL(memory[5], 70 + other, "what was put");
  EXPECT_EQUAL(memory[4], 0, "the memory before it");
  MUST(MPI_Win_detach(window, memory));
  MUST(MPI_Win_free(&window));
}

static int kinds_are(MPI_Info info, const char* of) {
  char kinds[MPI_MAX_INFO_VAL] = "";
  int length = MPI_MAX_INFO_VAL, there = 0;
  MUST(MPI_Info_get_string(info, "mpi_memory_alloc_kinds", &length, kinds, &there));
  if (there) EXPECT(strstr(kinds, "system") != NULL, "kinds of memory of %s: %s", of, kinds);
  NOTE("%s: %s", of, there ? kinds : "not told");
  return there;
}

CASE(memory_kinds, legal, exactly(1),
    "the kinds of memory that a communicator and a session support",
    "a library that tells mpi_memory_alloc_kinds supports \"system\" at least", "11.4.3", 20,
    Special::none, "4.1") {
  MPI_Info info;
  MPI_Session session;
  MUST(MPI_Comm_get_info(MPI_COMM_WORLD, &info));
  int told = kinds_are(info, "MPI_COMM_WORLD");
  MUST(MPI_Info_free(&info));
  STEP("a session's kinds of memory");
  MUST(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
  MUST(MPI_Session_get_info(session, &info));
  told += kinds_are(info, "a session");
  MUST(MPI_Info_free(&info));
  MUST(MPI_Session_finalize(&session));
  if (told == 0) UNSUPPORTED("the library does not tell mpi_memory_alloc_kinds");
}

FAMILY(shared_memory, window_alone, window_model, shared_query, shared_query_any,
    address_arithmetic, memory_kinds);
