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

/// The results of one frequency. Powers are time averages. frequency_numbers explains each number.
struct FrequencyResult {
  double hz = 0.0;
  std::string outcome = "not judged";  ///< "solved", or what went wrong numerically
  std::string formulation;             ///< the integral equation: "cbie" or "burton_miller"
  std::string precision = "double";    ///< of stages 3 and 4: "double", "mixed", or "double after
                                       ///< mixed", if mixed precision left a greater residual
  bool resumed = false;                ///< read from a checkpoint of an interrupted run
  double seconds = not_computed;
  double panels_per_wavelength = not_computed;
  double sides_apart_over_panel = not_computed;
  double elements_per_shear_wavelength = not_computed;
  double elements_per_bending_wavelength = not_computed;
  double radiated_power_w = not_computed;
  double far_field_power_w = not_computed;
  double surface_over_far_field = not_computed;
  double extinction_power_w = not_computed;
  double extinction_over_loss = not_computed;
  double apparent_power_w = not_computed;
  double input_power_w = not_computed;
  double dissipated_power_w = not_computed;
  double power_balance_error = not_computed;
  double mean_pressure_pa = not_computed;
  double residual = not_computed;
  double structural_backward_error = not_computed;
  double pivot_growth = not_computed;
  double condition_estimate = not_computed;
  double iterations = not_computed;
  double iteration_residual = not_computed;
  double factor_growth = not_computed;
  double delayed_pivots = not_computed;
  double structural_condition_estimate = not_computed;
  double structural_rounding = not_computed;
  double refinement_steps = not_computed;
  double refinement_correction = not_computed;
  std::vector<double> residual_history;  ///< |b - A p| / |b| before the first iteration and after
                                         ///< each; empty without any
  std::string solution_digest;           ///< of the bits of the surface pressure
};

/// A number of FrequencyResult by its name in every output format.
struct FrequencyNumber {
  std::string_view name;
  double FrequencyResult::*member;
  std::string_view unit;
  std::string_view help;
};

inline constexpr std::array frequency_numbers{
    FrequencyNumber{"panels_per_wavelength", &FrequencyResult::panels_per_wavelength, "",
        "wavelength in the fluid over the longest edge of a panel"},
    FrequencyNumber{"sides_apart_over_panel", &FrequencyResult::sides_apart_over_panel, "",
        "distance of sides that face each other over the length of their panels, the smallest; not "
        "computed above 4"},
    FrequencyNumber{"elements_per_shear_wavelength",
        &FrequencyResult::elements_per_shear_wavelength, "",
        "shear wavelength over the longest edge of an element, the smallest of all elements"},
    FrequencyNumber{"elements_per_bending_wavelength",
        &FrequencyResult::elements_per_bending_wavelength, "",
        "bending wavelength over the longest edge of a wall one element thick, the smallest of all "
        "walls; not computed without walls"},
    FrequencyNumber{"radiated_power_w", &FrequencyResult::radiated_power_w, "W",
        "power from the surface into the fluid"},
    FrequencyNumber{"far_field_power_w", &FrequencyResult::far_field_power_w, "W",
        "power in the far field; with incident waves, power of the field that the body adds"},
    FrequencyNumber{"surface_over_far_field", &FrequencyResult::surface_over_far_field, "",
        "radiated power over far-field power, without incident waves; 1 except for discretisation"},
    FrequencyNumber{"extinction_power_w", &FrequencyResult::extinction_power_w, "W",
        "power that incident waves lose to the body; not computed without incident waves"},
    FrequencyNumber{"extinction_over_loss", &FrequencyResult::extinction_over_loss, "",
        "(extinction + power that the surface radiates) / (scattered + power that it absorbs), "
        "with incident waves; 1 except for discretisation"},
    FrequencyNumber{"apparent_power_w", &FrequencyResult::apparent_power_w, "W",
        "1/2 sum of A |p| |v| over the panels: the scale of surface and far field"},
    FrequencyNumber{"input_power_w", &FrequencyResult::input_power_w, "W",
        "power of forces and pressures into the structure"},
    FrequencyNumber{"dissipated_power_w", &FrequencyResult::dissipated_power_w, "W",
        "power lost in the structure"},
    FrequencyNumber{"power_balance_error", &FrequencyResult::power_balance_error, "",
        "|input - dissipated - given to the fluid| over the largest of the three"},
    FrequencyNumber{"mean_pressure_pa", &FrequencyResult::mean_pressure_pa, "Pa",
        "root mean square amplitude of the pressure over the surface"},
    FrequencyNumber{
        "residual", &FrequencyResult::residual, "", "scaled residual of the dense solve"},
    FrequencyNumber{"structural_backward_error", &FrequencyResult::structural_backward_error, "",
        "backward error of the structure's solutions"},
    FrequencyNumber{
        "pivot_growth", &FrequencyResult::pivot_growth, "", "growth of the dense factorisation"},
    FrequencyNumber{"condition_estimate", &FrequencyResult::condition_estimate, "",
        "estimated condition number of the dense system"},
    FrequencyNumber{
        "iterations", &FrequencyResult::iterations, "", "iterations of stage 4, if it iterates"},
    FrequencyNumber{"iteration_residual", &FrequencyResult::iteration_residual, "",
        "|b - A p| / |b| at the last iteration"},
    FrequencyNumber{"factor_growth", &FrequencyResult::factor_growth, "",
        "largest modulus in the structure's L"},
    FrequencyNumber{"delayed_pivots", &FrequencyResult::delayed_pivots, "",
        "number of times that a column of the structure was delayed to a later panel"},
    FrequencyNumber{"structural_condition_estimate",
        &FrequencyResult::structural_condition_estimate, "",
        "estimated condition number of A_s, with rows and columns scaled"},
    FrequencyNumber{"structural_rounding", &FrequencyResult::structural_rounding, "",
        "relative change of the response that rounding of A_s is expected to make"},
    FrequencyNumber{"refinement_steps", &FrequencyResult::refinement_steps, "",
        "steps of refinement of the coupled solution, if A_s needs it"},
    FrequencyNumber{"refinement_correction", &FrequencyResult::refinement_correction, "",
        "relative size of the last correction by refinement"},
    FrequencyNumber{"seconds", &FrequencyResult::seconds, "s", "time of the frequency"},
};

