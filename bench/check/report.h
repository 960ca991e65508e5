// The report of a check on the terminal and as JUnit, and its comparison with an earlier check.
#pragma once

#include <string>

#include "bench/check/outcome.h"

namespace febem::check {

/// The line of a case that has ended.
std::string case_line(const Outcome& outcome);
std::string case_head();

/// "What this library does": the facts.
std::string fact_table(const std::vector<Fact>& facts);

/// How many cases passed, and the names of the cases that the library fails.
std::string summary(const CheckRecord& record);

/// The report as JUnit. A fault of the library is a failure, an unsupported case is skipped, and
/// the other cases pass with their observation.
std::string junit_text(const CheckRecord& record);

/// The differences in the cases of the present check: observations, cases that the earlier check
/// did not run, and facts. Measured facts differ if they differ by a factor of two.
std::string differences(const CheckRecord& earlier, const CheckRecord& now);

}  // namespace febem::check
