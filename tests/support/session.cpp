// Catch2 itself is compiled with this one file.
#define CATCH_CONFIG_RUNNER
#include "support/session.h"

#include "la/blas_library.h"
#include "support/catch.h"

namespace febem::test {

int run_session(int argc, char** argv, const std::vector<std::string>& without, bool must_assert) {
  Catch::Session session;
  if (const int wrong = session.applyCommandLine(argc, argv); wrong != 0) return wrong;
  auto& data = session.configData();
  // NoAssertions, and NoTests, which version 3 calls UnmatchedTestSpec.
  data.warnings = static_cast<decltype(data.warnings)>((must_assert ? 1 : 0) | 2);
  if (data.testsOrTags.empty() && !without.empty()) data.testsOrTags.emplace_back();
  for (auto& chosen : data.testsOrTags)
    for (const auto& tag : without) chosen = "~[" + tag + "]" + chosen;
  la::prepare_blas();
  return session.run();
}

}  // namespace febem::test