/// The figures of a frequency and its fields. Amplitudes with time dependence e^{-i omega t}.
struct FrequencySolution {
  FrequencyResult figures;
  std::vector<Complex> pressure;         ///< Pa, one for each panel
  std::vector<Complex> normal_velocity;  ///< m/s into the fluid, one for each panel
  std::vector<Complex>
      displacement;  ///< m, x y z of node 0, of node 1, ...; empty without a structure
  std::vector<Complex> field_pressure;  ///< Pa, one for each field point in the fluid
  std::vector<Complex> directivity;     ///< Pa m (pressure times distance), one for each direction
};

/// An emulated link.
struct LinkFigures {
  double latency_s = 0.0;
  double overhead_s = 0.0;
  double bandwidth_bytes_per_s = not_computed;
};

/// The network that the program emulates.
struct NetworkFigures {
  struct Link {
    int from = 0, to = 0;
    LinkFigures figures;
  };

  bool emulated = false;
  LinkFigures all;
  std::vector<Link> links;                          ///< links that differ from `all`
  std::optional<std::size_t> receive_buffer_bytes;  ///< buffer of each rank, if it is limited
};

/// Sizes of the structure's triangular factor. Zero without a structure, and if a library keeps the
/// factor.
struct FactorSize {
  Count front = 0;    ///< degrees of freedom of the largest front
  Count entries = 0;  ///< entries of L and D
};

struct RunResult {
  std::string version;
  std::string commit;  ///< commit of the program
  std::string mpi_library;
  int ranks = 1;
  int groups = 1;                       ///< groups of ranks, each with frequencies of its own
  std::string arithmetic = "computed";  ///< "computed", "modelled" or "free"
  std::string profile;  ///< name of the profile that gave the modelled time; empty if computed
  core::StrategyNames messages;
  NetworkFigures network;
  std::string case_title;
  std::string case_file;
  std::string far_field = "radiated";  ///< the field that power and directivity belong to:
                                       ///< "scattered" with an incident wave
  Count structural_dofs = 0;
  FactorSize factor;
  Count acoustic_dofs = 0;
  std::vector<core::StageMetrics> stages;
  std::vector<core::Choice> choices;  ///< choices of strategies; empty without "auto"
  std::vector<FrequencyResult> frequencies;
  double zgemm_flops_per_second = not_computed;  ///< measured in this run, on the slowest rank
  double total_seconds = 0.0;
  Count peak_memory_bytes = 0;  ///< of the largest rank; on a simulator of all ranks together
  std::optional<core::CoreUse>
      cores;  ///< over all stages; empty in a modelled run and on a simulator
};

}  // namespace febem::io
