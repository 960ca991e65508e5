#include "check/memory_growth.h"

#include <algorithm>
#include <fstream>
#include <limits>

#include "cli/text.h"

namespace febem::check {

double resident_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == "VmRSS:" && status >> kilobytes) return 1024 * kilobytes;
  }
  throw Unsupported("the system does not tell the memory of a process (/proc/self/status)");
}

void expect_no_growth(Probe& probe, const std::string& what, int repetitions, const std::function<void()>& once) {
  constexpr double few = 16, store = 256 * 1024;
  constexpr int parts = 4;
  const int in_part = repetitions / parts;
  for (int i = 0; i < in_part; ++i) once();
  double least = std::numeric_limits<double>::infinity();
  for (int part = 0; part < parts; ++part) {
    const double before = resident_bytes();
    for (int i = 0; i < in_part; ++i) once();
    least = std::min(least, std::max(0.0, resident_bytes() - before));
  }
  const double each = least / in_part;
  const auto text = cli::number(each, "%.3g") + " bytes kept by each " + what + ", " + std::to_string(repetitions) + " of them";
  if (each > few && parts * least > store)
    probe.observe(Observation::leak, text);
  else
    probe.note(text);
}

}  // namespace febem::check
