#include "verify/verification_suite.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "driver/structural_system.h"

namespace febem::verify {

Row compare(std::string quantity, Complex exact, Complex computed, double tolerance) {
  return {std::move(quantity), exact, computed, std::abs(computed - exact) / std::abs(exact),
      tolerance};
}

VerificationSuite::VerificationSuite(comm::Ledger& ledger, std::vector<cases::Override> overrides)
    : overrides_(std::move(overrides)), progress_(ledger.rank() == core::master),
      run_(ledger, progress_.callback()), transport_(ledger) {}

Prepared VerificationSuite::prepare(const std::string& case_text) {
  Prepared result{cases::read_case(case_text, "verification case", overrides_), {}, {}};
  result.strategies = comm::prepared_strategies(transport_, result.problem.messages.of_stages());
  if (is_master()) {
    result.model = cases::build_model(result.problem, {}, run_.ranks());
    unknowns_ = std::max(unknowns_, result.model.space.size());
  }
  driver::share(result.problem, result.model, run_, result.strategies);
  return result;
}

void VerificationSuite::solve(
    const std::string& case_text, const std::function<void(const SolvedFrequency&)>& examine) {
  const auto prepared = prepare(case_text);
  driver::Sweep sweep(prepared.problem, prepared.model, run_);
  for (const double hz : prepared.problem.frequencies()) {
    const auto outcome = driver::solve_frequency(sweep, hz, run_, prepared.strategies);
    progress_.wipe();
    if (!is_master()) continue;
    for (const auto& solution : outcome.solutions) {
      const auto& said = solution.figures.outcome;
      if (said == "solved")
        examine({prepared.problem, prepared.model,
            cases::FrequencyPoint(hz, prepared.problem.fluid), solution});
      else
        record({"outcome: " + said, 0.0, 0.0, std::numeric_limits<double>::infinity(), 0.0});
    }
  }
}

void VerificationSuite::record(Row row) {
  if (is_master()) rows_.push_back(std::move(row));
}

std::vector<Row> VerificationSuite::take_rows() { return std::exchange(rows_, {}); }

}  // namespace febem::verify
