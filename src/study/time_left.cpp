#include "study/time_left.h"

#include <algorithm>
#include <cstdio>

#include "mpi/environment.h"

namespace febem::study {

void TimeLeft::took(const Item& item, double seconds) { cost_[item] = seconds; }

void TimeLeft::update(const Schedule& schedule, double limit) {
  double left = 0;
  for (const auto& [item, at_most] : schedule.remaining()) left += at_most * cost_[item];
  end_ = mpi::wall_time() + std::min(left, limit);
}

std::string TimeLeft::text() const {
  const double left = end_ - mpi::wall_time();
  if (left <= 0) return {};
  char text[48];
  if (left < 90)
    std::snprintf(text, sizeof text, "at most %.0f s left", left);
  else
    std::snprintf(text, sizeof text, "at most %.1f min left", left / 60);
  return text;
}

}  // namespace febem::study
