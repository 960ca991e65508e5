// The rungs of the verification ladder by name. A new one: one file in rungs/ with its Rung, one line in
// rungs/list.inc.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "verify/laboratory.h"

namespace febem::verify {

/// One problem with a known solution, on one or more meshes and frequencies.
struct Rung {
  std::string_view name;
  std::string_view help;
  void (*climb)(Laboratory& laboratory);  ///< collective; records the rows
};

/// All rungs, in the order of the list.
std::vector<Rung> rungs();

}  // namespace febem::verify
