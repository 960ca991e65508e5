// minifebem bench: what the machine and the message layer can do.
#pragma once

#include "benchmarks/options.h"
#include "network/stack.h"

namespace febem::benchmarks {

/// Times a pattern of messages, or kernels, prints the table and writes the files. Status 0, or 2 after one
/// line on stderr if the input is bad. Collective.
int bench(const Options& options, network::Stack& network);

}  // namespace febem::benchmarks
