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

/// The results of one load case at one frequency. Powers are time averages.
struct FrequencyResult {
  double hz = 0.0;
  std::string load_case;               ///< name; empty if the case has none
  std::string outcome = "not judged";  ///< "solved", or what went wrong numerically
  std::string formulation;             ///< the integral equation: "cbie" or "burton_miller"
  /// Precision of stages 3 and 4: "double", "mixed", or "double after mixed" after a great
  /// residual.
  std::string precision = "double";
  bool resumed = false;  ///< read from a checkpoint of an interrupted run
#define FEBEM_FIGURE(NAME, UNIT, MEANING) double NAME = not_computed;
#include "io/frequency_figures.inc"
#undef FEBEM_FIGURE
  /// |b - A p| / |b| before the first iteration and after each; empty without any.
  std::vector<double> residual_history;
  std::string solution_digest;  ///< of the bits of the surface pressure
};

/// A number of FrequencyResult by its name in every output format.
struct FrequencyNumber {
  std::string_view name;
  double FrequencyResult::*member;
  std::string_view unit;
  std::string_view help;
};

inline constexpr std::array frequency_numbers{
#define FEBEM_FIGURE(NAME, UNIT, MEANING) \
  FrequencyNumber{#NAME, &FrequencyResult::NAME, UNIT, MEANING},
#include "io/frequency_figures.inc"
#undef FEBEM_FIGURE
};

/// The figures of a load case at a frequency, and its fields. Amplitudes with time dependence e^{-i
/// omega t}.
struct FrequencySolution {
  FrequencyResult figures;
  std::vector<Complex> pressure;         ///< Pa, one for each panel
  std::vector<Complex> normal_velocity;  ///< m/s into the fluid, one for each panel
  std::vector<Complex> displacement;     ///< m, x y z of node 0, of node 1, ...; or empty
  std::vector<Complex> potential;        ///< V, one for each node, 0 without one; or empty
  std::vector<Complex> voltage, charge;  ///< V and C, one for each electrode; or empty
  std::vector<Complex> field_pressure;   ///< Pa, one for each field point in the fluid
  std::vector<Complex> directivity;      ///< Pa m (pressure times distance), one for each direction
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

/// Sizes of the structure's factor. Zero without a structure, and if a library keeps the factor.
struct FactorSize {
  Count front = 0;    ///< degrees of freedom of the largest front
  Count entries = 0;  ///< entries of L and D
};

/// The outcome of a rational sweep: driver/curve.h.
struct CurveFigures {
  Count solved = 0;                ///< frequencies that were solved
  double tolerance_db = 0;         ///< asked for
  double error_db = not_computed;  ///< largest of the last solutions; NaN if all are solved
  Count checked = 0;               ///< of these solutions at random frequencies
  bool gave_up = false;            ///< all are solved because no curve was found
  Count shapes = 0;                ///< of the structure, that stand for it; or 0
  Count fluid_samples = 0;         ///< frequencies at which the fluid alone was solved for them

  /// A pole of the curve near the real axis.
  struct Resonance {
    double hz, width_hz;   ///< width between the points of half the power
    double relative_size;  ///< of its peak, over the median of the solutions
  };
  std::vector<Resonance> resonances;  ///< by frequency
};

/// A transducer over a sweep: driver/transducer_figures.h. NaN is what the sweep does not show.
struct TransducerFigures {
  std::string load_case;
  double resonance_hz, antiresonance_hz, coupling, quality, capacitance_f, clamped_capacitance_f;
};

struct RunResult {
  std::string version;
  std::string commit;   ///< commit of the program
  std::string command;  ///< as a shell takes it, without the launcher
  std::string mpi_library;
  int ranks = 1;
  int groups = 1;                       ///< of ranks, each with frequencies of its own
  std::string arithmetic = "computed";  ///< "computed", "modelled" or "free"
  std::string profile;                  ///< name of the profile of modelled arithmetic, or empty
  core::StrategyNames messages;
  NetworkFigures network;
  std::string case_title;
  std::string case_file;
  std::string far_field = "radiated";  ///< or "scattered": the field of power and directivity
  Count structural_dofs = 0;
  FactorSize factor;
  Count acoustic_dofs = 0;
  int order = 0;  ///< of the boundary elements
  std::vector<core::StageMetrics> stages;
  std::vector<FrequencyResult> frequencies;      ///< at each frequency all load cases
  std::optional<CurveFigures> curve;             ///< of a rational sweep
  std::vector<TransducerFigures> transducers;    ///< of the load cases that drive one
  double zgemm_flops_per_second = not_computed;  ///< measured in this run, on the slowest rank
  double total_seconds = 0.0;
  Count peak_memory_bytes = 0;  ///< of the largest rank; on a simulator of all ranks together
  std::optional<core::CoreUse> cores;  ///< of all stages; empty if modelled and on a simulator
};

}  // namespace febem::io
