// The result of a run as plain data. Numbers that were not computed are NaN: null in JSON.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/metrics.h"
#include "core/strategy.h"

namespace febem::io {

using core::Complex;
using core::Count;

inline constexpr double not_computed = std::numeric_limits<double>::quiet_NaN();

/// One frequency; powers are time averages.
struct FrequencyResult {
  double hz = 0.0;
  std::string outcome = "not judged";  ///< "solved", or what went wrong numerically
  std::string formulation;             ///< the integral equation: "cbie" or "burton_miller"
  std::string precision = "double";    ///< of stages 3 and 4; "mixed", or "double after mixed" did not do as well
  bool resumed = false;                ///< read back from an interrupted run
  double seconds = not_computed;
  double panels_per_wavelength = not_computed;            ///< wavelength in the fluid / longest edge of a panel
  double sides_apart_over_panel = not_computed;           ///< distance of sides that face each other / length of a panel there; unless above 4
  double elements_per_shear_wavelength = not_computed;    ///< least of all elements: that of their material / longest edge
  double elements_per_bending_wavelength = not_computed;  ///< least of all walls one element thick; without any, not computed
  double radiated_power_w = not_computed;                 ///< from the surface
  double far_field_power_w = not_computed;                ///< of what the body adds to incident waves; without those, the same
  double surface_over_far_field = not_computed;           ///< ratio of the two, without incident waves; 1 but for discretisation
  double extinction_power_w = not_computed;               ///< what incident waves lose to the body; not computed without any
  double extinction_over_loss = not_computed;             ///< (extinction + what the surface radiates) / (scattered + what it absorbs), with
                                                          ///< incident waves; 1 but for discretisation
  double apparent_power_w = not_computed;                 ///< 1/2 sum of A |p| |v| over the panels: the scale of surface and far field
  double input_power_w = not_computed;                    ///< of forces and pressures
  double dissipated_power_w = not_computed;               ///< in the structure
  double power_balance_error = not_computed;              ///< |input - dissipated - given to the fluid| / largest of them
  double mean_pressure_pa = not_computed;                 ///< root mean square amplitude over the surface
  double residual = not_computed;                         ///< scaled, of the dense solve
  double structural_backward_error = not_computed;
  double pivot_growth = not_computed;                   ///< of the dense factorisation
  double condition_estimate = not_computed;             ///< of the dense system
  double iterations = not_computed;                     ///< of stage 4, where it iterates
  double iteration_residual = not_computed;             ///< |b - A p| / |b| that they ended with
  double factor_growth = not_computed;                  ///< largest modulus in the structure's L
  double delayed_pivots = not_computed;                 ///< times a column of the structure was delayed to a later panel
  double structural_condition_estimate = not_computed;  ///< of A_s, rows and columns scaled alike
  double structural_rounding = not_computed;            ///< what rounding A_s is expected to change in the response, relative
  double refinement_steps = not_computed;               ///< of the coupled solution, where A_s needs it
  double refinement_correction = not_computed;          ///< relative size of the last one
  std::vector<double> residual_history;                 ///< |b - A p| / |b| before the first iteration and after each; empty without any
  std::string solution_digest;                          ///< of the bits of the surface pressure
};

/// A number of FrequencyResult by its name in every output format.
struct FrequencyNumber {
  std::string_view name;
  double FrequencyResult::*member;
  std::string_view unit;
};

inline constexpr std::array frequency_numbers{
    FrequencyNumber{"panels_per_wavelength", &FrequencyResult::panels_per_wavelength, ""},
    FrequencyNumber{"sides_apart_over_panel", &FrequencyResult::sides_apart_over_panel, ""},
    FrequencyNumber{"elements_per_shear_wavelength", &FrequencyResult::elements_per_shear_wavelength, ""},
    FrequencyNumber{"elements_per_bending_wavelength", &FrequencyResult::elements_per_bending_wavelength, ""},
    FrequencyNumber{"radiated_power_w", &FrequencyResult::radiated_power_w, "W"},
    FrequencyNumber{"far_field_power_w", &FrequencyResult::far_field_power_w, "W"},
    FrequencyNumber{"surface_over_far_field", &FrequencyResult::surface_over_far_field, ""},
    FrequencyNumber{"extinction_power_w", &FrequencyResult::extinction_power_w, "W"},
    FrequencyNumber{"extinction_over_loss", &FrequencyResult::extinction_over_loss, ""},
    FrequencyNumber{"apparent_power_w", &FrequencyResult::apparent_power_w, "W"},
    FrequencyNumber{"input_power_w", &FrequencyResult::input_power_w, "W"},
    FrequencyNumber{"dissipated_power_w", &FrequencyResult::dissipated_power_w, "W"},
    FrequencyNumber{"power_balance_error", &FrequencyResult::power_balance_error, ""},
    FrequencyNumber{"mean_pressure_pa", &FrequencyResult::mean_pressure_pa, "Pa"},
    FrequencyNumber{"residual", &FrequencyResult::residual, ""},
    FrequencyNumber{"structural_backward_error", &FrequencyResult::structural_backward_error, ""},
    FrequencyNumber{"pivot_growth", &FrequencyResult::pivot_growth, ""},
    FrequencyNumber{"condition_estimate", &FrequencyResult::condition_estimate, ""},
    FrequencyNumber{"iterations", &FrequencyResult::iterations, ""},
    FrequencyNumber{"iteration_residual", &FrequencyResult::iteration_residual, ""},
    FrequencyNumber{"factor_growth", &FrequencyResult::factor_growth, ""},
    FrequencyNumber{"delayed_pivots", &FrequencyResult::delayed_pivots, ""},
    FrequencyNumber{"structural_condition_estimate", &FrequencyResult::structural_condition_estimate, ""},
    FrequencyNumber{"structural_rounding", &FrequencyResult::structural_rounding, ""},
    FrequencyNumber{"refinement_steps", &FrequencyResult::refinement_steps, ""},
    FrequencyNumber{"refinement_correction", &FrequencyResult::refinement_correction, ""},
    FrequencyNumber{"seconds", &FrequencyResult::seconds, "s"},
};

/// The figures of a frequency and its fields. Amplitudes with time dependence e^{-i omega t}.
struct FrequencySolution {
  FrequencyResult figures;
  std::vector<Complex> pressure;         ///< Pa, one a panel
  std::vector<Complex> normal_velocity;  ///< m/s into the fluid, one a panel
  std::vector<Complex> displacement;     ///< m, x y z of node 0, of node 1, ...; empty without a structure
  std::vector<Complex> field_pressure;   ///< Pa, one a field point in the fluid
  std::vector<Complex> directivity;      ///< Pa m (pressure times distance), one a direction
};

/// An emulated link.
struct LinkFigures {
  double latency_s = 0.0;
  double overhead_s = 0.0;
  double bandwidth_bytes_per_s = not_computed;
};

/// What the program added to the network at hand.
struct NetworkFigures {
  struct Link {
    int from = 0, to = 0;
    LinkFigures figures;
  };

