#include "cases/case.h"

#include <array>
#include <cmath>

#include "core/registry.h"
#include "stages/eliminate/eliminate.h"
#include "stages/reduce/reduce.h"

namespace febem::cases {

std::complex<double> Impedance::at(double hz) const {
  const double omega = 2 * core::pi * hz;
  if (table.empty())
    return resistance + (stiffness * std::complex(1.0, -loss_factor) - omega * omega * mass) /
                            std::complex(0.0, -omega);
  auto after = std::ranges::lower_bound(table, hz, {}, [](const Vec3& row) { return row.x(); });
  if (after == table.end()) --after;
  const Vec3 &b = *after, &a = after == table.begin() ? b : after[-1];
  const double part = b.x() == a.x() ? 0 : (b.x() - hz) / (b.x() - a.x());
  const Vec3 row = b + part * (a - b);
  return {row.y(), row.z()};
}

bool DirectionSet::is_circle() const {
  return vectors.empty() && angles.empty() && to - from == 360;
}

bool is_point_source(const Excitation& excitation) {
  return excitation.kind == "monopole" || excitation.kind == "dipole";
}

bool is_electric(const Excitation& excitation) {
  return excitation.kind == "voltage" || excitation.kind == "charge" ||
         excitation.kind == "current";
}

std::vector<Vec3> FieldGrid::points() const {
  std::vector<Vec3> result{origin};
  for (std::size_t edge = 0; edge < edges.size(); ++edge) {
    const auto before = result;
    for (int i = 1; i < counts[edge]; ++i)
      for (const auto& x : before)
        result.push_back(x + static_cast<double>(i) / (counts[edge] - 1) * edges[edge]);
  }
  return result;
}

cli::Place Case::at(const Lines& lines, const std::string& section, const std::string& key) const {
  auto found = lines.find(key);
  if (found == lines.end()) found = lines.find("");
  return {
      file, found == lines.end() ? 0 : found->second, key.empty() ? section : section + "." + key};
}

bool Case::solves_for_each_row() const {
  return reduce::method(stages[Stage::reduce].method).solves_for_each_row;
}

bool Case::is_mixed() const { return stages[Stage::eliminate].precision == "mixed"; }

const eliminate::Method& Case::elimination(int ranks) const {
  constexpr int many = 32;  // stages/eliminate/README.md has the times
  const auto& name = stages[Stage::eliminate].method;
  if (name != core::automatic) return eliminate::method(name);
  return eliminate::method(ranks < many || is_mixed() ? "rows" : "grid");
}

std::string Case::method(Stage stage, int ranks) const {
  return stage == Stage::eliminate ? std::string(elimination(ranks).name) : stages[stage].method;
}

std::vector<double> Case::frequencies() const {
  std::vector<double> result = frequency.hz;
  const auto& [from, to] = std::pair(frequency.from, frequency.to);
  for (int i = 0; i < frequency.points; ++i) {
    const double t = i == 0 ? 0.0 : static_cast<double>(i) / (frequency.points - 1);
    result.push_back(
        frequency.spacing == "log" ? from * std::pow(to / from, t) : from + t * (to - from));
  }
  return result;
}

namespace {

/// `names`, with what `choice` gives in their place.
comm::StrategyNames replaced(comm::StrategyNames names, const MessageChoice& choice) {
  if (!choice.strategy.empty()) names = comm::strategy_set(choice.strategy);
  if (!choice.route.empty()) names.route = choice.route;
  if (!choice.cut.empty()) names.cut = choice.cut;
  if (!choice.pace.empty()) names.pace = choice.pace;
  return names;
}

}  // namespace

comm::StrategyNames Messages::of_run() const {
  return replaced(usual.empty() ? comm::StrategyNames{} : comm::strategy_set(usual), all);
}

comm::StrategyNames Messages::of(Stage stage) const {
  const auto whose = stage == Stage::check     ? Stage::eliminate
                     : stage == Stage::recover ? Stage::merge
                                               : stage;
  return replaced(of_run(), stages[whose]);
}

core::PerStage<comm::StrategyNames> Messages::of_stages() const {
  core::PerStage<comm::StrategyNames> result;
  for (const auto& entry : core::stage_table) result[entry.stage] = of(entry.stage);
  return result;
}

namespace {

/// One pivot a message, as in 1999.
core::PerStage<StageOptions> options_of_1999() {
  auto result = default_options();
  result[Stage::merge] = {"frontal", 1};
  result[Stage::reduce].method = "rows";
  result[Stage::eliminate] = {"rows", 1};
  return result;
}

constexpr std::array all_method_sets{MethodSet{"fast", "the defaults", default_options},
    MethodSet{"1999",
        "the paper's: a shared front, the factor streamed past owned rows, one pivot at a time, "
        "messages by a star",
        options_of_1999, "bulk"}};

}  // namespace

std::span<const MethodSet> method_sets() { return all_method_sets; }
const MethodSet& method_set(std::string_view name) {
  return core::find(method_sets(), name, "set of methods");
}

core::PerStage<StageOptions> default_options() {
  core::PerStage<StageOptions> result;
  for (const auto& entry : core::stage_table) result[entry.stage].method = entry.default_method;
  result[Stage::merge].width = 48;
  return result;
}

}  // namespace febem::cases
