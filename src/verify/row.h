// One line of the verification table.
#pragma once

#include <string>

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

}  // namespace febem::verify
