// The dialect of case.h for a case that `check --export` writes. It gets those of the items between
// the empty lines that it uses, so they are short. A wrong answer or a failed call ends all ranks.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off

static int rank(void) { int n = 0; return MPI_Comm_rank(MPI_COMM_WORLD, &n), n; }

static int size(void) { int n = 1; return MPI_Comm_size(MPI_COMM_WORLD, &n), n; }

static int other(void) { return rank() ^ 1; }

static int left(void) { return (rank() + size() - 1) % size(); }

static int right(void) { return (rank() + 1) % size(); }

static int is_simulated(void) {
  char text[MPI_MAX_LIBRARY_VERSION_STRING]; int length;
  return MPI_Get_library_version(text, &length), strstr(text, "SMPI") || strstr(text, "SimGrid");
}

#define SAY(kind, ...) \
  (printf("rank %d: %s", rank(), kind), printf(__VA_ARGS__), puts(""), fflush(stdout))

#define STEP(...) SAY("", __VA_ARGS__)

#define NOTE(...) SAY("note: ", __VA_ARGS__)

#define WRONG(...) (void)(SAY("wrong answer: ", __VA_ARGS__), MPI_Abort(MPI_COMM_WORLD, 1))

static inline void must(int code, const char* call) {
  char text[MPI_MAX_ERROR_STRING] = ""; int length;
  if (code == MPI_SUCCESS) return;
  MPI_Error_string(code, text, &length);
  SAY("fail: ", "%s: %s", call, text), MPI_Abort(MPI_COMM_WORLD, 1);
}

#define MUST(...) must(__VA_ARGS__, #__VA_ARGS__)

static MPI_Status* const volatile no_statuses = MPI_STATUSES_IGNORE;  // GCC warns of MPICH's

#define EXPECT(holds, ...) ((holds) ? (void)0 : WRONG(__VA_ARGS__))

#define EXPECT_EQUAL(got, wanted, ...) do { \
    const double got_ = (double)(got), wanted_ = (double)(wanted); \
    if (got_ != wanted_) STEP("%.17g, must be %.17g", got_, wanted_), WRONG(__VA_ARGS__); \
  } while (0)

static void observe_code(int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length;
  MPI_Error_string(code, text, &length);
  SAY(code == MPI_SUCCESS ? "accepted: " : "error raised: ", "%s", text);
}

#define OBSERVE_CODE(code, ...) (STEP(__VA_ARGS__), observe_code(code))

#define UNSUPPORTED(...) (SAY("unsupported: ", __VA_ARGS__), MPI_Abort(MPI_COMM_WORLD, 1))

#define FACT_INT(name, value, unit) NOTE("%s: %ld %s", name, (long)(value), unit)

#define FACT_NUMBER(name, value, unit) NOTE("%s: %g %s", name, (double)(value), unit)

#define FACT_YES(name, yes) NOTE("%s: %s", name, (yes) ? "yes" : "no")

#define FACT_TEXT(name, text) NOTE("%s: %s", name, text)

#define MEASURED(name, value, unit) FACT_NUMBER(name, value, unit)

#define KEEP() fflush(stdout)

#define NEW(TYPE, count) ((TYPE*)calloc((size_t)(count) + 1, sizeof(TYPE)))

static int pattern_at(int i, int seed) { return 1000 * (i % 1000000) + seed; }

static int* fill(int* data, int count, int seed) {
  for (int i = 0; i < count; ++i) data[i] = pattern_at(i, seed);
  return data;
}

#define EXPECT_PATTERN(data, count, seed, ...) do { \
    for (int i_ = 0, n_ = (count); i_ < n_; ++i_) \
      if ((data)[i_] != pattern_at(i_, seed)) STEP("element %d", i_), WRONG(__VA_ARGS__); \
  } while (0)

static double resident_bytes(void) {
  char line[200];
  double kilobytes = 0;
  FILE* status = fopen("/proc/self/status", "r");
  while (status != NULL && fgets(line, sizeof line, status) != NULL)
    if (strncmp(line, "VmRSS:", 6) == 0) kilobytes = atof(line + 6);
  if (status != NULL) fclose(status);
  return 1024 * kilobytes;
}

#include <unistd.h>
static double available_bytes(void) { return 1.0 * sysconf(_SC_AVPHYS_PAGES) * getpagesize(); }

static void repeat(void (*once)(void), int times) { for (; times > 0; --times) once(); }

// A leak grows in each of four parts, a library's own store only in some.
static void expect_no_growth(const char* what, int repetitions, void (*once)(void)) {
  double least = 1e300, before, kept;
  repeat(once, repetitions / 4);
  for (int part = 0; part < 4; ++part) {
    before = resident_bytes();
    repeat(once, repetitions / 4);
    kept = resident_bytes() - before;
    least = kept < least ? kept : least;
  }
  SAY(4 * least > 16 * repetitions && 4 * least > 256 * 1024 ? "leak: " : "note: ",
      "%.3g bytes kept by each %s, %d of them", 4 * least / repetitions, what, repetitions);
}

struct Text { char text[40]; };

static struct Text seconds(double value) {
  struct Text result;
  return snprintf(result.text, sizeof result.text, "%.3g us", 1e6 * value), result;
}
