// Whether a frequency counts as solved: from its figures and fields to the text of its outcome.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/results.h"

namespace febem::driver {

/// Beyond these a solution is called inaccurate. A figure that is NaN is beyond any limit.
namespace acceptable {
inline constexpr double residual = 16;       ///< scaled as in HPL
inline constexpr double mixed_residual = 1;  ///< the same of mixed precision, which double otherwise replaces
inline constexpr double structural_backward_error = 1e-10;
inline constexpr double condition = 1e12;              ///< four digits are left
inline constexpr double structural_condition = 1e12;   ///< below, rounding A_s cannot have changed the response much
inline constexpr double structural_rounding = 1e-3;    ///< above that condition: what it is expected to have changed
inline constexpr double singular_structure = 1e15;     ///< no digit is right: there is no solution
inline constexpr double refinement_correction = 1e-6;  ///< the last one; the error left is smaller still
inline constexpr double growth = 1e8;                  ///< of the dense factorisation
inline constexpr double factor_growth = 1e3;           ///< of the structure's; its pivoting keeps it below 100
inline constexpr double power_balance = 1e-6;          ///< of the largest of the three powers
inline constexpr double power_rounding = 1e-10;        ///< of the apparent powers: in all three powers anyway
inline constexpr double radiation = 0.2;               ///< |surface - far field| over the apparent power: with six
                                                       ///< panels a wavelength it stays below 0.1
inline constexpr double extinction = 0.1;              ///< |extinction + surface - scattered| over the apparent power
                                                       ///< scattered: with six panels it stays below 0.025, with two below 0.07
}  // namespace acceptable

/// Which figures apply to a problem; the others are not judged.
struct ApplicableChecks {
  bool excited = true;                              ///< the sources do not cancel: the pressure cannot be zero
  bool structure = false;                           ///< backward error, power balance, dissipation
  bool factor_growth = false;                       ///< the method of stage 1 tells it
  bool structural_condition = false;                ///< it is estimated
  bool refinement = false;                          ///< the solution was refined
  bool far_field = false;                           ///< what leaves the surface, and what incident fields lose, arrives far away
  double apparent_input_w = 0;                      ///< 1/2 |F^T| omega |u|: the scale of the input power, a sum that may cancel
  std::optional<double> apparent_scattered_w = {};  ///< with an incident field: 1/2 sum of A |p - p_inc| |v - v_inc| over the panels
  bool elimination = true;                          ///< the dense matrix was factored: residual, growth and condition of its solution
};

/// "solved", or "inaccurate: " and what is beyond its limit, the gravest first.
std::string outcome_of(const io::FrequencySolution& solution, const ApplicableChecks& checks);

/// True if the text says so.
bool is_solved(const std::string& outcome);

/// One line on the frequencies that are not solved; empty if all are.
std::string unsolved(const std::vector<io::FrequencyResult>& frequencies);

}  // namespace febem::driver
