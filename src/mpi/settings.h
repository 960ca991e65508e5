// The settings of the library in this process, as its tools interface shows them (MPI_T, MPI 3.1).
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace febem::mpi {

/// The value of each control variable as text, several parts separated by commas; nothing for one
/// that the library does not know, or that belongs to an object such as a communicator. Local.
std::vector<std::optional<std::string>> control_variables(const std::vector<std::string>& names);

}  // namespace febem::mpi
