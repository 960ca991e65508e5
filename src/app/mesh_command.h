// `minifebem mesh`: lists, generates, inspects and repairs meshes.
#pragma once

#include <string>
#include <vector>

#include "cli/outputs.h"
#include "network/stack.h"

namespace febem::app {

enum class MeshAction { list, generate, inspect, repair };

struct MeshOptions {
  MeshAction action = MeshAction::list;
  std::string target;
  std::string out;                      ///< file to write
  std::vector<std::string> parameters;  ///< parameters of the generator, "name=value"
  std::string tolerance;                ///< a length; empty: chosen by the program

  std::vector<cli::Output> outputs() const { return {}; }
};

/// Adds the options of the command. `options` must outlive the parsing.
void add_options(CLI::App& mesh, MeshOptions& options);

/// Runs on the master alone. Returns status 0, or 2 after one line on stderr for wrong input.
int mesh_command(const MeshOptions& options, network::Stack& network);

}  // namespace febem::app
