#include "cli/progress_line.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace febem::cli {

ProgressLine::ProgressLine(bool wanted) : shown_(wanted && ::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() { wipe(); }

timing::Progress ProgressLine::callback() {
  if (!shown_) return {};
  return [this](std::string_view section, double fraction) { show(section, fraction); };
}

void ProgressLine::show(std::string_view section, double fraction) {
  char percent[16];
  std::snprintf(percent, sizeof percent, " %3.0f %%", 100.0 * fraction);
  say(prefix_ + "  " + std::string(section) + percent);
}

void ProgressLine::say(const std::string& text) {
  if (!shown_) return;
  const double now =
      std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  if (now - last_ < 0.1) return;
  last_ = now;
  dirty_ = true;
  std::fprintf(stderr, "\r\033[K%s", text.c_str());
  std::fflush(stderr);
}

void ProgressLine::wipe() {
  if (dirty_) std::fputs("\r\033[K", stderr);
  dirty_ = false;
}

}  // namespace febem::cli
