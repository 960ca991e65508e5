// A check on the terminal, as JUnit, and beside an earlier one.
#pragma once

#include <string>

#include "check/outcome.h"

namespace febem::check {

/// One line for a case when it is over, wide enough for the names of `all`.
std::string case_line(const Outcome& outcome);
std::string case_head();

/// "What this library does": the facts.
std::string fact_table(const std::vector<Fact>& facts);

/// How many passed, and the names of what the library gets wrong.
std::string summary(const CheckRecord& record);

/// JUnit: what is the library's fault fails, what is unsupported is skipped, the rest passes with what was observed.
std::string junit_text(const CheckRecord& record);

/// What differs in what was run now: observations, cases that the earlier check did not run, facts. Of what is measured a
/// factor of two.
std::string differences(const CheckRecord& earlier, const CheckRecord& now);

}  // namespace febem::check
