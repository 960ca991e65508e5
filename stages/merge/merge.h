// Stage 1, merge: element matrices, merged and reduced to a factor of A_s. The algebra and the cost
// are in README.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/element_system.h"
#include "stages/common/factor.h"
#include "stages/common/stage_context.h"

namespace febem::merge {

using la::Index;

struct Options {
  std::string method;
  Index block;  ///< pivots eliminated at a time; 1 is the 1999 code
};

/// A method of stage 1; `run` is collective.
struct Method {
  std::string_view name;
  std::string_view help;
  common::Factor (*run)(const common::ElementSystem&, const Options&, const common::StageContext&);
  bool is_library =
      false;  ///< its arithmetic and messages are a library's: neither is modelled nor counted
  bool by_subdomains =
      false;  ///< needs the elimination tree, and each rank has a part of the factor
  bool sparse_columns = false;  ///< its factor takes sparse right-hand sides: the method `columns`
                                ///< of stage 3 can use it
  /// Starts the library behind the method, so that no stage's time includes it; null if there is
  /// nothing to start. Collective.
  void (*start)() = nullptr;
};

/// Every method, in the order of list.inc.
std::span<const Method> methods();
/// Names of the methods that a build with PETSc has and this one has not.
std::span<const std::string_view> methods_missing();

/// The named method. Throws core::InputError with the nearest name if there is none.
const Method& method(std::string_view name);

/// The factor of A_s by the chosen method. Collective. Throws core::InputError for an unknown
/// method. A singular matrix is an outcome: Factor::report.singular.
common::Factor run(const common::ElementSystem& system, const Options& options,
    const common::StageContext& context);

}  // namespace febem::merge
