#include "bench/check/case.h"

#include <array>

namespace febem::check {

#define FEBEM_PLUGIN(NAME) std::vector<Case> NAME##_cases();
#include "bench/check/cases/list.inc"
#undef FEBEM_PLUGIN

std::string_view name(Legality legality) {
  constexpr std::array<std::string_view, 3> names{"legal", "unsafe", "erroneous"};
  return names[static_cast<std::size_t>(legality)];
}

std::string Case::standard() const { return text(says, " (MPI ", version, ", ", where, ")"); }

std::span<const Case> cases() {
  static const auto all = [] {
    std::vector<Case> every;
#define FEBEM_PLUGIN(NAME)          \
  for (auto one : NAME##_cases()) { \
    one.family = #NAME;             \
    every.push_back(one);           \
  }
#include "bench/check/cases/list.inc"
#undef FEBEM_PLUGIN
    return every;
  }();
  return all;
}

}  // namespace febem::check
