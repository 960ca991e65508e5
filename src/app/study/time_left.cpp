#include "app/study/time_left.h"

#include <algorithm>
#include <cstdio>

#include "mpi/environment.h"

namespace febem::app::study {

void TimeLeft::took(const Item& item, double seconds) { cost_[item] = seconds; }

void TimeLeft::update(const Schedule& schedule, double limit) {
  double left = 0;
  for (const auto& [item, at_most] : schedule.remaining()) left += at_most * cost_[item];
  end_ = mpi::wall_time() + std::min(left, limit);
}

std::string TimeLeft::text() const {
  if (end_ == 0) return {};
  const double left = std::max(0.0, end_ - mpi::wall_time());
  char text[48];
  std::snprintf(text, sizeof text, "at most %.0f %s left", left < 90 ? left : left / 60,
                left < 90 ? "s" : "min");
  return text;
}

}  // namespace febem::app::study
