// Prices of an operation's quantities from measured times.
#pragma once

#include <vector>

#include "timing/work.h"

namespace febem::timing {

/// An operation on operands of one size, and how long it took.
struct PricedSample {
  Quantities quantities = {};
  double seconds = 0;
};

struct PriceFit {
  Quantities prices = {};        ///< seconds for each; never negative
  double largest_residual = 0;  ///< largest |priced - measured| / measured
};

/// The prices of least squared relative deviation among those that are not negative; zero for a quantity that no sample has.
/// Samples whose time is not positive are left out.
PriceFit fit_prices(const std::vector<PricedSample>& samples);

}  // namespace febem::timing
