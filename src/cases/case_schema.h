// The tables of the case file: sections, keys, units, limits and help. Reading, the command line, `minifebem help case` and the digest of
// the problem all use these tables.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cases/case.h"

namespace febem::cases {

/// The condition on a number, or on each number of a list. All numbers must be finite.
enum class Limit { none, positive, non_negative, poisson, nonzero };

struct Rule {
  std::string help;
  std::string unit = "";  ///< unit of a number that is given without a unit
  Limit limit = Limit::none;
  double least = -std::numeric_limits<double>::infinity();  ///< smallest permitted number or component
  double most = std::numeric_limits<double>::infinity();    ///< largest permitted number or component
  bool required = false;
  std::vector<std::string> kinds = {};    ///< values of the section's `kind` that the key belongs to; empty: all
  std::vector<std::string> choices = {};  ///< permitted texts; empty: any
  std::vector<std::string> missing = {};  ///< texts that a build with PETSc permits and this one does not
  /// Throws core::InputError, without a place, for a text that cannot be used; may be null.
  void (*check)(const std::string& text) = nullptr;
  std::vector<std::string> forms = {};  ///< what help shows if `check` decides which texts are permitted
  std::string usual = "";               ///< meaning of an empty text
};

/// A key and the member of T that holds its value.
template <class T>
struct Key {
  using Member = std::variant<double T::*, int T::*, bool T::*, std::string T::*, Vec3 T::*, std::vector<double> T::*, std::vector<int> T::*,
                              std::vector<std::string> T::*, std::vector<Vec3> T::*>;
  std::string name;
  Member member;
  Rule rule;
};

/// A table of the case file. `name` has a dot if the table lies inside another table.
template <class T>
struct Section {
  std::string name;
  std::string help;
  bool decides_answer;  ///< false if the section changes how the answer is computed, but not the answer
  bool required;
  std::vector<Key<T>> keys;
};

Section<Geometry> geometry_section();
Section<Material> material_section();
Section<Fluid> fluid_section();
Section<Structure> structure_section();
Section<Support> support_section();
Section<Excitation> excitation_section();
Section<Frequency> frequency_section();
Section<FrequencySweep> sweep_section();
Section<Formulation> formulation_section();
Section<Impedance> impedance_section();
Section<Output> output_section();
Section<FieldGrid> grid_section();
Section<Directivity> directivity_section();
/// The section of one of the four stages.
Section<StageOptions> stage_section(Stage stage);
/// The section "messages", or "messages.STAGE" of one of the four stages.
Section<MessageChoice> messages_section(std::optional<Stage> stage);
Section<Network> network_section();

/// Calls visit(section, get) for every section in the order of the help. get(Case&) returns the member that the section fills: a structure,
/// an optional structure (the section may be missing) or a vector (an array of tables).
template <class Visit>
void for_each_section(Visit&& visit) {
  visit(geometry_section(), [](auto& c) -> decltype(auto) { return (c.geometry); });
  visit(material_section(), [](auto& c) -> decltype(auto) { return (c.materials); });
  visit(fluid_section(), [](auto& c) -> decltype(auto) { return (c.fluid); });
  visit(structure_section(), [](auto& c) -> decltype(auto) { return (c.structure); });
  visit(support_section(), [](auto& c) -> decltype(auto) { return (c.supports); });
  visit(excitation_section(), [](auto& c) -> decltype(auto) { return (c.excitations); });
  visit(frequency_section(), [](auto& c) -> decltype(auto) { return (c.frequency); });
  visit(sweep_section(), [](auto& c) -> decltype(auto) { return (c.frequency.sweep); });
  visit(formulation_section(), [](auto& c) -> decltype(auto) { return (c.formulation); });
  visit(impedance_section(), [](auto& c) -> decltype(auto) { return (c.impedance); });
  visit(output_section(), [](auto& c) -> decltype(auto) { return (c.output); });
  visit(grid_section(), [](auto& c) -> decltype(auto) { return (c.output.grids); });
  visit(directivity_section(), [](auto& c) -> decltype(auto) { return (c.output.directivity); });
  for (const auto stage : core::four_stages) visit(stage_section(stage), [stage](auto& c) -> decltype(auto) { return (c.stages[stage]); });
  visit(messages_section({}), [](auto& c) -> decltype(auto) { return (c.messages.all); });
  for (const auto stage : core::four_stages)
    visit(messages_section(stage), [stage](auto& c) -> decltype(auto) { return (c.messages.stages[stage]); });
  visit(network_section(), [](auto& c) -> decltype(auto) { return (c.network); });
}

}  // namespace febem::cases
