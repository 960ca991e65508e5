// The dialect of the case files FAMILY.c. Their text is C11 and C++20 at once: the program compiles
// it as C++ with this header, and `check --export` writes a case as a C program with what it uses
// of alone.h, which defines the same names. A case and its helpers are therefore static functions
// without state; arrays come from NEW, and a pointer from malloc() is cast.
#pragma once

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench/check/case.h"
#include "core/memory.h"
#include "core/text_table.h"
#include "missing_calls.h"
#include "mpi/environment.h"

/// CASE(name, legality, processes, help, says, where [, time limit, special, version]) { ... } is a
/// case with the members of check::Case. The comment above it goes with it wherever it is exported.
#define CASE(NAME, LEGALITY, PROCESSES, ...)                                   \
  static void run_##NAME(void);                                                \
  namespace febem::check::rows {                                               \
  static const Case NAME{#NAME, LEGALITY, PROCESSES, run_##NAME, __VA_ARGS__}; \
  }                                                                            \
  static void run_##NAME(void)

/// FAMILY(name, cases...) ends a file: its cases in the order in which they run. The file is
/// NAME.c, and `name` stands in list.inc.
#define FAMILY(NAME, ...)                                  \
  namespace febem::check::rows {                           \
  static std::vector<Case> all() { return {__VA_ARGS__}; } \
  }                                                        \
  namespace febem::check {                                 \
  std::vector<Case> NAME##_cases();                        \
  std::vector<Case> NAME##_cases() { return rows::all(); } \
  }                                                        \
  static_assert(true)

/// Ends the case as *fail*, with the function's name and the text of the error, unless the call of
/// an MPI function succeeds.
#define MUST(...) febem::check::must(__VA_ARGS__, #__VA_ARGS__)
// Texts below are those of printf.
/// Says what comes next, which is shown if this rank never gets further: "MPI_Send of 4 MiB".
#define STEP(...) febem::check::here().step(febem::core::formatted(__VA_ARGS__))
/// Records a wrong answer unless `holds`; of several the first is shown.
#define EXPECT(holds, ...) \
  ((holds) ? (void)0 : febem::check::here().expect(false, febem::core::formatted(__VA_ARGS__)))
/// Two numbers that a double holds: "TEXT: 3, must be 4".
#define EXPECT_EQUAL(got, wanted, ...)                                                       \
  do {                                                                                       \
    const double got_ = (double)(got), wanted_ = (double)(wanted);                           \
    if (got_ != wanted_)                                                                     \
      febem::check::here().expect_equal(got_, wanted_, febem::core::formatted(__VA_ARGS__)); \
  } while (0)
/// Expects the numbers of fill(data, count, seed).
#define EXPECT_PATTERN(data, count, seed, ...)                                      \
  do {                                                                              \
    const int* const data_ = (data);                                                \
    const int at_ = first_difference(data_, (count), (seed));                       \
    if (at_ < (count))                                                              \
      febem::check::here().expect_equal(data_[at_], pattern_at(at_, (seed)),        \
          febem::core::formatted(__VA_ARGS__), ", element ", at_, " of ", (count)); \
  } while (0)
/// Records whether an erroneous call was accepted or returned an error: "MPI_Recv".
#define OBSERVE_CODE(code, ...) \
  febem::check::here().observe_code((code), febem::core::formatted(__VA_ARGS__))
/// Ends the case as *unsupported*.
#define UNSUPPORTED(...) throw febem::check::Unsupported(febem::core::formatted(__VA_ARGS__))
/// Adds measured values to the line of a case that passes; those of rank 0 are shown.
#define NOTE(...) febem::check::here().note(febem::core::formatted(__VA_ARGS__))
/// A fact about the library, by rank 0: an integer, a number, a yes or no, a text. A measured one
/// varies from run to run. `unit` may be empty.
#define FACT_INT(name, value, unit) febem::check::here().fact(name, std::int64_t{value}, unit)
#define FACT_NUMBER(name, value, unit) febem::check::here().fact(name, double{value}, unit)
#define FACT_YES(name, yes) febem::check::here().fact(name, static_cast<bool>(yes))
#define FACT_TEXT(name, text) febem::check::here().fact(name, std::string(text))
#define MEASURED(name, value, unit) febem::check::here().measured(name, value, unit)
/// Keeps the record as it is, in case nothing follows.
#define KEEP() febem::check::here().keep()
/// GCC warns of MPICH's own constant where a C program passes it.
#define no_statuses MPI_STATUSES_IGNORE
/// An array of zeros, to be given to free().
#define NEW(TYPE, count) ((TYPE*)std::calloc((std::size_t)(count) + 1, sizeof(TYPE)))

inline int rank(void) { return febem::check::here().rank(); }
inline int size(void) { return febem::check::here().size(); }
/// The other rank of a pair: 1 for rank 0, 0 for rank 1.
inline int other(void) { return febem::check::here().other(); }
inline int left(void) { return febem::check::here().left(); }
inline int right(void) { return febem::check::here().right(); }
inline int is_simulated(void) { return febem::mpi::is_simulated(); }

/// Numbers that differ from each other, and from those of any other `seed` below 1000.
inline int pattern_at(int i, int seed) { return 1000 * (i % 1000000) + seed; }
/// Fills `data` with them and returns it: int* out = fill(NEW(int, count), count, rank()).
inline int* fill(int* data, int count, int seed) {
  for (int i = 0; i < count; ++i) data[i] = pattern_at(i, seed);
  return data;
}
inline int first_difference(const int* data, int count, int seed) {
  int i = 0;
  while (i < count && data[i] == pattern_at(i, seed)) ++i;
  return i;
}

/// Bytes of memory that this process uses.
inline double resident_bytes(void) { return febem::check::resident_bytes(); }
/// Bytes that this process can still get.
inline double available_bytes(void) { return static_cast<double>(febem::core::available_memory()); }
/// check::expect_no_growth(): a leak unless repetitions of `once` give back their memory.
inline void expect_no_growth(const char* what, int repetitions, void (*once)(void)) {
  febem::check::expect_no_growth(febem::check::here(), what, repetitions, once);
}

struct Text {
  char text[40];
};
/// A time with its unit: seconds(2e-8).text is "20 ns".
inline struct Text seconds(double value) {
  struct Text result = {};
  std::snprintf(
      result.text, sizeof result.text, "%s", febem::core::with_prefix(value, "s").c_str());
  return result;
}
