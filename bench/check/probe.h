// The probe of a case: its rank, data that show where they came from, and functions that record
// observations.
#pragma once

#include <mpi.h>

#include <functional>
#include <source_location>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/check/observation.h"
#include "mpi/check.h"

namespace febem::check {

/// Ends a case because the library does not support it.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The parts one after the other, numbers with all their digits.
template <class... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream out;
  out.precision(17);
  (out << ... << parts);
  return out.str();
}

class Probe {
 public:
  /// `keep` gets the record at every step, so that it is known where a process hung.
  Probe(int rank, int size, std::function<void(const RankRecord&)> keep)
      : rank_(rank), size_(size), keep_(std::move(keep)) {}

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_first() const { return rank_ == 0; }
  /// The other rank of a pair: 1 for rank 0, 0 for rank 1.
  int other() const { return rank_ ^ 1; }
  int right() const { return (rank_ + 1) % size_; }
  int left() const { return (rank_ + size_ - 1) % size_; }

  // Texts are given in parts, as to text().
  /// Records the next step of the case: "MPI_Send of 4 MiB". It is shown if the step never returns.
  template <class... What>
  void step(const What&... what) {
    keep_({Observation::unfinished, text(what...), facts_});
  }
  /// Records a wrong answer unless `holds`. The first wrong answer is shown.
  template <class... What>
  void expect(bool holds, const What&... what) {
    if (!holds) observe(Observation::wrong_answer, text(what...));
  }
  template <class T, class U, class... What>
  void expect_equal(const T& got, const U& wanted, const What&... what) {
    expect(got == wanted, what..., ": ", got, ", must be ", wanted);
  }
  /// Records an observation. The worst one is kept, and of equal ones the first, with its detail.
  void observe(Observation observation, const std::string& detail);
  /// Notes what an erroneous call did: it returned an error, or it was accepted.
  void observe_code(int code, const std::string& call);

  /// Adds measured values to the line of a case that passes. Only those of rank 0 are shown.
  template <class... What>
  void note(const What&... what) {
    notes_ += text(notes_.empty() ? "" : "; ", what...);
  }
  /// Records a fact about the library. Only facts of rank 0 are kept.
  void fact(const std::string& name, Value value, const std::string& unit = "") {
    facts_.push_back({name, std::move(value), unit, false});
  }
  /// Records a fact that varies from run to run.
  void measured(const std::string& name, double value, const std::string& unit) {
    facts_.push_back({name, value, unit, true});
  }

  /// Stores the present record as that of the case, in case nothing follows.
  void keep() const { keep_(finished()); }
  /// The record at the end of the case.
  RankRecord finished() const;

 private:
  int rank_, size_;
  std::function<void(const RankRecord&)> keep_;
  Observation worst_ = Observation::pass;
  std::string detail_, notes_;
  std::vector<Fact> facts_;
};

/// `count` numbers that differ from each other, and from those of any other `seed` below 1000.
inline std::vector<int> pattern(int count, int seed) {
  std::vector<int> result(count);
  for (int i = 0; i < count; ++i) result[i] = 1000 * (i % 1000000) + seed;
  return result;
}

/// Records a wrong answer, with the place of the first difference, unless `got` is
/// pattern(got.size(), seed).
template <class... What>
void expect_pattern(Probe& probe, const std::vector<int>& got, int seed, const What&... what) {
  const auto wanted = pattern(static_cast<int>(got.size()), seed);
  for (std::size_t i = 0; i < got.size(); ++i)
    probe.expect_equal(got[i], wanted[i], what..., ", element ", i, " of ", got.size());
}

/// Bytes of memory that this process uses (VmRSS). Throws Unsupported if the system does not tell.
double resident_bytes();

/// Repeats `once` after a warm-up, in four parts, and measures how much memory each part keeps on
/// this rank. It notes the smallest of the four: a leak grows in all parts, a library's own store
/// only in some. There is a leak if each repetition keeps more than a few bytes, and all together a
/// quarter of a megabyte.
void expect_no_growth(
    Probe& probe, const std::string& what, int repetitions, const std::function<void()>& once);

/// The probe of this rank, for cases in C, which have no argument for it; the first call gives it.
/// Simulated ranks are in one process, so MPI_COMM_SELF holds it while MPI is initialised.
Probe& here(Probe* first = nullptr);

/// Throws, with the name of the function that `call` begins with, and the place, unless `code` is
/// MPI_SUCCESS.
void must(int code, const char* call, std::source_location place = std::source_location::current());

/// Ends a case that calls what the library lacks.
template <class... Arguments>
[[noreturn]] int missing(const char* function, const Arguments&...) {
  throw Unsupported(std::string("the library has no ") + function);
}

struct Options;

/// One process of a case (--run-case): initialises MPI, runs the case and writes its record as
/// RANK.json into the directory of the records. From the first step on there is a record, marked as
/// unfinished. Returns status 0, or the status that a failing call causes; 2 for an unknown case.
/// Collective.
int run_case(const Options& options);

/// The file of a rank in the directory of the records.
std::string record_file(const std::string& records, int rank);

}  // namespace febem::check
