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

/// Sets the rows from the text of a CSV file: three numbers a line, between commas. Comments begin
/// with #; the first line may name the columns. Throws as read_value() does.
void read_rows(const std::string& text, cli::Place file, const Rule& rule, std::vector<Vec3>& rows);

}  // namespace febem::cases
