#include "solve/report.h"

#include <algorithm>
#include <cmath>

#include "cases/resolution.h"
#include "cases/sources.h"
#include "cli/input_errors.h"
#include "cli/version.h"
#include "core/error.h"
#include "core/registry.h"
#include "core/text.h"
#include "core/text_table.h"
#include "driver/outcome.h"
#include "la/norms.h"
#include "mpi/environment.h"

namespace febem::solve {
namespace {

using core::Count;

/// The cells of a stage. `is_free`: its arithmetic took no time, so that it has no rate.
std::vector<std::string> cells(const core::StageMetrics& section, bool is_free) {
  const bool has_rate = !is_free && section.flops > 0 && section.seconds > 0;
  return {core::name(section.stage), core::number(section.seconds, "%.3f"),
      core::number(section.communication_seconds, "%.3f"),
      section.hidden_seconds > 0 ? core::number(section.hidden_seconds, "%.3f") : "-",
      std::to_string(section.sent.messages), bytes_text(section.sent.bytes),
      has_rate ? core::with_prefix(static_cast<double>(section.flops) / section.seconds, "") : "-",
      section.method, text(section.strategy)};
}

using Result = io::FrequencyResult;
using F = const Result&;

/// The columns of a table of frequencies.
class FrequencyColumns : public core::Columns<Result> {
 public:
  FrequencyColumns() {
    add("frequency", [](F f) { return core::number(f.hz, "%.6g") + " Hz"; });
  }
  using Columns::add;
  /// Adds a number in a printf format, or with a prefix of its unit.
  void add(const char* head, double Result::*figure, const std::string& format) {
    add(head, [=](F f) {
      return format[0] == '%' ? core::number(f.*figure, format.c_str())
                              : core::with_prefix(f.*figure, format);
    });
  }
};

/// At each frequency the worst figures of all load cases.
std::vector<Result> worst_by_frequency(const std::vector<Result>& all) {
  std::vector<Result> worst;
  for (const auto& one : all) {
    if (worst.empty() || worst.back().hz != one.hz) {
      worst.push_back(one);
      continue;
    }
    auto& so_far = worst.back();
    for (const auto figure : {&Result::iterations, &Result::iteration_residual, &Result::residual,
             &Result::structural_backward_error, &Result::refinement_correction})
      so_far.*figure = la::larger(so_far.*figure, one.*figure);
    for (const auto ratio : {&Result::extinction_over_loss, &Result::surface_over_far_field})
      if (!(std::abs(one.*ratio - 1) <= std::abs(so_far.*ratio - 1))) so_far.*ratio = one.*ratio;
  }
  return worst;
}

/// With an incident wave.
bool scatters(const io::RunResult& run) { return run.far_field == "scattered"; }

}  // namespace

std::optional<comm::StageStrategies> resolved(
    comm::Transport& transport, const cases::Messages& messages, bool prints) {
  std::optional<comm::StageStrategies> found;
  cli::validate_everywhere(
      prints, [&] { found = comm::prepared_strategies(transport, messages.of_stages()); });
  return found;
}

std::string headline(
    const cases::Case& problem, const cases::Model& model, const mpi::RankGroups& groups) {
  std::string text = core::printable(problem.title.empty() ? problem.file : problem.title, 200) +
                     ": " + std::to_string(model.wet.surface.size()) + " panels";
  if (model.space.order() > 0)
    text += " of order " + std::to_string(model.space.order()) + ", " +
            std::to_string(model.space.size()) + " unknowns";
  if (model.structure)
    text += ", " + std::to_string(model.structure->dofs()) + " structural degrees of freedom in " +
            std::to_string(model.structure->solid().element_total()) + " elements";
  text += ", " + core::counted(groups.ranks, "rank");
  return text + (groups.divided() ? " in " + std::to_string(groups.count) + " groups\n" : "\n");
}

std::vector<core::StageMetrics> stages_of(std::vector<core::StageMetrics> stages,
    const cases::Case& problem, int ranks, const comm::StageStrategies& strategies) {
  for (auto& stage : stages) {
    stage.method = problem.method(stage.stage, ranks);
    stage.strategy = strategies[stage.stage].names;
  }
  return stages;
}

void add_high_water(network::Stack& network, std::vector<core::StageMetrics>& stages) {
  for (const auto& marks : network.take_high_water())
    for (auto& stage : stages)
      for (std::size_t rank = 0;
           stage.stage == core::find_stage(marks.section) && rank < stage.ranks.size(); ++rank) {
        stage.ranks[rank].most_outstanding_bytes = marks.outstanding[rank];
        stage.ranks[rank].most_posted_bytes = marks.posted[rank];
      }
}

void describe(const cases::Case& problem, const cases::Model& model, const mpi::RankGroups& groups,
    io::RunResult& result) {
  result.version = cli::version;
  result.commit = cli::commit();
  result.mpi_library = mpi::library_version();
  result.ranks = groups.ranks;
  result.groups = groups.count;
  result.messages = problem.messages.of_run();
  result.case_title = problem.title;
  result.case_file = problem.file;
  for (const auto& load : cases::load_cases(problem))
    if (cases::has_incident_field(problem, load, model.wet.surface)) result.far_field = "scattered";
  result.structural_dofs = model.structure ? model.structure->dofs() : 0;
  result.acoustic_dofs = model.space.size();
  result.order = model.space.order();
}

std::string bytes_text(double bytes) { return core::with_prefix(bytes, "B"); }

std::string stage_table(const io::RunResult& run) {
  const bool is_free = run.arithmetic == "free";
  core::TextTable table({0, 7, 8});
  table.row({"stage", "seconds", "communication, s", "hidden, s", "messages", "bytes", "flop/s",
      "method", "route x cut x pace"});
  for (const auto stage : core::four_stages)
    for (const auto& section : run.stages)
      if (section.stage == stage) table.row(cells(section, is_free));
  table.row({});
  for (const auto& section : run.stages)
    if (!core::is_one_of_four(section.stage)) table.row(cells(section, is_free));
  core::Traffic sent;
  for (const auto& section : run.stages) sent += section.sent;
  table.row({"total", core::number(run.total_seconds, "%.3f"), "", "",
      std::to_string(sent.messages), bytes_text(sent.bytes)});
  return table.text() +
         "  Stages: merge factors the structure, form fills the boundary element matrices, reduce "
         "eliminates the structure\n"
         "  from the acoustic rows, eliminate solves the acoustic system. Times: of the slowest "
         "rank. communication: inside the\n"
         "  message layer, waiting included; hidden: messages were in flight while the rank "
         "computed. messages, bytes, flop/s:\n"
         "  of all ranks together. route: who sends to whom; cut: the pieces of a message; pace: "
         "their flow control.\n";
}

std::string outstanding_table(const io::RunResult& run) {
  core::TextTable table({0});
  table.row({});
  table.row({"stage", "most in flight", "to rank", "most awaited", "by rank"});
  bool counted = false;
  for (const auto& section : run.stages) {
    const auto most = [&](auto member) {
      return std::max_element(section.ranks.begin(), section.ranks.end(),
          [=](const auto& a, const auto& b) { return a.*member < b.*member; });
    };
    const auto outstanding = most(&core::Metrics::most_outstanding_bytes);
    const auto posted = most(&core::Metrics::most_posted_bytes);
    if (outstanding == section.ranks.end() || !outstanding->most_outstanding_bytes) continue;
    counted = true;
    table.row({core::name(section.stage), bytes_text(*outstanding->most_outstanding_bytes),
        std::to_string(outstanding - section.ranks.begin()), bytes_text(*posted->most_posted_bytes),
        std::to_string(posted - section.ranks.begin())});
  }
  return counted ? table.text() +
                       "  Most bytes at one time: of standard messages in flight to one rank, and "
                       "of its unfinished receives.\n"
                 : "";
}

std::string curve_text(const io::RunResult& run, std::size_t frequencies) {
  if (!run.curve) return {};
  const auto& curve = *run.curve;
  std::string text =
      core::text("\nrational sweep: ", curve.solved, " of ", frequencies, " frequencies solved");
  if (std::isnan(curve.error_db))
    return text + (curve.gave_up ? "; they cannot be interpolated to " +
                                       core::number(curve.tolerance_db) + " dB\n"
                                 : "; too few to interpolate\n");
  if (curve.shapes > 0)
    text += core::text(", the fluid alone at ", curve.fluid_samples, " for ", curve.shapes,
        " shapes of the structure");
  text +=
      core::text(", the others interpolated; expected error ", core::number(curve.error_db, "%.2g"),
          " dB, ", curve.checked, " checks at random frequencies\n");
  if (curve.resonances.empty()) return text;
  core::TextTable table({});
  table.row({"resonance, Hz", "width, Hz", "quality", "peak"});
  constexpr std::size_t most = 20;
  for (const auto& one : curve.resonances | std::views::take(most))
    table.row({core::number(one.hz, "%.7g"), core::number(one.width_hz, "%.3g"),
        core::number(one.hz / one.width_hz, "%.3g"), core::number(one.relative_size, "%.2g")});
  return text + "\n" + table.text() +
         (curve.resonances.size() > most ? core::text("  and ", curve.resonances.size() - most,
                                               " more in results.h5 and --json\n")
                                         : "");
}

std::string transducer_table(const io::RunResult& run) {
  if (run.transducers.empty()) return {};
  core::TextTable table({0});
  table.row({"transducer", "f_s", "f_p", "k_eff", "Q_m", "C", "C0"});
  for (const auto& one : run.transducers)
    table.row({one.load_case, core::number(one.resonance_hz, "%.6g") + " Hz",
        core::number(one.antiresonance_hz, "%.6g") + " Hz", core::number(one.coupling),
        core::number(one.quality, "%.3g"), core::with_prefix(one.capacitance_f, "F"),
        core::with_prefix(one.clamped_capacitance_f, "F")});
  return "\n" + table.text();
}

std::string frequency_table(const io::RunResult& run, const std::vector<std::string>& more) {
  bool rounded = false, balanced = true;
  const auto power = [&](double watts, double rounding) {
    const bool uncertain = watts != 0 && std::abs(watts) <= rounding;
    rounded = rounded || uncertain;
    return std::string(uncertain ? "~" : "").append(core::with_prefix(watts, "W"));
  };
  const auto some = [&](auto&& has) { return std::ranges::any_of(run.frequencies, has); };
  const bool has_cases = some([](F f) { return !f.load_case.empty(); });
  FrequencyColumns columns;
  if (has_cases) columns.add("load case", [](F f) { return f.load_case; });
  columns.add("outcome", [](F f) { return f.outcome + (f.resumed ? " (resumed)" : ""); });
  columns.add("formulation", [](F f) { return f.formulation; });
  columns.add("radiated",
      [&](F f) { return power(f.radiated_power_w, driver::rounding_of_powers(f).radiated); });
  columns.add(scatters(run) ? "scattered" : "far field", &Result::far_field_power_w, "W");
  if (scatters(run)) columns.add("extinction", &Result::extinction_power_w, "W");
  if (some([](F f) { return !std::isnan(f.target_strength_db); }))
    columns.add("target strength, dB", &Result::target_strength_db, "%.2f");
  columns.add(
      "input", [&](F f) { return power(f.input_power_w, driver::rounding_of_powers(f).input); });
  columns.add("dissipated", &Result::dissipated_power_w, "W");
  columns.add("balance", &Result::power_balance_error, "%.1e");
  columns.add("rms pressure", &Result::mean_pressure_pa, "Pa");
  for (const auto& name : more)
    columns.add(name.c_str(),
        core::find<io::FrequencyNumber>(io::frequency_numbers, name, "figure").member, "%.6g");
  const auto table = has_cases ? columns.table(run.frequencies, {0, 1, 2, 3})
                               : columns.table(run.frequencies, {0, 1, 2});
  for (const auto& f : run.frequencies)
    balanced =
        balanced && !(std::isnan(f.power_balance_error) &&
                        std::abs(f.input_power_w - f.dissipated_power_w - f.radiated_power_w) > 0);
  return table.text() +
         (rounded ? "  ~ This power is no more than rounding errors of the power that goes to and "
                    "fro. Its size and its sign are not certain.\n"
                  : "") +
         (balanced ? ""
                   : "  A balance - means that the powers differ by rounding errors of the power "
                     "that goes to and fro, and by nothing else.\n");
}

std::string quality_table(const io::RunResult& run) {
  const auto some = [&](double Result::*figure) {
    return std::any_of(run.frequencies.begin(), run.frequencies.end(),
        [&](F f) { return !std::isnan(f.*figure); });
  };
  const bool iterated = some(&Result::iterations), direct = some(&Result::residual) || !iterated;
  FrequencyColumns columns;
  const auto add = [&](bool wanted, const char* head, double Result::*figure, const char* format) {
    if (wanted) columns.add(head, figure, format);
  };
  add(iterated, "iterations", &Result::iterations, "%.0f");
  add(iterated, "|b - A p| / |b|", &Result::iteration_residual, "%.1e");
  add(direct, "residual", &Result::residual, "%.2g");
  add(direct, "growth", &Result::pivot_growth, "%.2g");
  add(direct, "condition", &Result::condition_estimate, "%.1e");
  const bool elastic = run.structural_dofs > 0;
  add(elastic, "structure: error", &Result::structural_backward_error, "%.1e");
  add(elastic, "growth", &Result::factor_growth, "%.2g");
  add(elastic, "delayed pivots", &Result::delayed_pivots, "%.0f");
  add(elastic, "condition", &Result::structural_condition_estimate, "%.1e");
  add(elastic, "refined by", &Result::refinement_correction, "%.1e");
  return columns.table(worst_by_frequency(run.frequencies)).text() +
         (direct ? "  residual: of the acoustic system, scaled; good below 16. growth: of the "
                   "factor. condition: an estimate.\n"
                 : "");
}

std::string accuracy_table(const io::RunResult& run, bool generated, int order) {
  using namespace cases::one_per_cent;
  const double panels = least_panels[order], apart = least_sides_apart[order];
  bool doubtful = false;
  const auto marked = [&](double figure, const char* format, bool mark) {
    doubtful = doubtful || mark;
    return core::number(figure, format) + (mark ? "!" : "");
  };
  FrequencyColumns columns;
  const auto at_least = [&](const char* head, double Result::*figure, double least) {
    columns.add(head, [=](F f) { return marked(f.*figure, "%.3g", f.*figure < least); });
  };
  at_least(order == 0 ? "panels/wavelength" : "unknowns/wavelength", &Result::panels_per_wavelength,
      panels);
  at_least("sides apart/panel", &Result::sides_apart_over_panel, apart);
  at_least("elements/shear wavelength", &Result::elements_per_shear_wavelength, least_elements);
  at_least("elements/bending wavelength", &Result::elements_per_bending_wavelength, least_elements);
  columns.add(scatters(run) ? "extinction/loss" : "surface/far field", [&](F f) {
    const bool uncertain =
        !scatters(run) && std::abs(f.radiated_power_w) <= driver::rounding_of_powers(f).radiated;
    const double ratio = uncertain       ? io::not_computed
                         : scatters(run) ? f.extinction_over_loss
                                         : f.surface_over_far_field;
    return marked(ratio, "%.4f", std::abs(ratio - 1) > power_difference);
  });
  const auto table = columns.table(worst_by_frequency(run.frequencies));
  if (!doubtful) return table.text();
  const bool unresolved = std::any_of(run.frequencies.begin(), run.frequencies.end(),
      [](F f) { return f.elements_per_bending_wavelength < 1; });
  return table.text() +
         core::text("  ! Do not expect an error below one per cent. Marked are fewer than ", panels,
             order == 0 ? " panels" : " unknowns", " or ", least_elements,
             " elements in a wavelength,\n  sides that face each other within ", apart,
             " lengths of a panel, and two powers that differ by more than ",
             100 * power_difference, " %. To estimate the\n  error: ",
             generated ? "solve --convergence" : "solve on a finer mesh file and compare", ".\n",
             unresolved ? "  ! Some walls have less than one element in a bending wavelength: "
                          "their bending is not resolved. Refine the mesh along them.\n"
                        : "");
}

std::string memory_text(const io::RunResult& run) {
  return "peak memory: " + core::with_prefix(static_cast<double>(run.peak_memory_bytes), "B") +
         (mpi::is_simulated() ? ", all ranks together" : " on the largest rank");
}

}  // namespace febem::solve
