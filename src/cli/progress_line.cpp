#include "cli/progress_line.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace febem::cli {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

ProgressLine::ProgressLine(bool wanted)
    : wanted_(wanted), on_terminal_(::isatty(STDERR_FILENO) == 1), last_(now()) {}

ProgressLine::~ProgressLine() { wipe(); }

timing::Progress ProgressLine::callback() {
  if (!wanted_) return {};
  return [this](std::string_view section, double fraction) { show(section, fraction); };
}

bool ProgressLine::is_due() const {
  constexpr double on_terminal = 0.1, in_log = 60;  // s
  return wanted_ && now() - last_ >= (on_terminal_ ? on_terminal : in_log);
}

void ProgressLine::show(std::string_view section, double fraction) {
  if (!is_due()) return;
  char percent[16];
  std::snprintf(percent, sizeof percent, " %3.0f %%", 100.0 * fraction);
  say(prefix_ + "  " + std::string(section) + percent);
}

void ProgressLine::say(const std::string& text) {
  if (!is_due()) return;
  last_ = now();
  dirty_ = on_terminal_;
  std::fprintf(stderr, on_terminal_ ? "\r\033[K%s" : "  %s\n", text.c_str());
  std::fflush(stderr);
}

void ProgressLine::wipe() {
  if (dirty_) std::fputs("\r\033[K", stderr);
  dirty_ = false;
}

}  // namespace febem::cli
