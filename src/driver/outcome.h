// The outcome of a frequency: whether it counts as solved, by its figures and fields.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/results.h"

namespace febem::driver {

/// Limits beyond which a solution is called inaccurate. A figure that is NaN is beyond any limit.
namespace acceptable {
inline constexpr double residual = 16;  ///< scaled as in HPL
inline constexpr double mixed_residual =
    1;  ///< residual of mixed precision; above it the frequency is solved again in double precision
inline constexpr double structural_backward_error = 1e-10;
inline constexpr double condition = 1e12;  ///< four digits are left
inline constexpr double structural_condition =
    1e12;  ///< below it, rounding of A_s cannot have changed the response much
inline constexpr double structural_rounding =
    1e-3;  ///< above that condition: expected change of the response by rounding
inline constexpr double singular_structure = 1e15;  ///< no digit is right: there is no solution
inline constexpr double refinement_correction =
    1e-6;  ///< size of the last correction; the remaining error is smaller
inline constexpr double growth = 1e8;  ///< growth of the dense factorisation
inline constexpr double factor_growth =
    1e3;  ///< growth of the structure's factor; its pivoting keeps it below 100
inline constexpr double power_balance = 1e-6;  ///< relative to the largest of the three powers
inline constexpr double power_rounding =
    1e-10;  ///< rounding error in each of the three powers, relative to the apparent powers: a
            ///< response that rounding could change by more is refined (driver/refinement.h)
inline constexpr double radiation = 0.2;  ///< |surface - far field| over the apparent power: with
                                          ///< six panels per wavelength it is below 0.1
inline constexpr double extinction =
    0.1;  ///< |extinction + surface - scattered| over the apparent power
          ///< scattered: with six panels it is below 0.025, with two below 0.07
}  // namespace acceptable

/// Which figures apply to a problem. The other figures are not judged.
struct ApplicableChecks {
  bool excited = true;         ///< the sources do not cancel, so that the pressure cannot be zero
  bool structure = false;      ///< judge backward error, power balance and dissipation
  bool factor_growth = false;  ///< the method of stage 1 gives it
  bool structural_condition = false;  ///< it is estimated
  bool refinement = false;            ///< the solution was refined
  bool far_field = false;  ///< compare the power at the surface, or that which incident fields
                           ///< lose, with the power far away
  double apparent_input_w =
      0;  ///< 1/2 |F^T| omega |u|: the scale of the input power, a sum that may cancel
  std::optional<double> apparent_scattered_w =
      {};  ///< with an incident field: 1/2 sum of A |p - p_inc| |v - v_inc| over the panels
  bool elimination = true;  ///< the dense matrix was factored: judge residual, growth and condition
};

/// Whether rounding errors decide how far input = dissipated + radiated is from exact: the
/// difference is beyond its limit, yet within the rounding errors of powers whose parts add up to
/// `apparent` (W). So it is without losses, far below the resonances: nearly all power goes to and
/// fro.
bool rounding_decides_balance(const io::FrequencyResult& figures, double apparent);

/// Rounding errors of the radiated and of the input power, W. A power that is not above its
/// rounding error has no certain size and sign. For the radiated power it is half a unit in the
/// last place of its parts. What misses of the balance, if rounding errors decide the balance,
/// belongs to the input power, or to the radiated power if nothing is put in.
struct PowerRounding {
  double radiated = 0, input = 0;
};
PowerRounding rounding_of_powers(const io::FrequencyResult& figures);

/// The outcome: "solved", or "inaccurate: " and the figures beyond their limits, the worst first.
std::string outcome_of(const io::FrequencySolution& solution, const ApplicableChecks& checks);

/// The outcome of a frequency that a rational sweep interpolates; counts as solved.
inline constexpr const char* interpolated_outcome = "interpolated";

/// Whether an outcome says that the frequency is solved.
bool is_solved(const std::string& outcome);

/// One line that names the frequencies that are not solved. Empty if all are solved.
std::string unsolved(const std::vector<io::FrequencyResult>& frequencies);

}  // namespace febem::driver
