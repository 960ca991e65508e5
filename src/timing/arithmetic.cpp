#include "timing/arithmetic.h"

#include <algorithm>

namespace febem::timing {

void Arithmetic::enter(std::string_view section) {
  const auto found = std::find_if(sections_.begin(), sections_.end(), [&](const Work& w) { return w.section == section; });
  current_ = static_cast<std::size_t>(found - sections_.begin());
  if (found == sections_.end()) sections_.push_back({std::string(section), 0, 0});
}

Work Arithmetic::work(std::string_view section) const {
  for (const auto& work : sections_)
    if (work.section == section) return work;
  return {std::string(section), 0, 0};
}

}  // namespace febem::timing
