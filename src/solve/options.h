// The options of `minifebem solve`.
#pragma once

#include <string>
#include <vector>

#include "cases/key_options.h"
#include "cli/outputs.h"
#include "network/options.h"

namespace febem::solve {

struct Options {
  std::string case_file;
  cases::KeyOptions keys;
  std::string out;   ///< directory; empty: chosen by the program
  std::string json;  ///< file; empty: none
  bool convergence = false;
  std::vector<double> densities = {1, 1.5, 2};  ///< of the mesh, with `convergence`
  network::Options network;

  std::filesystem::path directory() const { return cli::output_directory(out, case_file); }
  std::vector<cli::Output> outputs() const { return {{"--json", json}, {"--out", directory(), true}}; }
};

/// `options` must outlive the parsing.
void add_options(CLI::App& command, Options& options);

}  // namespace febem::solve
