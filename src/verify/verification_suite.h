// The suite of verification cases, which are read, built and solved as in `solve`.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cases/case_file.h"
#include "cases/sources.h"
#include "cli/progress_line.h"
#include "driver/frequency_solver.h"

namespace febem::verify {

using core::Complex;
using core::Stage;

/// A computed quantity beside its exact value.
struct Row {
  /// The side of the tolerance on which the error must be. `above`: what must fail does fail.
  enum class Side { within, above };

  std::string quantity;
  Complex exact;
  Complex computed;
  double error = 0.0;  ///< relative, unless the quantity says otherwise; NaN fails
  double tolerance = 0.0;
  Side side = Side::within;

  bool passes() const { return side == Side::within ? error <= tolerance : error > tolerance; }
};

Row compare(std::string quantity, Complex exact, Complex computed, double tolerance);

/// Names of the columns and a rule.
std::string table_head();

std::string table_line(const std::string& name, const Row& row);

/// Ready to be solved, equal on every rank.
struct Prepared {
  cases::Case problem;
  cases::Model model;
  comm::StageStrategies strategies;
};

/// One load case at one solved frequency, on the master.
struct SolvedFrequency {
  const cases::Case& problem;
  const cases::Model& model;
  cases::FrequencyPoint at;
  const io::FrequencySolution& solution;

  const mesh::Surface& surface() const { return model.unknown_cells(); }
  /// rho c, Pa s/m.
  double fluid_impedance() const { return problem.fluid.density * problem.fluid.sound_speed; }
};

class VerificationSuite {
 public:
  /// The overrides are of every case. `ledger` must outlive the suite.
  VerificationSuite(comm::Ledger& ledger, std::vector<cases::Override> overrides);

  /// Collective.
  Prepared prepare(const std::string& case_text);

  /// Solves a case at its frequencies. The master calls `examine` for each load case of each.
  /// Collective.
  void solve(
      const std::string& case_text, const std::function<void(const SolvedFrequency&)>& examine);

  bool is_master() const { return run_.is_master(); }

  common::Run& run() { return run_; }

  /// Keeps a row on the master, elsewhere nothing.
  void record(Row row);

  std::vector<Row> take_rows();

  /// Acoustic unknowns of the largest problem solved since the last call; on the master.
  core::Index take_unknowns() { return std::exchange(unknowns_, 0); }

  void announce(const std::string& name) { progress_.set_prefix(name); }

 private:
  std::vector<cases::Override> overrides_;
  cli::ProgressLine progress_;
  common::Run run_;
  comm::Transport& transport_;
  std::vector<Row> rows_;
  core::Index unknowns_ = 0;
};

/// A problem with a known solution, on one or more meshes and frequencies. A new one is a
/// VerificationCase in a file in suite/, and one line in suite/list.inc.
struct VerificationCase {
  std::string_view name;
  std::string_view help;
  void (*run)(VerificationSuite& suite);  ///< collective; records the rows
  std::string_view source = {};  ///< of published values, and how they were found; empty: none
  bool in_ladder = true;         ///< runs without being asked for
};

std::span<const VerificationCase> verification_cases();

}  // namespace febem::verify
