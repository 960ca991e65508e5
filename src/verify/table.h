// The verification table: its rows, and their text on the terminal.
#pragma once

#include <string>
#include <vector>

#include "core/types.h"

namespace febem::verify {

using core::Complex;

/// A computed quantity beside its exact value.
struct Row {
  /// The side of the tolerance on which the error must be. `above` shows that something that must fail does fail.
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

/// The head of the table: names of the columns and a rule.
std::string table_head();

/// A line of the table: case, quantity, exact, computed, error, tolerance, verdict.
std::string table_line(const std::string& name, const Row& row);

}  // namespace febem::verify
