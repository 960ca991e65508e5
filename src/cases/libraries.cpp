#include "cases/libraries.h"

#include "cli/input_errors.h"
#include "stages/merge/merge.h"

namespace febem::cases {

eliminate::IterationLimits limits_of(const StageOptions& options) {
  return {options.tolerance, options.iterations, options.restart, options.petsc};
}

std::vector<std::string> library_methods(const Case& problem) {
  std::vector<std::string> names;
  const auto add = [&](const auto& method) {
    if (method.is_library) names.emplace_back(method.name);
  };
  if (problem.structure) add(merge::method(problem.stages[Stage::merge].method));
  add(problem.elimination());
  return names;
}

void start_libraries(const Case& problem) {
  if (problem.structure)
    if (const auto start = merge::method(problem.stages[Stage::merge].method).start) start();
  const auto& options = problem.stages[Stage::eliminate];
  const auto& method = problem.elimination();
  if (!method.iterates() || method.iterative().start == nullptr) return;
  cli::located({problem.file, 0, core::name(Stage::eliminate) + ".petsc"},
      [&] { method.iterative().start(limits_of(options)); });
}

}  // namespace febem::cases
