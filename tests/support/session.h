// A run of the tests of a program: none of them may check nothing.
#pragma once

#include <string>
#include <vector>

namespace febem::test {

/// Runs the tests that the arguments choose, without those that have one of the tags `without`.
/// Fails when no test is chosen, and, where `must_assert`, when a test or a section of it asserts
/// nothing.
int run_session(
    int argc, char** argv, const std::vector<std::string>& without = {}, bool must_assert = true);

}  // namespace febem::test
