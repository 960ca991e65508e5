// A case as a C program of its own, for those who develop the library: the text is that of the case
// file, which this program is compiled from.
#pragma once

#include <string>
#include <string_view>

#include "bench/check/case.h"

namespace febem::check {

/// The text of a file of cases/; empty for any other name.
std::string_view embedded(std::string_view name);

/// One C file with a `main`: what `one` is, its function, and of its family's file and of alone.h
/// what that uses.
std::string c_program(const Case& one);

/// The commands that compile and run c_program() in NAME.c.
std::string commands_of(const Case& one);

}  // namespace febem::check
