// The verification table on the terminal.
#pragma once

#include <string>
#include <vector>

#include "verify/row.h"

namespace febem::verify {

/// Names of the columns and a rule.
std::string table_head();

/// One line: case, quantity, exact, computed, error, tolerance, verdict.
std::string table_line(const std::string& name, const Row& row);

}  // namespace febem::verify
