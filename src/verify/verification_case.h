// The cases of the verification ladder by name. A new one: one file in cases/ with its VerificationCase, one line in
// cases/list.inc.
#pragma once

#include <span>
#include <string_view>

#include "verify/verification_suite.h"

namespace febem::verify {

/// One problem with a known solution, on one or more meshes and frequencies.
struct VerificationCase {
  std::string_view name;
  std::string_view help;
  void (*run)(VerificationSuite& suite);  ///< collective; records the rows
};

/// All cases, in the order of the list.
std::span<const VerificationCase> verification_cases();

}  // namespace febem::verify
