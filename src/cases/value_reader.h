// One TOML value into one member, checked by its rule.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "cases/case_schema.h"
#include "cli/input_errors.h"

namespace febem::cases {

/// Each overload sets `out` or throws core::InputError at the place of the value. A place with line 0 (an
/// option) stays without a line; otherwise values inside lists are reported at their own line.
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, double& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, int& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, bool& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, std::string& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, Vec3& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, std::vector<double>& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, std::vector<int>& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, std::vector<std::string>& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, std::vector<Vec3>& out);

/// "a number", "a list", ... for messages.
std::string type_name(const toml::node& node);

/// Throws at `place` unless the number is finite and within the rule's limit.
void check_number(double value, const cli::Place& place, const Rule& rule);

}  // namespace febem::cases
