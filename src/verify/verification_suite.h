// The suite that runs verification cases. A case is read, built and solved by the four stages as in
// `solve`.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
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
  /// The side of the tolerance on which the error must be. `above` shows that something that must
  /// fail does fail.
  enum class Side { within, above };

  std::string quantity;
  Complex exact;
  Complex computed;
  double error = 0.0;  ///< relative, unless the quantity says otherwise; NaN fails
  double tolerance = 0.0;
  Side side = Side::within;

  bool passes() const { return side == Side::within ? error <= tolerance : error > tolerance; }
};

/// A row whose error is |computed - exact| / |exact|.
Row compare(std::string quantity, Complex exact, Complex computed, double tolerance);

/// The head of the table on the terminal: names of the columns and a rule.
std::string table_head();

/// A line of the table: case, quantity, exact, computed, error, tolerance, verdict.
std::string table_line(const std::string& name, const Row& row);

/// A case that is ready to be solved, equal on every rank.
struct Prepared {
  cases::Case problem;
  cases::Model model;
  tuning::StageStrategies strategies;
};

/// One solved frequency, on the master.
struct SolvedFrequency {
  const cases::Case& problem;
  const cases::Model& model;
  cases::FrequencyPoint at;
  const io::FrequencySolution& solution;

  const mesh::Surface& surface() const { return model.unknown_cells(); }
  /// The impedance rho c of the fluid, Pa s/m.
  double fluid_impedance() const { return problem.fluid.density * problem.fluid.sound_speed; }
};

class VerificationSuite {
 public:
  /// The overrides (of stages and messages) are applied to every case. `ledger` must outlive the
  /// suite.
  VerificationSuite(comm::Ledger& ledger, std::vector<cases::Override> overrides);

  /// Reads a case, builds its model on the master and gives it to every rank. Collective.
  Prepared prepare(const std::string& case_text);

  /// Solves a case at each of its frequencies. The master calls `examine` for each. Collective.
  void solve(
      const std::string& case_text, const std::function<void(const SolvedFrequency&)>& examine);

  bool is_master() const { return run_.is_master(); }

  common::Run& run() { return run_; }

  /// Records a row. Only the master keeps rows.
  void record(Row row);

  /// The rows that were recorded since the last call.
  std::vector<Row> take_rows();

  /// Shows a name on the progress line.
  void announce(const std::string& name) { progress_.set_prefix(name); }

 private:
  std::vector<cases::Override> overrides_;
  cli::ProgressLine progress_;
  common::Run run_;
  tuning::Strategies strategies_;
  std::vector<Row> rows_;
};

/// A problem with a known solution, on one or more meshes and frequencies. A new one is a
/// VerificationCase in a file in suite/, and one line in suite/list.inc.
struct VerificationCase {
  std::string_view name;
  std::string_view help;
  void (*run)(VerificationSuite& suite);  ///< collective; records the rows
};

/// All cases, in the order of the list.
std::span<const VerificationCase> verification_cases();

}  // namespace febem::verify
