#include "io/json.h"

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "io/sample.h"
#include "support/catch.h"

using nlohmann::json;

namespace {

std::set<std::string> keys(const json& object) {
  std::set<std::string> result;
  for (const auto& [key, value] : object.items()) result.insert(key);
  return result;
}

using Keys = std::set<std::string>;

}  // namespace

TEST_CASE("the schema of the JSON report") {
  const auto report = json::parse(io::to_json(io::sample::run()));
  CHECK(
      keys(report) == Keys{"kind", "schema_version", "version", "commit", "mpi", "blas", "command",
                          "ranks", "groups", "messages", "network", "case", "arithmetic", "profile",
                          "stages", "frequencies", "curve", "transducers", "zgemm_flops_per_second",
                          "total_seconds", "peak_memory_bytes", "cores"});
  CHECK(report["schema_version"] == 2);
  CHECK(keys(report["mpi"]) == Keys{"library"});
  CHECK(keys(report["messages"]) == Keys{"route", "cut", "pace"});
  CHECK(keys(report["case"]) == Keys{"title", "file", "far_field", "structural_dofs", "front_size",
                                    "factor_entries", "acoustic_dofs", "order"});
  CHECK(keys(report["stages"][0]) == Keys{"name", "method", "strategy", "seconds",
                                         "communication_seconds", "hidden_seconds", "messages",
                                         "bytes", "flops", "ranks"});
  CHECK(keys(report["network"]) == Keys{"emulated", "receive_buffer_bytes"});
  CHECK(keys(report["stages"][0]["ranks"][0]) ==
        Keys{"seconds", "communication_seconds", "messages", "bytes", "flops", "waiting_seconds",
            "message_sizes", "peers", "most_outstanding_bytes", "most_posted_bytes",
            "observed_seconds", "observed_rank_seconds", "ran_seconds", "queued_seconds",
            "involuntary_switches", "node_busy_seconds", "node_stolen_seconds"});
  CHECK(keys(report["cores"]) == Keys{"observed_seconds", "ran_share", "queued_share",
                                     "involuntary_switches", "stolen_share",
                                     "ranks_outnumber_cores", "warnings"});
  CHECK(keys(report["frequencies"][0]) ==
        Keys{"hz", "load_case", "outcome", "formulation", "precision", "resumed", "seconds",
            "panels_per_wavelength", "sides_apart_over_panel", "elements_per_shear_wavelength",
            "elements_per_bending_wavelength", "radiated_power_w", "far_field_power_w",
            "surface_over_far_field", "extinction_power_w", "extinction_over_loss",
            "target_strength_db", "scattering_cross_section_m2", "source_level_db",
            "directivity_index_db", "beam_width_deg", "side_lobe_level_db",
            "mean_square_velocity_m2_per_s2", "radiation_efficiency", "apparent_power_w",
            "input_power_w", "electric_power_w", "circuit_power_w", "conductance_s",
            "susceptance_s", "resistance_ohm", "reactance_ohm", "efficiency",
            "transmitting_response_db", "receiving_sensitivity_db", "receiving_phase_deg",
            "reciprocity_error_db", "dissipated_power_w", "power_balance_error", "mean_pressure_pa",
            "residual", "structural_backward_error", "pivot_growth", "condition_estimate",
            "iterations", "iteration_residual", "residual_history", "factor_growth",
            "delayed_pivots", "structural_condition_estimate", "structural_rounding",
            "refinement_steps", "refinement_correction", "solution_digest"});
  CHECK(report["stages"][0]["bytes"] == 1000);
  CHECK(report["frequencies"][1]["hz"] == 200.0);
  CHECK(report["peak_memory_bytes"] == 123456);
}

TEST_CASE("a number that was not computed is null, and so is what was not observed") {
  auto run = io::sample::run();
  run.cores.reset();
  const auto report = json::parse(io::to_json(run));
  CHECK(report["cores"].is_null());
  CHECK(report["stages"][0]["ranks"][0]["queued_seconds"].is_null());
  CHECK(report["frequencies"][0]["pivot_growth"].is_null());
  CHECK(report["frequencies"][0]["residual"] == 0.5);
}

TEST_CASE("the figures of a frequency survive being written and read") {
  auto figures = io::sample::solution(1.0 / 3.0).figures;
  figures.outcome = "a \"quoted\" outcome";
  figures.formulation = "cbie";
  figures.precision = "mixed";
  figures.structural_condition_estimate = 7e5;
  figures.residual_history = {1, 0.1, io::not_computed};
  const auto again = io::frequency_from_json(io::to_json(figures));
  CHECK(again.hz == figures.hz);
  CHECK(again.residual_history.size() == 3);
  CHECK(again.residual_history[1] == 0.1);
  CHECK(std::isnan(again.residual_history[2]));
  CHECK(again.outcome == figures.outcome);
  CHECK(again.formulation == figures.formulation);
  CHECK(again.precision == figures.precision);
  CHECK(again.structural_condition_estimate == figures.structural_condition_estimate);
  CHECK(again.radiated_power_w == figures.radiated_power_w);
  CHECK(std::isnan(again.pivot_growth));
  CHECK_THROWS_AS(io::frequency_from_json("{}"), core::RunError);
  CHECK_THROWS_AS(io::frequency_from_json("{"), core::RunError);
}
