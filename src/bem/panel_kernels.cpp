#include "bem/panel_kernels.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "core/error.h"
#include "core/processor.h"

namespace febem::bem {

extern const PanelKernels reference_kernels, baseline_kernels;
#ifdef __x86_64__
extern const PanelKernels avx2_kernels, avx512_kernels;
#endif

std::vector<const PanelKernels*> available_panel_kernels() {
  std::vector<const PanelKernels*> sets{&reference_kernels, &baseline_kernels};
#ifdef __x86_64__
  if (core::vector_bits() >= 256) sets.push_back(&avx2_kernels);
  if (core::vector_bits() >= 512) sets.push_back(&avx512_kernels);
#endif
  return sets;
}

const PanelKernels& chosen_panel_kernels() {
  const auto sets = available_panel_kernels();
  const char* const wanted = std::getenv("FEBEM_INSTRUCTION_SET");
  if (wanted == nullptr) return *sets.back();
  std::string names;
  for (const auto* set : sets) {
    if (set->name == std::string(wanted)) return *set;
    names += std::string(names.empty() ? "" : ", ") + set->name;
  }
  throw core::InputError(
      "FEBEM_INSTRUCTION_SET = " + std::string(wanted) + ": this program has here " + names);
}

}  // namespace febem::bem
