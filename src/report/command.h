// `minifebem report`: one HTML page for what another command wrote.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace febem::report {

struct Options {
  std::string target;  ///< directory of `solve --out`, a results.h5, or a file of `--json`
  std::string out;     ///< the page; empty: beside the target
};

/// Adds the options of the command. `options` must outlive the parsing.
void add_options(CLI::App& command, Options& options);

/// Writes the page. Needs no MPI; of several processes the first works.
void report(const Options& options);

}  // namespace febem::report
