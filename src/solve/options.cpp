#include "cli/cli11.h"
#include "cli/network_options.h"
#include "solve/command.h"

namespace febem::solve {

void add_options(CLI::App& command, Options& options) {
  command.add_option("CASE", options.case_file, "case file (TOML); its keys: minifebem help case")
      ->required();
  command.add_option("--out", options.out, "directory of the results [out/NAME of the case]")
      ->type_name("DIR");
  cli::add_output_option(command, "--json", options.json, "also write the report to this file");
  auto* estimate = command.add_flag("--estimate", options.estimate,
      "solve nothing: print the memory that each stage will take on these ranks and on other "
      "numbers of ranks, and with --profile the time");
  command
      .add_option_function<std::string>(
          "--memory",
          [&options](const std::string& text) {
            options.memory = static_cast<double>(cli::size("--memory", text, "4GiB"));
          },
          "refuse a case, before anything is computed, if one rank would hold more than this by "
          "--estimate and a reserve of a tenth and 8 MB; stop after stage 1 if a solution that "
          "must be refined would [a rank's share of what the machine, the control group and ulimit "
          "-v allow]")
      ->type_name("SIZE");
  auto* groups = command
                     .add_option("--groups", options.groups,
                         "divide the ranks into this many groups, each of which solves frequencies "
                         "of its own: more frequencies in the same time, with more memory. All "
                         "ranks must see the directory of the results")
                     ->type_name("G")
                     ->check(CLI::PositiveNumber)
                     ->capture_default_str()
                     ->excludes(estimate);
  auto* convergence = command.add_flag("--convergence", options.convergence,
      "solve at several mesh densities and estimate errors and orders of convergence");
  command
      .add_option("--densities", options.densities, "mesh densities of --convergence, ascending")
      ->expected(2, 8)
      ->type_name("D ...")
      ->capture_default_str()
      ->needs(convergence->excludes(estimate));
  options.keys.add_to(command);
  cases::add_arithmetic_options(command, options.arithmetic);
  for (auto* option : {estimate, groups}) option->excludes(command.get_option("--arithmetic"));
  cli::add_network_options(command, options.network);
  command.footer(
      "If a run was interrupted, the same command goes on: frequencies that the same program "
      "solved for the\n"
      "same case and mesh file are read back from the directory.\n"
      "With --arithmetic modelled or free nothing is solved, and no results are written: the "
      "report is of\n"
      "the stages and their messages.\n"
      "Exit status: 0 if every frequency is solved, 1 if one is singular or inaccurate or the run "
      "fails,\n"
      "2 if the input is wrong.");
}

}  // namespace febem::solve
