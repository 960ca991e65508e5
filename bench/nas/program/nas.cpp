// mpirun -n 4 nas KERNEL [--class S]: kernels of the NAS Parallel Benchmarks (RNR-94-007), with
// their official verification.
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/mpi_program.h"
#include "bench/nas/kernel.h"
#include "cli/cli11.h"
#include "cli/input_errors.h"
#include "cli/outputs.h"
#include "cli/version.h"
#include "comm/messenger.h"
#include "core/error.h"
#include "core/text_table.h"
#include "io/atomic_file.h"
#include "io/json.h"

namespace {

using namespace febem;
using io::Json;

struct Kernel {
  std::string name;
  std::function<nas::Result(nas::Class, nas::Machine&)> run;
  std::function<std::string(nas::Class, int)> refusal;
};

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all{
      {"ep", nas::ep, [](nas::Class, int) { return std::string(); }},
      {"cg", nas::cg, nas::cg_refusal}, {"is", nas::is, nas::is_refusal}};
  return all;
}

struct Options {
  std::string kernel = "all", problem = "S", json;
  std::optional<double> rate;

  nas::Class of_class() const {
    return problem == "S" ? nas::Class::s : problem == "W" ? nas::Class::w : nas::Class::a;
  }
  bool chosen(const Kernel& kernel_) const { return kernel == "all" || kernel == kernel_.name; }
};

void declare(CLI::App& command, Options& options) {
  command
      .add_option("kernel", options.kernel,
          "ep: counting of random pairs, no messages; cg: conjugate gradients, short messages; is: "
          "sorting, long ones; or all")
      ->check(CLI::IsMember({"ep", "cg", "is", "all"}))
      ->capture_default_str();
  command.add_option("--class", options.problem, "size of the problem: S, W or A")
      ->check(CLI::IsMember({"S", "W", "A"}))
      ->capture_default_str();
  command.add_option("--rate", options.rate,
      "million operations a second and rank (ep: random numbers, cg: flop, is: keys ranked): "
      "so long they then "
      "take in addition, for a simulated network, where what is computed takes no time");
  cli::add_output_option(command, "--json", options.json, "also write the report to this file");
}

Json json_of(const Kernel& kernel, const nas::Result& result) {
  Json checks = Json::array();
  for (const auto& check : result.checks)
    checks.push_back({{"what", check.what}, {"value", check.value}, {"expected", check.expected},
        {"relative_error", check.error()}, {"holds", check.holds()}});
  return {{"kernel", kernel.name}, {"seconds", result.seconds}, {"operations", result.operations},
      {"operations_per_second", result.operations / result.seconds}, {"checks", checks}};
}

void print(const Options& options, int ranks,
    const std::vector<std::pair<const Kernel*, nas::Result>>& results) {
  core::TextTable table({0, 5, 9});
  table.row({"kernel", "class", "ranks", "seconds", "Mop/s", "verification", "value", "expected",
      "error", ""});
  for (const auto& [kernel, result] : results) {
    std::string name = kernel->name, problem = options.problem, count = std::to_string(ranks),
                seconds = core::number(result.seconds, "%.3f"),
                rate = core::number(1e-6 * result.operations / result.seconds, "%.2f");
    for (const auto& check : result.checks) {
      table.row({name, problem, count, seconds, rate, check.what,
          core::number(check.value, "%.13g"), core::number(check.expected, "%.13g"),
          core::number(check.error(), "%.1e"), check.holds() ? "successful" : "UNSUCCESSFUL"});
      name = problem = count = seconds = rate = "";
    }
  }
  std::printf("%s", table.text().c_str());
}

/// Status 0: all is verified; 1: it is not; 2: bad input. Collective.
int run(const Options& options, comm::Transport& transport) {
  const auto ranks = mpi::Communicator::world();
  const auto agreed = cli::validate_on_root(
      {transport, comm::make_strategy({})}, [&]() -> std::vector<std::string> {
        for (const auto& kernel : kernels())
          if (const auto reason = kernel.refusal(options.of_class(), ranks.size());
              options.chosen(kernel) && !reason.empty())
            throw core::InputError(reason);
        if (options.rate && !(std::isfinite(*options.rate) && *options.rate > 0))
          throw core::InputError("--rate must be a positive number");
        cli::try_outputs({{"--json", options.json}});
        return {};
      });
  if (!agreed) return 2;
  nas::Machine machine{ranks, 1e6 * options.rate.value_or(0)};
  std::vector<std::pair<const Kernel*, nas::Result>> results;
  for (const auto& kernel : kernels())
    if (options.chosen(kernel))
      results.emplace_back(&kernel, kernel.run(options.of_class(), machine));
  bool holds = true;
  Json list = Json::array();
  for (const auto& [kernel, result] : results) {
    for (const auto& check : result.checks) holds = holds && check.holds();
    list.push_back(json_of(*kernel, result));
  }
  if (ranks.rank() == 0) {
    std::printf("%s, %d rank%s\n\n", mpi::library_version().c_str(), ranks.size(),
        ranks.size() == 1 ? "" : "s");
    print(options, ranks.size(), results);
    Json report = io::report_head("nas", cli::version, cli::commit(), mpi::library_version());
    report.update({{"ranks", ranks.size()}, {"class", options.problem}, {"kernels", list}});
    if (!options.json.empty()) io::write_output(options.json, io::file_text(report, 2));
  }
  return holds ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App command(
      "Kernels of the NAS Parallel Benchmarks, with their official verification.", "nas");
  declare(command, options);
  return bench::run_mpi_program(
      argc, argv, command, [&](auto& transport) { return run(options, transport); });
}
