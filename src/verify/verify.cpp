#include <cstdio>
#include <nlohmann/json.hpp>

#include "cases/libraries.h"
#include "cli/input_errors.h"
#include "cli/version.h"
#include "core/registry.h"
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
std::span<const VerificationCase> chosen(const std::string& name) {
  const auto all = verification_cases();
  return name.empty() ? all : std::span(&core::find(all, name, "verification case"), 1);
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

// The table on the terminal.

constexpr const char* layout = "%-19s %-56s %22s %22s %9s %10s  %s\n";

std::string format(const char* pattern, double value) {
  char text[40];
  std::snprintf(text, sizeof text, pattern, value);
  return text;
}

std::string number(Complex value) {
  if (value.imag() == 0.0) return format("%.6g", value.real());
  return format("%.5g", value.real()) + format("%+.5gi", value.imag());
}

std::string tolerance(const Row& row) {
  return (row.side == Row::Side::within ? "<= " : "> ") + format("%.3g", row.tolerance);
}

std::string line(const char* name, const char* quantity, const char* exact, const char* computed,
    const char* error, const char* tolerance, const char* verdict) {
  char text[240];
  std::snprintf(
      text, sizeof text, layout, name, quantity, exact, computed, error, tolerance, verdict);
  return text;
}

}  // namespace

std::string table_head() {
  return line("case", "quantity", "exact", "computed", "error", "tolerance", "") +
         std::string(150, '-') + "\n";
}

std::string table_line(const std::string& name, const Row& row) {
  return line(name.c_str(), row.quantity.c_str(), number(row.exact).c_str(),
      number(row.computed).c_str(), format("%.2e", row.error).c_str(), tolerance(row).c_str(),
      row.passes() ? "pass" : "FAIL");
}

namespace {

// What the master prints and counts.
class Report {
 public:
  Report(bool prints, double tolerance_factor)
      : prints_(prints), tolerance_factor_(tolerance_factor) {
    if (prints_) std::fputs(table_head().c_str(), stdout);
  }

  void add(const std::string& name, std::vector<Row> rows, double seconds) {
    if (!prints_) return;
    for (auto& row : rows) {
      if (row.side == Row::Side::within) row.tolerance *= tolerance_factor_;
      std::fputs(table_line(name, row).c_str(), stdout);
      json_["rows"].push_back(to_json(name, row));
      ++total_;
      failed_ += row.passes() ? 0 : 1;
    }
    json_["seconds"][name] = seconds;
    std::printf("%-19s %.1f s\n", "", seconds);
    std::fflush(stdout);
  }

  void finish(const std::string& json_file, double seconds, int ranks) {
    if (!prints_) return;
    std::printf("\n%d of %d quantities within tolerance, %d failed; %.1f s on %d rank%s\n",
        total_ - failed_, total_, failed_, seconds, ranks, ranks == 1 ? "" : "s");
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

int verify(const Options& options, network::Stack& network) {
  auto& transport = network.top();
  const bool prints = transport.rank() == core::master;
  if (options.list) return list_cases(prints);
  comm::Ledger ledger(transport);
  const comm::Messenger messages(ledger, comm::make_strategy({}));
  if (!cli::check_on_root(messages, [&] {
        chosen(options.name);
        some_case(options.keys.overrides());
      }))
    return 2;
  if (!cli::validate_everywhere(
          prints, [&] { cases::start_libraries(some_case(options.keys.overrides())); }))
    return 2;
  const double start = mpi::wall_time();
  VerificationSuite suite(ledger, options.keys.overrides());
  Report report(prints, options.tolerance_factor);
  for (const auto& one : chosen(options.name)) {
    const double case_start = mpi::wall_time();
    suite.announce(std::string(one.name));
    one.run(suite);
    report.add(std::string(one.name), suite.take_rows(), mpi::wall_time() - case_start);
  }
  report.finish(options.json, mpi::wall_time() - start, transport.size());
  int failed = report.failed();
  messages.broadcast(failed, core::master);
  return failed == 0 ? 0 : 1;
}

}  // namespace febem::verify
