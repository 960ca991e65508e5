#include "cli/cli11.h"
#include "verify/command.h"

namespace febem::verify {

void add_options(CLI::App& command, Options& options) {
  command.add_option("NAME", options.name, "one case of the suite; without it all");
  command.add_flag("--list", options.list, "only list the cases");
  cli::add_output_option(command, "--json", options.json, "also write the table to this file");
  command.add_option("--tolerance-factor", options.tolerance_factor, "multiplies every tolerance")
      ->check(CLI::NonNegativeNumber);
  options.keys.add_to(command, &cases::KeyOption::is_of_frequencies);
}

}  // namespace febem::verify
