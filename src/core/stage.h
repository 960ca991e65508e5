// The stages of a run, for the case file, the command line, the messages and the reports.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace febem::core {

/// The four stages of the method, and the work before, between and after them, in the order of a
/// run.
enum class Stage { distribute, merge, form, reduce, eliminate, check, recover };

/// A stage, and the keys of its section of the case file, which are also options; empty if it has
/// none.
struct StageEntry {
  Stage stage;
  std::string_view name;
  std::string_view help;
  std::string_view method_key = {}, method_help = {}, default_method = {};
  std::string_view width_key = {}, width_help = {};  ///< pivots or rows eliminated together
};

/// For a method that follows from the others or from the number of ranks.
inline constexpr std::string_view automatic = "auto";

inline constexpr std::array stage_table{
    StageEntry{Stage::distribute, "distribute", "gives the structure to every rank"},
    StageEntry{Stage::merge, "merge", "stage 1: assembles the structure and factors it", "method",
        "how the structure is factored", "substructure", "block",
        "pivots eliminated together by frontal and substructure"},
    StageEntry{Stage::form, "form", "stage 2: fills the boundary element matrices", "schedule",
        "who forms which rows", "static"},
    StageEntry{Stage::reduce, "reduce", "stage 3: eliminates the structure from the acoustic rows",
        "method", "how the Schur complement is formed; auto: the fastest that fits stages 1 and 4",
        automatic},
    StageEntry{Stage::eliminate, "eliminate", "stage 4: solves the dense acoustic system", "method",
        "how the dense system is solved; auto: rows on few ranks, grid from 32 on", automatic,
        "panel",
        "rows factored and broadcast together; 0: 48, or fewer on many ranks, so that all have as "
        "many"},
    StageEntry{Stage::check, "check", "computes residual and condition"},
    StageEntry{Stage::recover, "recover", "computes the displacements of the structure"}};

static_assert(
    [] {
      for (std::size_t i = 0; i < stage_table.size(); ++i)
        if (stage_table[i].stage != static_cast<Stage>(i)) return false;
      return true;
    }(),
    "the table stands in the order of the type");

/// The four stages of the method (docs/architecture.md).
inline constexpr std::array four_stages{Stage::merge, Stage::form, Stage::reduce, Stage::eliminate};
inline bool is_one_of_four(Stage stage) {
  return std::find(four_stages.begin(), four_stages.end(), stage) != four_stages.end();
}

inline const StageEntry& entry(Stage stage) { return stage_table[static_cast<std::size_t>(stage)]; }
inline std::string name(Stage stage) { return std::string(entry(stage).name); }
inline std::optional<Stage> find_stage(std::string_view name) {
  const auto found = std::find_if(
      stage_table.begin(), stage_table.end(), [&](const auto& e) { return e.name == name; });
  return found == stage_table.end() ? std::nullopt : std::optional(found->stage);
}

/// A value for each stage.
template <class T>
struct PerStage : std::array<T, stage_table.size()> {
  using Values = std::array<T, stage_table.size()>;
  T& operator[](Stage stage) { return Values::operator[](static_cast<std::size_t>(stage)); }
  const T& operator[](Stage stage) const {
    return Values::operator[](static_cast<std::size_t>(stage));
  }
};

}  // namespace febem::core
