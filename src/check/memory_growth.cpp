#include "check/memory_growth.h"

#include <algorithm>
#include <fstream>

#include "cli/text_table.h"

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
  for (int i = 0; i < repetitions / 4; ++i) once();
  const double before = resident_bytes();
  for (int i = 0; i < repetitions; ++i) once();
  const double all = std::max(0.0, resident_bytes() - before), each = all / repetitions;
  const auto text =
      cli::number(each, "%.3g") + " bytes kept by each " + what + ", " + std::to_string(repetitions) + " of them";
  probe.note(text);
  if (each > few && all > store) probe.observe(Observation::leak, text);
}

}  // namespace febem::check
