#include "solve/preparation.h"

#include "cli/validate_on_root.h"
#include "cli/version.h"
#include "core/error.h"
#include "core/printable.h"
#include "model/sources.h"

namespace febem::solve {

cases::Case case_of(const Options& options, const std::string& text, std::optional<double> density) {
  cases::validate(options.arithmetic);
  cases::Case problem = cases::read_case(text, options.case_file, options.keys.overrides());
  if (density) problem.geometry.parameters[std::string(meshes::density_parameter.name)] = *density;
  return problem;
}

std::optional<tuning::StageStrategies> resolved(tuning::Strategies& strategies, const cases::Messages& messages, bool prints) {
  std::optional<tuning::StageStrategies> found;
  cli::validate_everywhere(prints, [&] { found = strategies.find_all(messages.of_stages()); });
  return found;
}

std::string headline(const cases::Case& problem, const model::Model& model, const mpi::RankGroups& groups) {
  std::string text = core::printable(problem.title.empty() ? problem.file : problem.title, 200) + ": " +
                     std::to_string(model.wet.surface.size()) + " panels";
  if (model.structure)
    text += ", " + std::to_string(model.structure->dofs()) + " structural degrees of freedom in " +
            std::to_string(model.structure->solid().element_total()) + " elements";
  text += ", " + std::to_string(groups.ranks) + (groups.ranks == 1 ? " rank" : " ranks");
  return text + (groups.divided() ? " in " + std::to_string(groups.count) + " groups\n" : "\n");
}

std::vector<core::StageMetrics> stages_of(std::vector<core::StageMetrics> stages, const cases::Case& problem,
                                          const tuning::StageStrategies& strategies) {
  for (auto& stage : stages) {
    stage.method = problem.stages[stage.stage].method;
    stage.strategy = strategies[stage.stage].names;
  }
  return stages;
}

void add_high_water(network::Stack& network, std::vector<core::StageMetrics>& stages) {
  for (const auto& marks : network.take_high_water())
    for (auto& stage : stages)
      for (std::size_t rank = 0; stage.stage == core::find_stage(marks.section) && rank < stage.ranks.size(); ++rank) {
        stage.ranks[rank].most_outstanding_bytes = marks.outstanding[rank];
        stage.ranks[rank].most_posted_bytes = marks.posted[rank];
      }
}

void describe(const cases::Case& problem, const model::Model& model, const mpi::RankGroups& groups, io::RunResult& result) {
  result.version = cli::version;
  result.commit = cli::commit();
  result.mpi_library = mpi::library_version();
  result.ranks = groups.ranks;
  result.groups = groups.count;
  result.messages = problem.messages.of_run();
  result.case_title = problem.title;
  result.case_file = problem.file;
  if (model::has_incident_field(problem, model.wet.surface)) result.far_field = "scattered";
  result.structural_dofs = model.structure ? model.structure->dofs() : 0;
  result.acoustic_dofs = model.wet.surface.size();
}

}  // namespace febem::solve
