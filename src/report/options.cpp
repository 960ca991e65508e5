#include "cli/cli11.h"
#include "cli/outputs.h"
#include "report/command.h"

namespace febem::report {

void add_options(CLI::App& command, Options& options) {
  command.footer(&R"(
  minifebem report out/sonobuoy                    out/sonobuoy/report.html, from its results.h5
  minifebem report study.json --out study.html     from what study, verify, bench, benchmark,
                                                   check or solve wrote with --json

The page is one file. It loads nothing, so it may be sent by mail and opens without a network.)"
                     [1]);
  command.add_option("TARGET", options.target, "directory of solve --out, or a file of --json")
      ->required();
  cli::add_output_option(
      command, "--out", options.out, "the page to write [report.html in TARGET, or FILE.html]");
}

}  // namespace febem::report
