#include "cli/cli11.h"
#include "cli/network_options.h"
#include "solve/benchmark.h"
#include "solve/command.h"

namespace febem::solve {
namespace {

void add_memory_option(CLI::App& command, double& bytes, const std::string& help) {
  command
      .add_option_function<std::string>(
          "--memory",
          [&bytes](const std::string& text) {
            bytes = static_cast<double>(cli::size("--memory", text, "4GiB"));
          },
          help)
      ->type_name("SIZE");
}

}  // namespace

void add_options(CLI::App& command, Options& options) {
  command.add_option("CASE", options.case_file, "case file (TOML); its keys: minifebem help case")
      ->required();
  command.add_option("--out", options.out, "directory of the results [out/NAME of the case]")
      ->type_name("DIR");
  cli::add_output_option(command, "--json", options.json, "also write the report to this file");
  auto* estimate = command.add_flag("--estimate", options.estimate,
      "solve nothing: print the memory that each stage will take on these ranks and on other "
      "numbers of ranks, and with --profile the time");
  add_memory_option(command, options.memory,
      "refuse a case, before anything is computed, if one rank would hold more than this by "
      "--estimate and a reserve of a tenth and 16 MB; stop after stage 1 if a solution that "
      "must be refined would [a rank's share of what the machine, the control group and ulimit "
      "-v allow]");
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

void add_options(CLI::App& command, BenchmarkOptions& options) {
  std::string names;
  for (const auto& one : named_problems())
    names += (names.empty() ? "" : ",") + std::string(one.name);
  command.add_option("PROBLEM", options.name, "the problem; --list describes them")
      ->type_name("{" + names + "}")
      ->capture_default_str();
  command.add_flag("--list", options.list, "only list the problems, with their size and flop");
  command.add_flag("--weak", options.weak,
      "the problem grows with the ranks, so that each keeps its flop; else it stays (strong)");
  command.add_option("--repeats", options.repeats, "timed solutions [5 of tiny and small, 3 or 1]")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  add_memory_option(command, options.memory,
      "refuse the problem if one rank would hold more than this [as in solve]");
  cli::add_output_option(command, "--json", options.json, "also write the report to this file");
  options.keys.add_to(command, &cases::KeyOption::is_of_frequencies);
  cli::add_network_options(command, options.network);
  command.footer(
      "The line 'FOM: ...' is the credited flop of the four stages over the seconds of the slowest "
      "rank, the\nmedian of the repeats. Exit status: 0, or 1 after 'FOM: refused ...' if an "
      "answer "
      "is not right.");
}

}  // namespace febem::solve
