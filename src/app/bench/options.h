// The options of `minifebem bench`.
#pragma once

#include <string>

#include "app/bench/request.h"

namespace CLI {
class App;
}

namespace febem::app::bench {

/// Adds the options that only a benchmark has; `request` must outlive the parsing.
void add_options(CLI::App& bench, Request& request);

}  // namespace febem::app::bench
