#include "driver/outcome.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/error.h"
#include "core/text_table.h"
#include "la/norms.h"

namespace febem::driver {
namespace {

constexpr const char* solved_outcome = "solved";

/// True also if the figure is NaN.
bool beyond(double value, double limit) { return !(value <= limit); }

bool finite(const std::vector<core::Complex>& values) {
  return std::all_of(values.begin(), values.end(),
      [](const auto& v) { return std::isfinite(v.real()) && std::isfinite(v.imag()); });
}

bool finite(const io::FrequencySolution& s) {
  const auto& f = s.figures;
  for (const double power : {f.radiated_power_w, f.far_field_power_w, f.apparent_power_w,
           f.input_power_w, f.dissipated_power_w, f.mean_pressure_pa})
    if (!std::isfinite(power)) return false;
  return finite(s.pressure) && finite(s.normal_velocity) && finite(s.displacement) &&
         finite(s.potential) && finite(s.charge) && finite(s.field_pressure) &&
         finite(s.directivity);
}

double rounding(double apparent) { return acceptable::power_rounding * apparent; }
double rounding(const io::FrequencyResult& f, const ApplicableChecks& checks) {
  return rounding(f.apparent_power_w + checks.apparent_input_w);
}

/// The difference of both sides of input = dissipated + radiated.
double imbalance(const io::FrequencyResult& f) {
  return std::abs(f.input_power_w - f.dissipated_power_w - f.radiated_power_w);
}

double largest_power(const io::FrequencyResult& f) {
  return la::larger(la::larger(std::abs(f.input_power_w), std::abs(f.dissipated_power_w)),
      std::abs(f.radiated_power_w));
}

/// The power balance: input = dissipated + radiated, but for rounding.
bool unbalanced(const io::FrequencyResult& f, const ApplicableChecks& checks) {
  return beyond(imbalance(f), acceptable::power_balance * largest_power(f) + rounding(f, checks));
}

/// A loss is never a gain.
bool gains(const io::FrequencyResult& f, const ApplicableChecks& checks) {
  return beyond(
      -f.dissipated_power_w, acceptable::power_balance * largest_power(f) + rounding(f, checks));
}

/// The power of the outgoing field: far away it is that which leaves the surface, and with incident
/// fields that which they lose (bem/incident_field.h). The scale is of the outgoing field too: a
/// rigid body has no apparent power of its own.
bool lost_on_its_way(const io::FrequencyResult& f, const ApplicableChecks& checks) {
  if (const auto scale = checks.apparent_scattered_w)
    return beyond(std::abs(f.radiated_power_w + f.extinction_power_w - f.far_field_power_w),
        acceptable::extinction * *scale);
  return beyond(std::abs(f.radiated_power_w - f.far_field_power_w),
      acceptable::radiation * f.apparent_power_w);
}

}  // namespace

bool rounding_decides_balance(const io::FrequencyResult& f, double apparent) {
  const double missing = imbalance(f);
  return missing > acceptable::power_balance * largest_power(f) &&
         missing <= acceptable::power_balance * largest_power(f) + rounding(apparent);
}

PowerRounding rounding_of_powers(const io::FrequencyResult& f) {
  const double parts = std::numeric_limits<double>::epsilon() / 2 * f.apparent_power_w;
  const double balance = std::isnan(f.power_balance_error) ? imbalance(f) : 0;
  return {parts + (f.input_power_w == 0 ? balance : 0), parts + balance};
}

std::string outcome_of(const io::FrequencySolution& solution, const ApplicableChecks& checks) {
  const auto& f = solution.figures;
  const auto inaccurate = [](const char* what) { return std::string("inaccurate: ") + what; };
  if (!finite(solution) || !std::isfinite(checks.apparent_input_w) ||
      !std::isfinite(checks.apparent_scattered_w.value_or(0)))
    return inaccurate("numbers that are not finite");
  if (checks.excited && !std::isnormal(f.mean_pressure_pa))
    return inaccurate("the pressure underflows");
  if (checks.elimination && beyond(f.residual, acceptable::residual))
    return inaccurate("dense residual");
  if (checks.elimination && beyond(f.pivot_growth, acceptable::growth))
    return inaccurate("pivot growth");
  if (checks.elimination && beyond(f.condition_estimate, acceptable::condition))
    return inaccurate("condition of the dense system");
  if (checks.structure &&
      beyond(f.structural_backward_error, acceptable::structural_backward_error))
    return inaccurate("structural backward error");
  if (checks.factor_growth && beyond(f.factor_growth, acceptable::factor_growth))
    return inaccurate("growth in the factor");
  if (checks.structural_condition &&
      beyond(f.structural_condition_estimate, acceptable::structural_condition) &&
      beyond(f.structural_rounding, acceptable::structural_rounding))
    return inaccurate("condition of the structure");
  if (checks.refinement && beyond(f.refinement_correction, acceptable::refinement_correction))
    return inaccurate("the refinement does not converge");
  if (checks.structure && unbalanced(f, checks)) return inaccurate("power balance");
  if (checks.structure && gains(f, checks)) return inaccurate("negative dissipation");
  if (checks.far_field && lost_on_its_way(f, checks))
    return inaccurate(checks.apparent_scattered_w ? "extinction and scattered power"
                                                  : "power from the surface and in the far field");
  return solved_outcome;
}

bool is_solved(const std::string& outcome) {
  return outcome == solved_outcome || outcome == interpolated_outcome;
}

std::string unsolved(const std::vector<io::FrequencyResult>& frequencies) {
  std::size_t count = 0;
  const io::FrequencyResult* first = nullptr;
  for (const auto& f : frequencies) {
    if (is_solved(f.outcome)) continue;
    if (count++ == 0) first = &f;
  }
  if (count == 0) return {};
  const bool has_cases = !first->load_case.empty();
  return core::text(count, " of ", frequencies.size(), has_cases ? " solutions" : " frequencies",
      " not solved", count == 1 ? ": " : ", first ", core::number(first->hz, "%.9g"), " Hz",
      has_cases ? ", load case '" + first->load_case + "'" : "", " (", first->outcome, ")");
}

}  // namespace febem::driver
