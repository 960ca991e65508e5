#include "check/command.h"
#include "cli/cli11.h"

namespace febem::check {

void add_options(CLI::App& command, Options& options) {
  command.footer(
      "Start it without mpirun: it starts the processes of each case itself, in a set of its own with a time limit, so that a\n"
      "case that hangs or crashes is reported and the others still run.\n\n"
      "  minifebem check                                         the library this program is linked with\n"
      "  minifebem check --only eager_threshold,reduce_in_place  two cases\n"
      "  minifebem check --launcher \"srun -n {n}\" --ranks 16     on a cluster, from within an allocation\n"
      "  minifebem check --launcher \"mpirun --mca btl tcp,self -n {n}\" --json tcp.json\n"
      "  build-mpich/minifebem check --against openmpi.json      only what differs from an earlier check\n\n"
      "Each case is legal, unsafe (right only where the library buffers) or erroneous by the MPI standard. What a legal case\n"
      "does not pass is the library's fault; an unsafe case that hangs is to be expected; of an erroneous case it is shown what\n"
      "the library makes of it. Status 0: every legal case passes or is unsupported; 1: some do not; 2: bad input.");
  command.add_flag("--list", options.list, "only list the cases, with what the standard says");
  command.add_option("--only", options.only, "only these cases, separated by commas")->delimiter(',')->type_name("NAME");
  command.add_option("--launcher", options.launcher,
                     "starts {n} processes of the program named after it; else the script mpirun beside that program");
  command.add_option("--program", options.program, "the minifebem started, such as one linked with another library; else this one")
      ->check(CLI::ExistingFile);
  command.add_option("--ranks", options.ranks, "processes of each case that can do with more than it needs")->check(CLI::Range(1, 100000));
  command.add_option("--time-limit", options.time_limit, "seconds for each case, instead of its own limit")->check(CLI::PositiveNumber);
  cli::add_output_option(command, "--json", options.json, "also write what was observed to this file");
  cli::add_output_option(command, "--junit", options.junit, "also write it as a JUnit report");
  command.add_option("--against", options.against, "print only what differs from this file of an earlier --json")->check(CLI::ExistingFile);
  command.add_option("--run-case", options.run_case)->group("");
  command.add_option("--records", options.records)->group("");
  command.add_option("--alarm", options.alarm)->group("");
}

}  // namespace febem::check
