// Options about what lies between the program and the MPI library, and their units.
#pragma once

#include <cstddef>
#include <string>

#include "network/stack.h"

namespace CLI {
class App;
}

namespace febem::cli {

/// The value of an option, > 0 or also 0, in `unit`. Throws CLI::ValidationError.
double quantity(const std::string& option, const std::string& text, const std::string& unit,
    bool may_be_zero = false);

/// The bytes of an option, such as `example`, "64KiB". Throws CLI::ValidationError.
std::size_t size(const std::string& option, const std::string& text, const char* example);

/// Adds the options to a command. `options` must outlive the parsing. Commands may share it if only
/// one of them is ever given.
void add_network_options(CLI::App& command, network::Options& options);

}  // namespace febem::cli
