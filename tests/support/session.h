// A run of the tests of a program: none of them may check nothing.
#pragma once

#include <string>
#include <vector>

#include "support/catch.h"

namespace febem::test {

/// Runs the tests that the arguments choose, without those that have one of the tags `without`. Fails when no test is chosen,
/// and, where `must_assert`, when a test or a section of it asserts nothing.
inline int run_session(int argc, char** argv, const std::vector<std::string>& without = {}, bool must_assert = true) {
  Catch::Session session;
  if (const int wrong = session.applyCommandLine(argc, argv); wrong != 0) return wrong;
  auto& data = session.configData();
  // NoAssertions, and NoTests, which version 3 calls UnmatchedTestSpec.
  data.warnings = static_cast<decltype(data.warnings)>((must_assert ? 1 : 0) | 2);
  if (data.testsOrTags.empty() && !without.empty()) data.testsOrTags.emplace_back();
  for (auto& chosen : data.testsOrTags)
    for (const auto& tag : without) chosen = "~[" + tag + "]" + chosen;
  return session.run();
}

}  // namespace febem::test
