// Rules from the start of a program to its end: processes, thread level, clocks; errors, their
// handlers and texts, MPI_Abort.
#include <pthread.h>
#include <unistd.h>

#include "bench/check/cases/case.h"

CASE(start, legal, exactly(2), "two processes start, know of each other, and end",
    "MPI_COMM_WORLD holds all processes a program was started with", "6.2.4 and 8.7", 60) {
  char library[MPI_MAX_LIBRARY_VERSION_STRING], standard[40];
  int length = 0, version = 0, subversion = 0, sum = 0;
  const int one = 1;
  MUST(MPI_Get_library_version(library, &length));
  library[strcspn(library, "\n")] = '\0';
  for (char* c = library; *c != '\0'; ++c) *c = *c == '\t' ? ' ' : *c;
  FACT_TEXT("library", library);
  MUST(MPI_Get_version(&version, &subversion));
  snprintf(standard, sizeof standard, "%d.%d", version, subversion);
  FACT_TEXT("standard", standard);
  MUST(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  EXPECT_EQUAL(sum, size(), "processes that take part");
  EXPECT_EQUAL(size(), 2, "processes started for 2 asked");
}

static const char* level_name(int level) {
  return level == MPI_THREAD_SINGLE       ? "MPI_THREAD_SINGLE"
         : level == MPI_THREAD_FUNNELED   ? "MPI_THREAD_FUNNELED"
         : level == MPI_THREAD_SERIALIZED ? "MPI_THREAD_SERIALIZED"
                                          : "MPI_THREAD_MULTIPLE";
}

enum { exchanged = 2000 };

// A thread, which exchanges with its like.
struct Thread {
  pthread_t thread;
  int tag, peer, is_right;
};

static void* exchange(void* argument) {
  struct Thread* one = (struct Thread*)argument;
  int out[exchanged], in[exchanged];
  fill(out, exchanged, one->tag);
  one->is_right = 1;
  for (int i = 0; i < 300 && one->is_right; ++i) {
    fill(in, exchanged, 999);
    const int code = MPI_Sendrecv(out, exchanged, MPI_INT, one->peer, one->tag, in, exchanged,
        MPI_INT, one->peer, one->tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    one->is_right = code == MPI_SUCCESS && memcmp(in, out, sizeof in) == 0;
  }
  return NULL;
}

CASE(thread_level, legal, exactly(2),
    "the thread level is what it is said to be: with MPI_THREAD_MULTIPLE four threads exchange at "
    "once",
    "the level provided is returned, and may be less than was asked", "12.4.3", 40,
    Special::threads) {
  struct Thread all[4];
  int level = -1;
  MUST(MPI_Query_thread(&level));
  NOTE("%s granted where MPI_THREAD_MULTIPLE was asked", level_name(level));
  FACT_TEXT("thread level granted", level_name(level));
  if (level < MPI_THREAD_MULTIPLE) return;
  STEP("four threads of each rank exchange at once");
  for (int i = 0; i < 4; ++i) {
    all[i].tag = i;
    all[i].peer = other();
    if (pthread_create(&all[i].thread, NULL, exchange, &all[i]) != 0) abort();
  }
  for (int i = 0; i < 4; ++i) {
    pthread_join(all[i].thread, NULL);
    EXPECT(all[i].is_right, "thread %d received something else", i);
  }
}

CASE(wtime, legal, exactly(1), "resolution, cost and monotony of MPI_Wtime",
    "MPI_Wtime is elapsed time that does not change its origin; MPI_Wtick its resolution", "8.6") {
  const int calls = 200000;
  const double start = MPI_Wtime(), tick = MPI_Wtick();
  double last = start, least = 1e9;
  int is_monotonic = 1;
  STEP("200 000 readings of the clock");
  for (int i = 0; i < calls; ++i) {
    const double now = MPI_Wtime();
    is_monotonic = is_monotonic && now >= last;
    if (now > last && now - last < least) least = now - last;
    last = now;
  }
  const double cost = (last - start) / calls;
  EXPECT(is_monotonic, "the clock goes backwards");
  EXPECT(tick > 0 && tick <= 1e-3, "MPI_Wtick is %g", tick);
  if (last > start) {
    NOTE("smallest step %s, a reading takes %s", seconds(least).text, seconds(cost).text);
    MEASURED("smallest step of MPI_Wtime", least, "s");
    MEASURED("cost of MPI_Wtime", cost, "s");
  } else {
    NOTE("the clock stands still while nothing is sent: simulated");
  }
  FACT_NUMBER("MPI_Wtick", tick, "s");
}

// The clock of rank 1 is ahead by `offset`, known by the fastest of many round trips.
CASE(wtime_global, legal, exactly(2),
    "whether the clocks of two ranks are synchronous, as said and as measured",
    "MPI_WTIME_IS_GLOBAL is true only if clocks agree to within half a round trip of an empty "
    "message",
    "8.1.2") {
  int *global = NULL, there = 0;
  double offset = 0, round_trip = 1e9;
  MUST(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &global, &there));
  const int is_global = there && *global;
  STEP("offset of the other rank's clock");
  for (int i = 0; i < 300; ++i) {
    double theirs = MPI_Wtime();
    const double start = theirs;
    if (rank() == 0) {
      MUST(MPI_Send(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD));
      MUST(MPI_Recv(&theirs, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    } else {
      MUST(MPI_Recv(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
      theirs = MPI_Wtime();
      MUST(MPI_Send(&theirs, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD));
    }
    const double end = MPI_Wtime();
    if (end - start >= round_trip) continue;
    round_trip = end - start;
    offset = theirs - (start + end) / 2;
  }
  if (rank() != 0) return;
  const double apart = offset < 0 ? -offset : offset;
  NOTE("MPI_WTIME_IS_GLOBAL is %s, measured offset %s +- %s", is_global ? "true" : "false",
      seconds(apart).text, seconds(round_trip / 2).text);
  EXPECT(!is_global || apart <= round_trip, "clocks said to be synchronous are not");
  FACT_YES("MPI_WTIME_IS_GLOBAL", is_global);
  FACT_YES("clocks of two ranks agree within a round trip", apart <= round_trip);
}

struct Seen {
  int calls, code;
};

// The name of the communicator tells the key of the attribute that is a struct Seen: a handler has
// no argument of its user's.
static void note_error(MPI_Comm* comm, int* code, ...) {
  char name[MPI_MAX_OBJECT_NAME] = "";
  int there = 0, length = 0;
  struct Seen* seen = NULL;
  MPI_Comm_get_name(*comm, name, &length);
  MPI_Comm_get_attr(*comm, atoi(name), &seen, &there);
  if (!there) return;
  ++seen->calls;
  seen->code = *code;
}

CASE(error_handler, legal, exactly(1),
    "a handler of the user's is called once, with the communicator and the error",
    "an error handler attached to a communicator is called for its errors, or by "
    "MPI_Comm_call_errhandler",
    "8.3.1, 8.5") {
  struct Seen seen = {0, MPI_SUCCESS};
  char name[20];
  int key = MPI_KEYVAL_INVALID, kind = MPI_SUCCESS;
  MPI_Comm comm;
  MPI_Errhandler handler;
  MUST(MPI_Comm_dup(MPI_COMM_SELF, &comm));
  MUST(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL));
  MUST(MPI_Comm_set_attr(comm, key, &seen));
  snprintf(name, sizeof name, "%d", key);
  MUST(MPI_Comm_set_name(comm, name));
  MUST(MPI_Comm_create_errhandler(note_error, &handler));
  MUST(MPI_Comm_set_errhandler(comm, handler));
  MUST(MPI_Errhandler_free(&handler));
  STEP("a call that fails, with a handler of the user's");
  const int code = MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER);
  EXPECT_EQUAL(code, MPI_SUCCESS, "MPI_Comm_call_errhandler");
  EXPECT_EQUAL(seen.calls, 1, "calls of the handler");
  if (seen.code != MPI_SUCCESS) MPI_Error_class(seen.code, &kind);
  EXPECT_EQUAL(kind, MPI_ERR_OTHER, "class of the error that the handler was given");
  MUST(MPI_Comm_free_keyval(&key));
  MUST(MPI_Comm_free(&comm));
}

CASE(error_strings, legal, exactly(1),
    "texts of errors, the processor's name and the longest name of a communicator fit and have "
    "their lengths",
    "strings have at most MPI_MAX_ERROR_STRING, ..._PROCESSOR_NAME, ..._OBJECT_NAME characters",
    "8.3.4, 8.1.2, 6.8") {
  const int codes[11] = {MPI_SUCCESS, MPI_ERR_BUFFER, MPI_ERR_COUNT, MPI_ERR_TYPE, MPI_ERR_TAG,
      MPI_ERR_COMM, MPI_ERR_RANK, MPI_ERR_ROOT, MPI_ERR_TRUNCATE, MPI_ERR_OTHER, MPI_ERR_LASTCODE};
  char text[MPI_MAX_ERROR_STRING + 1], processor[MPI_MAX_PROCESSOR_NAME + 1];
  char longest[MPI_MAX_OBJECT_NAME], name[MPI_MAX_OBJECT_NAME + 1] = "";
  int length = -1;
  MPI_Comm named;
  STEP("texts of errors");
  for (int i = 0; i < 11; ++i) {
    memset(text, 1, sizeof text);
    if (MPI_Error_string(codes[i], text, &length) != MPI_SUCCESS) continue;
    EXPECT(
        length >= 0 && length < MPI_MAX_ERROR_STRING, "length of the text of error %d", codes[i]);
    EXPECT_EQUAL(strnlen(text, sizeof text), length, "the length of the text, as returned");
  }
  MUST(MPI_Get_processor_name(processor, &length));
  EXPECT(length > 0 && length < MPI_MAX_PROCESSOR_NAME, "length of the processor's name");
  STEP("a communicator with the longest name");
  memset(longest, 'x', sizeof longest);
  longest[MPI_MAX_OBJECT_NAME - 1] = '\0';
  MUST(MPI_Comm_dup(MPI_COMM_SELF, &named));
  MUST(MPI_Comm_set_name(named, longest));
  MUST(MPI_Comm_get_name(named, name, &length));
  EXPECT(strcmp(name, longest) == 0, "name: %s, must be %s", name, longest);
  MUST(MPI_Comm_free(&named));
}

CASE(abort, legal, exactly(3),
    "one rank aborts, one waits for a message, one does something else: all end, and the launcher "
    "says so",
    "MPI_Abort makes a best attempt to abort all tasks of the communicator", "8.7", 20,
    Special::abort) {
  double value = 0;
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  // Nothing comes after the end.
  KEEP();
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  if (rank() == 1) MPI_Abort(MPI_COMM_WORLD, 7);
  // Outside MPI; a simulator would wait with this rank.
  if (rank() == 2 && !is_simulated()) pause();
  MUST(MPI_Recv(&value, 1, MPI_DOUBLE, 1, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

FAMILY(environment, start, thread_level, wtime, wtime_global, error_handler, error_strings, abort);
