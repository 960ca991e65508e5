#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cases/libraries.h"
#include "cli/cli11.h"
#include "cli/input_errors.h"
#include "cli/version.h"
#include "core/registry.h"
#include "core/text_table.h"
#include "io/atomic_file.h"
#include "io/json.h"
#include "mpi/environment.h"
#include "verify/case_text.h"
#include "verify/command.h"
#include "verify/verification_suite.h"

namespace febem::verify {
namespace {

int list_cases(bool prints) {
  if (prints)
    for (const auto& one : verification_cases())
      std::printf(
          "%-20.*s %s\n", static_cast<int>(one.name.size()), one.name.data(), one.help.data());
  return 0;
}

// The cases asked for. Throws core::InputError for an unknown name.
std::vector<VerificationCase> chosen(const Options& options) {
  const auto all = verification_cases();
  if (!options.name.empty()) return {core::find(all, options.name, "verification case")};
  std::vector<VerificationCase> result;
  for (const auto& one : all)
    if (options.published ? !one.source.empty() : one.in_ladder) result.push_back(one);
  return result;
}

// Throws core::InputError for an override that no case would take.
cases::Case some_case(const std::vector<cases::Override>& overrides) {
  return cases::read_case(geometry("sphere", "") + water() + legendre_velocity(0) + at_ka({1.0}),
      "verification case", overrides);
}

nlohmann::json to_json(const std::string& name, const Row& row) {
  const auto pair = [](Complex value) { return nlohmann::json{value.real(), value.imag()}; };
  return {{"case", name}, {"quantity", row.quantity}, {"exact", pair(row.exact)},
      {"computed", pair(row.computed)}, {"error", row.error}, {"tolerance", row.tolerance},
      {"must_exceed", row.side == Row::Side::above}, {"passes", row.passes()}};
}

std::string number(Complex value) {
  return value.imag() == 0.0 ? core::formatted("%.6g", value.real())
                             : core::formatted("%.5g%+.5gi", value.real(), value.imag());
}

std::string line(const std::string& name, const std::string& quantity, const std::string& exact,
    const std::string& computed, const std::string& error, const std::string& tolerance,
    const char* verdict) {
  return core::formatted("%-19s %-56s %22s %22s %9s %10s  %s\n", name.c_str(), quantity.c_str(),
      exact.c_str(), computed.c_str(), error.c_str(), tolerance.c_str(), verdict);
}

// What the master prints and counts.
class Tally {
 public:
  Tally(bool prints, double tolerance_factor)
      : prints_(prints), tolerance_factor_(tolerance_factor) {
    if (prints_) std::fputs(table_head().c_str(), stdout);
  }

  void add(const VerificationCase& one, VerificationSuite& suite, double seconds) {
    if (!prints_) return;
    const std::string name(one.name);
    auto rows = suite.take_rows();
    for (auto& row : rows) {
      if (row.side == Row::Side::within) row.tolerance *= tolerance_factor_;
      std::fputs(table_line(name, row).c_str(), stdout);
      json_["rows"].push_back(to_json(name, row));
      ++total_;
      failed_ += row.passes() ? 0 : 1;
    }
    const auto unknowns = suite.take_unknowns();
    json_["seconds"][name] = seconds;
    json_["unknowns"][name] = unknowns;
    if (!one.source.empty()) {
      json_["sources"][name] = one.source;
      std::printf("%-19s %.*s\n", "", static_cast<int>(one.source.size()), one.source.data());
    }
    std::printf("%-19s %.1f s, %s\n", "", seconds, core::counted(unknowns, "unknown").c_str());
    std::fflush(stdout);
  }

  void finish(const std::string& json_file, double seconds, int ranks) {
    if (!prints_) return;
    std::printf("\n%d of %d quantities within tolerance, %d failed; %.1f s on %s\n",
        total_ - failed_, total_, failed_, seconds, core::counted(ranks, "rank").c_str());
    json_["schema_version"] = io::schema_version;
    json_["version"] = cli::version;
    json_["commit"] = cli::commit();
    if (!json_file.empty()) io::write_output(json_file, json_.dump(2) + "\n");
  }

  int failed() const { return failed_; }

 private:
  bool prints_;
  double tolerance_factor_;
  int total_ = 0, failed_ = 0;
  nlohmann::json json_;
};

}  // namespace

#define FEBEM_LIST "verify/suite/list.inc"
#define FEBEM_ENTRY VerificationCase
#define FEBEM_ENTRIES verification_cases
#define FEBEM_OBJECT(NAME) NAME##_case
#include "core/plugins.inc"

std::string table_head() {
  return line("case", "quantity", "exact", "computed", "error", "tolerance", "") +
         std::string(150, '-') + "\n";
}

std::string table_line(const std::string& name, const Row& row) {
  return line(name, row.quantity, number(row.exact), number(row.computed),
      core::formatted("%.2e", row.error),
      core::formatted(row.side == Row::Side::within ? "<= %.3g" : "> %.3g", row.tolerance),
      row.passes() ? "pass" : "FAIL");
}

void add_options(CLI::App& command, Options& options) {
  command.add_option("NAME", options.name, "one case of the suite; without it all that are exact");
  command.add_flag("--list", options.list, "only list the cases");
  command.add_flag(
      "--published", options.published, "the cases with published values, with their sources");
  cli::add_output_option(command, "--json", options.json, "also write the table to this file");
  command.add_option("--tolerance-factor", options.tolerance_factor, "multiplies every tolerance")
      ->check(CLI::NonNegativeNumber);
  options.keys.add_to(command, &cases::KeyOption::is_of_frequencies);
}

int verify(const Options& options, network::Stack& network) {
  auto& transport = network.top();
  const bool prints = transport.rank() == core::master;
  if (options.list) return list_cases(prints);
  comm::Ledger ledger(transport);
  const comm::Messenger messages(ledger, comm::make_strategy({}));
  const auto overrides = options.keys.overrides();
  const auto check = [&] {
    chosen(options);
    some_case(overrides);
  };
  if (!cli::check_on_root(messages, check) ||
      !cli::validate_everywhere(prints, [&] { cases::start_libraries(some_case(overrides)); }))
    return 2;
  const double start = mpi::wall_time();
  VerificationSuite suite(ledger, overrides);
  Tally tally(prints, options.tolerance_factor);
  for (const auto& one : chosen(options)) {
    const double case_start = mpi::wall_time();
    suite.announce(std::string(one.name));
    one.run(suite);
    tally.add(one, suite, mpi::wall_time() - case_start);
  }
  tally.finish(options.json, mpi::wall_time() - start, transport.size());
  int failed = tally.failed();
  messages.broadcast(failed, core::master);
  return failed == 0 ? 0 : 1;
}

}  // namespace febem::verify
