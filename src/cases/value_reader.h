// Reads a TOML value into a variable, and checks it by its rule.
#pragma once

#include <toml++/toml.h>

#include "cases/case_schema.h"
#include "cli/input_errors.h"

namespace febem::cases {

/// Sets the variable, or throws core::InputError at the place of the value: a place with line 0 (an
/// option) stays so, a value inside a list has its own line.
void read_value(
    const toml::node& node, const cli::Place& place, const Rule& rule, const Variable& variable);

}  // namespace febem::cases
