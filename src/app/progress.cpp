#include "app/progress.h"

#include <unistd.h>

#include <cstdio>

#include "mpi/environment.h"

namespace febem::app {

ProgressLine::ProgressLine(bool wanted) : shown_(wanted && ::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() { wipe(); }

timing::Progress ProgressLine::callback() {
  if (!shown_) return {};
  return [this](std::string_view section, double fraction) { show(section, fraction); };
}

void ProgressLine::show(std::string_view section, double fraction) {
  const double now = mpi::wall_time();
  if (now - last_ < 0.1) return;
  last_ = now;
  dirty_ = true;
  std::fprintf(stderr, "\r\033[K%s  %.*s %3.0f %%", prefix_.c_str(), static_cast<int>(section.size()), section.data(),
               100.0 * fraction);
  std::fflush(stderr);
}

void ProgressLine::wipe() {
  if (dirty_) std::fputs("\r\033[K", stderr);
  dirty_ = false;
}

}  // namespace febem::app
