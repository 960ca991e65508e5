// What a case sees: its rank, data that show where they came from, and where it says what it observes.
#pragma once

#include <mpi.h>

#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "check/observation.h"
#include "mpi/check.h"

namespace febem::check {

/// Ends a case on a rank because the library cannot do it; every rank of the case must come to the same end.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Probe {
 public:
  /// `keep` is given what is known so far at every step, so that somebody knows where a process hung.
  Probe(int rank, int size, int thread_level, std::function<void(const RankRecord&)> keep)
      : rank_(rank), size_(size), thread_level_(thread_level), keep_(std::move(keep)) {}

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_first() const { return rank_ == 0; }
  /// The neighbour of a pair: 1 for 0, 0 for 1.
  int other() const { return rank_ ^ 1; }
  /// What MPI_Init_thread granted.
  int thread_level() const { return thread_level_; }

  /// What it is about to do: "MPI_Send of 4 MiB". Shown if it never comes back.
  void step(const std::string& what);

  /// A wrong answer unless `right`; the first one is told.
  void expect(bool right, const std::string& what) {
    if (!right) observe(Observation::wrong_answer, what);
  }
  template <class T, class U>
  void expect_equal(const T& got, const U& wanted, const std::string& what) {
    if (got == wanted) return;
    std::ostringstream text;
    text.precision(17);
    text << what << ": " << got << ", must be " << wanted;
    observe(Observation::wrong_answer, text.str());
  }
  /// The worst observation stays, the first of equals with its detail.
  void observe(Observation observation, const std::string& detail);
  /// Notes what an erroneous call did: it returned an error, or it was accepted.
  void observe_code(int code, const std::string& call);

  /// Adds measured values to the line shown of a case that passes. Only those of rank 0 are.
  void note(const std::string& text) { notes_ += (notes_.empty() ? "" : "; ") + text; }
  /// What was found out about the library. Only rank 0's are kept.
  void fact(const std::string& name, Value value, const std::string& unit = "") { facts_.push_back({name, std::move(value), unit, false}); }
  /// A fact that varies from run to run.
  void measured(const std::string& name, double value, const std::string& unit) { facts_.push_back({name, value, unit, true}); }

  /// Leaves what is known now as what came of the case, if nothing comes after.
  void keep() const { keep_(finished()); }
  /// What is known when the case is over.
  RankRecord finished() const;

 private:
  int rank_, size_, thread_level_;
  std::function<void(const RankRecord&)> keep_;
  Observation worst_ = Observation::pass;
  std::string detail_, notes_;
  std::vector<Fact> facts_;
};

/// `count` numbers that differ from each other, and from those of any other `seed` below 1000.
inline std::vector<int> pattern(int count, int seed) {
  std::vector<int> result(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) result[static_cast<std::size_t>(i)] = 1000 * (i % 1000000) + seed;
  return result;
}

/// A wrong answer, with the place of the first difference, unless `got` is pattern(got.size(), seed).
inline void expect_pattern(Probe& probe, const std::vector<int>& got, int seed, const std::string& what) {
  const auto wanted = pattern(static_cast<int>(got.size()), seed);
  for (std::size_t i = 0; i < got.size(); ++i)
    if (got[i] != wanted[i])
      return probe.expect_equal(got[i], wanted[i], what + ", element " + std::to_string(i) + " of " + std::to_string(got.size()));
}

struct Options;

/// What --run-case does, one process of one case: initialises MPI, runs the case and leaves what it saw as RANK.json in the
/// directory of the records; it is there, as unfinished, from the first step on. Status 0, or what a failing call made of it; 2
/// for an unknown case. Collective.
int run_case(const Options& options);

/// The file of a rank in the directory of the records.
std::string record_file(const std::string& records, int rank);

}  // namespace febem::check
