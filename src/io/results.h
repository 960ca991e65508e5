// The result of a run as plain data. Numbers that were not computed are NaN: null in JSON.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/stage.h"
#include "core/types.h"

namespace febem::io {

using core::Complex;
using core::Count;

inline constexpr double not_computed = std::numeric_limits<double>::quiet_NaN();

/// Names of the route, cut and pace messages travelled by.
struct MessageNames {
  std::string route;
  std::string cut;
  std::string pace;
};

/// What passed between a rank and another.
struct PeerFigures {
  int rank = 0;        ///< the other
  Count messages = 0;  ///< sent to it
  Count bytes = 0;     ///< sent to it
  double seconds = 0.0;
};

/// Messages no longer than some length, and longer than those counted before them.
struct SizeFigures {
  Count longest_bytes = 0;
  Count messages = 0;
};

/// What one rank spent in a stage.
struct RankFigures {
  double seconds = 0.0;
  double communication_seconds = 0.0;
  Count messages = 0;  ///< sent
  Count bytes = 0;     ///< sent
  double flops = 0.0;
  std::optional<Count> most_outstanding_bytes = {};  ///< on their way to it at one time; if counted
  double waiting_seconds = 0.0;  ///< of the communication, in calls that return only when a message is complete
  std::vector<SizeFigures> sizes = {};  ///< of the messages sent, by powers of two
  std::vector<PeerFigures> peers = {};
  std::optional<Count> most_posted_bytes = {};      ///< of its own unfinished receives at one time; if counted
};

/// A stage over all frequencies of the run: times are those of the slowest rank, counts are sums over ranks.
struct StageResult {
  core::Stage stage{};
  std::string method;
  MessageNames strategy;
  double seconds = 0.0;
  double communication_seconds = 0.0;
  double hidden_seconds = 0.0;  ///< that transfers begun ahead of need were under way while the ranks computed
  Count messages = 0;
  Count bytes = 0;
  double flops = 0.0;
  std::vector<RankFigures> ranks;  ///< by rank
};

/// One frequency; powers are time averages.
struct FrequencyResult {
  double hz = 0.0;
  std::string outcome = "not judged";  ///< "solved", or what went wrong numerically
  std::string formulation;         ///< the integral equation: "cbie" or "burton_miller"
  bool resumed = false;            ///< read back from an interrupted run
  double seconds = not_computed;
  double panels_per_wavelength = not_computed;  ///< wavelength in the fluid / longest edge of a panel
  double elements_per_shear_wavelength = not_computed;  ///< least of all elements: that of their material / longest edge
  double radiated_power_w = not_computed;     ///< from the surface
  double far_field_power_w = not_computed;    ///< of what the body adds to incident waves; without those, the same
  double surface_over_far_field = not_computed;  ///< of the two, without incident waves; 1 but for discretisation
  double apparent_power_w = not_computed;     ///< 1/2 sum of A |p| |v| over the panels: what the two are small beside
  double input_power_w = not_computed;        ///< of forces and pressures
  double dissipated_power_w = not_computed;   ///< in the structure
  double power_balance_error = not_computed;  ///< |input - dissipated - given to the fluid| / largest of them
  double mean_pressure_pa = not_computed;     ///< root mean square amplitude over the surface
  double residual = not_computed;             ///< scaled, of the dense solve
  double structural_backward_error = not_computed;
  double pivot_growth = not_computed;        ///< of the dense factorisation
  double condition_estimate = not_computed;  ///< of the dense system
  double factor_growth = not_computed;       ///< largest modulus in the structure's L
  double delayed_pivots = not_computed;      ///< columns of the structure put off to a later panel, each time counted
  double structural_condition_estimate = not_computed;  ///< of A_s, rows and columns scaled alike
  double refinement_steps = not_computed;       ///< of the coupled solution, where A_s needs it
  double refinement_correction = not_computed;  ///< relative size of the last one
  std::string solution_digest;  ///< of the bits of the surface pressure
};

/// A number of FrequencyResult by its name in every output format.
struct FrequencyNumber {
  std::string_view name;
  double FrequencyResult::*member;
  std::string_view unit;
};

inline constexpr std::array frequency_numbers{
    FrequencyNumber{"panels_per_wavelength", &FrequencyResult::panels_per_wavelength, ""},
    FrequencyNumber{"elements_per_shear_wavelength", &FrequencyResult::elements_per_shear_wavelength, ""},
    FrequencyNumber{"radiated_power_w", &FrequencyResult::radiated_power_w, "W"},
    FrequencyNumber{"far_field_power_w", &FrequencyResult::far_field_power_w, "W"},
    FrequencyNumber{"surface_over_far_field", &FrequencyResult::surface_over_far_field, ""},
    FrequencyNumber{"apparent_power_w", &FrequencyResult::apparent_power_w, "W"},
    FrequencyNumber{"input_power_w", &FrequencyResult::input_power_w, "W"},
    FrequencyNumber{"dissipated_power_w", &FrequencyResult::dissipated_power_w, "W"},
    FrequencyNumber{"power_balance_error", &FrequencyResult::power_balance_error, ""},
    FrequencyNumber{"mean_pressure_pa", &FrequencyResult::mean_pressure_pa, "Pa"},
    FrequencyNumber{"residual", &FrequencyResult::residual, ""},
    FrequencyNumber{"structural_backward_error", &FrequencyResult::structural_backward_error, ""},
    FrequencyNumber{"pivot_growth", &FrequencyResult::pivot_growth, ""},
    FrequencyNumber{"condition_estimate", &FrequencyResult::condition_estimate, ""},
    FrequencyNumber{"factor_growth", &FrequencyResult::factor_growth, ""},
    FrequencyNumber{"delayed_pivots", &FrequencyResult::delayed_pivots, ""},
    FrequencyNumber{"structural_condition_estimate", &FrequencyResult::structural_condition_estimate, ""},
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
  std::vector<Complex> field_pressure;   ///< Pa, one a field point
  std::vector<Complex> directivity;      ///< Pa m (pressure times distance), one a direction
};

/// What "auto" chose for transfers of a class of lengths in a section, and what came of it.
struct ChoiceFigures {
  std::string section;
  std::string operation;  ///< "broadcast", "broadcast ahead" or "sum"
  Count longest = 0;      ///< bytes, of the class
  MessageNames strategy;
  double predicted_seconds = not_computed;  ///< each
  double tried_seconds = not_computed;      ///< each, at the start
  Count transfers = 0;
  double measured_seconds = 0.0;  ///< of all together on the master, waiting for other ranks included
  Count last_turn = 0;            ///< when it was chosen last: the frequency, from 0, of those computed in this run
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
  std::vector<Link> links;  ///< those that differ from all
  std::optional<std::size_t> receive_buffer_bytes;  ///< of each rank, if limited
};

struct RunResult {
  std::string version;
  std::string commit;  ///< of the program
  std::string mpi_library;
  int ranks = 1;
  MessageNames messages;
  NetworkFigures network;
  std::string case_title;
  std::string case_file;
  std::string far_field = "radiated";  ///< what its power and directivity are of: with an incident wave "scattered"
  Count structural_dofs = 0;
  Count front_size = 0;
  Count acoustic_dofs = 0;
  std::vector<StageResult> stages;
  std::vector<ChoiceFigures> choices;  ///< of strategies; empty without "auto"
  std::vector<FrequencyResult> frequencies;
  double zgemm_flops_per_second = not_computed;  ///< measured in this run, on the slowest rank
  double total_seconds = 0.0;
  Count peak_memory_bytes = 0;  ///< of the largest rank
};

}  // namespace febem::io