  bool emulated = false;
  LinkFigures all;
  std::vector<Link> links;                          ///< those that differ from all
  std::optional<std::size_t> receive_buffer_bytes;  ///< of each rank, if limited
};

/// Sizes of the structure's triangular factor; zeros without a structure, or where a library keeps it.
struct FactorSize {
  Count front = 0;    ///< degrees of freedom of the largest front
  Count entries = 0;  ///< of L and D
};

struct RunResult {
  std::string version;
  std::string commit;  ///< of the program
  std::string mpi_library;
  int ranks = 1;
  int groups = 1;                       ///< of ranks, each with frequencies of its own
  std::string arithmetic = "computed";  ///< or how else its time came to pass
  std::string profile;                  ///< the machine that it was priced by; empty if computed
  core::StrategyNames messages;
  NetworkFigures network;
  std::string case_title;
  std::string case_file;
  std::string far_field = "radiated";  ///< the field of its power and directivity: with an incident wave "scattered"
  Count structural_dofs = 0;
  FactorSize factor;
  Count acoustic_dofs = 0;
  std::vector<core::StageMetrics> stages;
  std::vector<core::Choice> choices;  ///< of strategies; empty without "auto"
  std::vector<FrequencyResult> frequencies;
  double zgemm_flops_per_second = not_computed;  ///< measured in this run, on the slowest rank
  double total_seconds = 0.0;
  Count peak_memory_bytes = 0;         ///< of the largest rank; on a simulator of all together
  std::optional<core::CoreUse> cores;  ///< in all stages; nothing in a modelled run and on a simulator
};

}  // namespace febem::io
