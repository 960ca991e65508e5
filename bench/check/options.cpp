#include "bench/check/command.h"
#include "cli/cli11.h"

namespace febem::check {

void add_options(CLI::App& command, Options& options) {
  command.footer(&R"(
Start it without mpirun: it starts the processes of each case itself, with a time limit. A case
that hangs or crashes is reported, and the others still run.

  minifebem check                                         the library this program is linked with
  minifebem check --only eager_threshold,reduce_in_place  two cases
  minifebem check --launcher "srun -n {n}" --ranks 16     on a cluster, from within an allocation
  minifebem check --launcher "mpirun --mca btl tcp,self -n {n}" --json tcp.json
  build-mpich/minifebem check --against openmpi.json      only what differs from an earlier check
  minifebem check --export win_small                      a C program for a report to the developers

By the MPI standard a case is legal, unsafe (it works only where the library buffers) or erroneous.
If a legal case fails, that is the library's fault. An unsafe case may hang. For an erroneous case
the table shows what the library does. Exit status: 0 if every legal case passes or is
unsupported, 1 if some do not, 2 if the input is wrong.)"[1]);
  command.add_flag("--list", options.list, "only list the cases, with what the standard says");
  command.add_option("--only", options.only, "only these cases, separated by commas [all]")
      ->delimiter(',')
      ->type_name("NAME");
  command
      .add_option("--export", options.exported,
          "only write each of these cases as a C program NAME.c of at most 100 lines, with a main")
      ->delimiter(',')
      ->type_name("NAME");
  command.add_option("--launcher", options.launcher,
      "command that starts {n} processes of the program named after it [the script mpirun beside "
      "the program]");
  command
      .add_option("--program", options.program,
          "the minifebem to start, such as one linked with another library [this one]")
      ->check(CLI::ExistingFile);
  command
      .add_option("--ranks", options.ranks,
          "processes of each case that takes more than it needs [what each case needs]")
      ->check(CLI::Range(1, 100000));
  command
      .add_option(
          "--time-limit", options.time_limit, "time limit of each case in seconds [its own]")
      ->check(CLI::PositiveNumber);
  cli::add_output_option(
      command, "--json", options.json, "also write what was observed to this file");
  cli::add_output_option(command, "--junit", options.junit, "also write it as a JUnit report");
  command
      .add_option("--against", options.against,
          "print only what differs from this file of an earlier --json")
      ->check(CLI::ExistingFile);
  command.add_option("--run-case", options.run_case)->group("");
  command.add_option("--records", options.records)->group("");
  command.add_option("--alarm", options.alarm)->group("");
}

}  // namespace febem::check
