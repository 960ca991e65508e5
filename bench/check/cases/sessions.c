// Sessions, and communicators that have no parent.
#include "bench/check/cases/case.h"

CASE(session_cycle, legal, exactly(2),
    "two sessions begun and ended, then two at once, beside MPI_Init, with their thread levels",
    "sessions may be begun and ended any number of times, also at once", "11.3.1", 20,
    Special::none, "4.0") {
  MPI_Session one, two;
  MPI_Info info;
  char level[100] = "";
  int there = 0, length = 100;
  for (int round = 0; round < 2; ++round) {
    STEP("session %d", round);
    MUST(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &one));
    MUST(MPI_Session_get_info(one, &info));
    MUST(MPI_Info_get_string(info, "thread_level", &length, level, &there));
    EXPECT(
        !there || strncmp(level, "MPI_THREAD_", 11) == 0, "thread_level of a session: %s", level);
    length = 100;
    MUST(MPI_Info_free(&info));
    MUST(MPI_Session_finalize(&one));
    EXPECT(one == MPI_SESSION_NULL, "MPI_Session_finalize leaves the handle");
  }
  STEP("two sessions at once");
  MUST(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &one));
  MUST(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &two));
  EXPECT(one != two, "two sessions have one handle");
  MUST(MPI_Session_finalize(&one));
  MUST(MPI_Session_finalize(&two));
}

CASE(session_sets, legal, exactly(2),
    "the names of all process sets, and the sizes of the two that the standard names",
    "mpi://WORLD and mpi://SELF are always there; names are queried by index", "11.3.2, 11.3.3", 20,
    Special::none, "4.0") {
  MPI_Session session;
  int count = 0, found = 0;
  MUST(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
  MUST(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count));
  for (int i = 0; i < count; ++i) {
    char name[5000] = "", text[30] = "";
    int length = 0, room = 30, there = 0;
    MPI_Info info;
    STEP("process set %d", i);
    MUST(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, NULL));
    MUST(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name));
    EXPECT_EQUAL(length, (int)strlen(name) + 1, "length of the name %s", name);
    MUST(MPI_Session_get_pset_info(session, name, &info));
    MUST(MPI_Info_get_string(info, "mpi_size", &room, text, &there));
    EXPECT(there, "%s has no mpi_size", name);
    const int is_world = strcmp(name, "mpi://WORLD") == 0,
              is_self = strcmp(name, "mpi://SELF") == 0;
    if (is_world || is_self)
      EXPECT_EQUAL(atoi(text), is_self ? 1 : size(), "processes of %s", name);
    found += is_world + is_self;
    MUST(MPI_Info_free(&info));
  }
  EXPECT_EQUAL(found, 2, "sets named mpi://WORLD and mpi://SELF");
  MUST(MPI_Session_finalize(&session));
}

CASE(comm_from_group, legal, at_least(3),
    "communicators of all ranks and of two of them, made from a process set of a session",
    "MPI_Comm_create_from_group needs no parent and is collective over the group alone",
    "7.3.2, 7.4.2, 11.3", 20, Special::none, "4.0") {
  const int members[2] = {2, 0};
  int one = 1, sum = 0;
  MPI_Session session;
  MPI_Group world, some;
  MPI_Comm comm;
  MUST(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
  MUST(MPI_Group_from_session_pset(session, "mpi://WORLD", &world));
  MUST(MPI_Group_incl(world, 2, members, &some));
  STEP("a communicator of all");
  MUST(MPI_Comm_create_from_group(world, "all", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
  MUST(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
  EXPECT_EQUAL(sum, size(), "ranks of all");
  MUST(MPI_Comm_free(&comm));
  if (rank() % 2 == 0 && rank() < 4) {
    STEP("a communicator of two");
    MUST(MPI_Comm_create_from_group(some, "two", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    one = rank() + 1;
    MUST(MPI_Scan(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
    EXPECT_EQUAL(sum, rank() == 2 ? 3 : 4, "sum over two, in the order of their group");
    MUST(MPI_Comm_free(&comm));
  }
  MUST(MPI_Group_free(&some));
  MUST(MPI_Group_free(&world));
  MUST(MPI_Session_finalize(&session));
}

FAMILY(sessions, session_cycle, session_sets, comm_from_group);
