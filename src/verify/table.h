// The verification table: its rows, and how they are shown on the terminal.
#pragma once

#include <string>
#include <vector>

#include "core/types.h"

namespace febem::verify {

using core::Complex;

/// A computed quantity beside its exact value.
struct Row {
  /// Which side of the tolerance is right; `above` shows that something known to fail does fail.
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

/// Names of the columns and a rule.
std::string table_head();

/// One line: case, quantity, exact, computed, error, tolerance, verdict.
std::string table_line(const std::string& name, const Row& row);

}  // namespace febem::verify
