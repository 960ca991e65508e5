// Fits of measured times: of messages by their length, and of operations by their quantities.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "timing/work.h"

namespace febem::timing {

// The time of a message as a function of its length: T(s) = t0 + s / r_inf, in one or two regimes
// of length.
//
// MPI libraries change their protocol with the length, so one line seldom does (the two-regime fit
// of COMMS1). Times span orders of magnitude, so relative deviations are minimised: sum of ((t0 +
// s/r_inf - T) / T)^2.

/// A straight line from one length up to where the next regime begins.
struct Regime {
  double from_bytes = 0;  ///< shortest message it holds for; 0 for the first
  double t0 = 0;          ///< start-up time, s; never negative
  double r_inf =
      0;  ///< asymptotic rate, bytes/s; infinite if the time does not grow with the length

  double seconds(double bytes) const { return t0 + bytes / r_inf; }
  /// Length at which half the asymptotic rate is reached, bytes; infinite if the rate is.
  double n_half() const { return t0 * r_inf; }
};

/// The time of a message, fitted.
struct Fit {
  std::vector<Regime>
      regimes;  ///< one or two, shortest messages first; none if nothing was given to fit
  double relative_residual = 0;  ///< root mean square of (fitted - measured) / measured
  double largest_residual = 0;   ///< largest |fitted - measured| / measured

  /// The regime for a message of that length; there must be one.
  const Regime& regime(double bytes) const;
  double seconds(double bytes) const { return regime(bytes).seconds(bytes); }
};

/// Fits measured times (`seconds[i]` for `bytes[i]`; one or several for each length, in any order).
/// A second regime is taken only where it explains more than its three further parameters would by
/// chance (Bayesian information criterion), and only of three lengths or more; its breakpoint is
/// the one of least relative residual. Times that are not positive are left out.
Fit fit_line(std::span<const double> bytes, std::span<const double> seconds);

/// An operation on operands of one size, and how long it took.
struct PricedSample {
  Quantities quantities = {};
  double seconds = 0;
};

struct PriceFit {
  Quantities prices = {};       ///< seconds for each; never negative
  double largest_residual = 0;  ///< largest |priced - measured| / measured
};

/// The prices of least squared relative deviation among those that are not negative; zero for a
/// quantity that no sample has. Samples whose time is not positive are left out.
PriceFit fit_prices(const std::vector<PricedSample>& samples);

}  // namespace febem::timing
