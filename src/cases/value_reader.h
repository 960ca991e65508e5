// Reads a TOML value into a member, and checks it by its rule.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "cases/case_schema.h"
#include "cli/input_errors.h"

namespace febem::cases {

/// Sets `out`, or throws core::InputError at the place of the value. A place with line 0 (an option) stays without a line. Otherwise a value
/// inside a list is reported at its own line.
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, double& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, int& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, bool& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, std::string& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, Vec3& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, std::vector<double>& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, std::vector<int>& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, std::vector<std::string>& out);
void read_value(const toml::node& node, const cli::Place& place, const Rule& rule, std::vector<Vec3>& out);

/// The type of a value in messages: "a number", "a list", ...
std::string type_name(const toml::node& node);

/// Throws core::InputError at `place` unless the number is finite and within the limits of the rule.
void check_number(double value, const cli::Place& place, const Rule& rule);

}  // namespace febem::cases
