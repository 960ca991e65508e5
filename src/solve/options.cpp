#include "cli/cli11.h"
#include "comm/cut.h"
#include "solve/command.h"

namespace febem::solve {

void add_options(CLI::App& command, Options& options) {
  command.add_option("CASE", options.case_file, "case file (TOML); its keys: minifebem help case")->required();
  command.add_option("--out", options.out, "directory of the results; without it out/NAME of the case");
  cli::add_output_option(command, "--json", options.json, "also write the report to this file");
  auto* estimate = command.add_flag("--estimate", options.estimate,
                                    "solve nothing: say how much memory and, with --profile, time each stage is going to take on these ranks, "
                                    "and how much memory on others");
  command
      .add_option_function<std::string>(
          "--memory",
          [&options](const std::string& text) {
            const auto bytes = comm::parse_size(text);
            if (!bytes) throw CLI::ValidationError("--memory", "'" + text + "' is not a size such as 4GiB");
            options.memory = static_cast<double>(*bytes);
          },
          "refuse a case of which one rank would hold more, by what --estimate says, before anything is computed; without it more than "
          "its part of what the machine or the control group has, or than ulimit -v lets it have")
      ->type_name("SIZE");
  auto* groups = command
                     .add_option("--groups", options.groups,
                                 "divide the ranks into so many groups, each of which solves frequencies of its own: more frequencies in the same "
                                 "time, with more memory; the directory must be one that all see")
                     ->type_name("G")
                     ->check(CLI::PositiveNumber)
                     ->capture_default_str()
                     ->excludes(estimate);
  auto* convergence =
      command.add_flag("--convergence", options.convergence, "solve at several mesh densities and estimate errors and orders of convergence");
  command.add_option("--densities", options.densities, "those densities, ascending")
      ->expected(2, 8)
      ->type_name("D ...")
      ->capture_default_str()
      ->needs(convergence->excludes(estimate));
  options.keys.add_to(command);
  cases::add_arithmetic_options(command, options.arithmetic);
  for (auto* option : {estimate, groups}) option->excludes(command.get_option("--arithmetic"));
  network::add_options(command, options.network);
  command.footer(
      "Frequencies already solved by an interrupted run of the same program, case and mesh file are read back from the "
      "directory.\n"
      "With --arithmetic other than computed nothing is solved and no results are written: the report is of the stages and their "
      "messages.\n"
      "Exit status: 0 if every frequency is solved, 1 if one is singular or inaccurate or the run fails, 2 if the input is "
      "wrong.");
}

}  // namespace febem::solve
