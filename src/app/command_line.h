// What the user asked for on the command line.
#pragma once

#include <string>
#include <vector>

#include "app/bench/request.h"
#include "app/case_file.h"
#include "app/network_options.h"
#include "app/study/request.h"

namespace febem::app {

enum class Action { solve, study, bench, verify, mesh_list, mesh_generate, mesh_inspect, mesh_repair, help };

struct Command {
  Action action = Action::help;
  std::string target;  ///< case or mesh file, generator, rung of the ladder, topic of the help
  std::string out;     ///< directory (solve) or file (mesh generate, mesh repair); empty: chosen by the program
  std::string json;    ///< file; empty: none
  bool convergence = false;                       ///< (solve)
  std::vector<double> densities = {1, 1.5, 2};    ///< of the mesh (solve --convergence)
  NetworkRequest network;  ///< (solve, study, bench)
  std::vector<Override> overrides;      ///< of the case (solve, study, verify)
  std::vector<std::string> parameters;  ///< "name=value" (mesh generate)
  std::string tolerance;                ///< a length (mesh repair); empty: chosen by the program
  bool list = false;                    ///< name the rungs and do nothing else (verify)
  double tolerance_factor = 1.0;        ///< on every tolerance (verify)
  bench::Request bench;
  study::Request study;
};

/// Either a command to carry out, or a text to print and the status to end with (help, version, a bad command
/// line).
struct Parsed {
  bool run = false;
  Command command;
  std::string text;
  int status = 0;
};

/// A pure function of its arguments: every rank parses the same and agrees without a message.
Parsed parse_command_line(const std::vector<std::string>& arguments);

/// The text of `minifebem help TOPIC`. Throws core::InputError for an unknown topic.
std::string help_topic(const std::string& topic);

}  // namespace febem::app
