// The options of `minifebem study`.
#pragma once

#include "app/study/request.h"

namespace CLI {
class App;
}

namespace febem::app::study {

/// Adds the options that only a study has; `request` must outlive the parsing.
void add_options(CLI::App& study, Request& request);

}  // namespace febem::app::study
