#include <algorithm>

#include "check/case.h"
#include "cli/text_table.h"

namespace febem::check {
namespace {

void run_wtime(Probe& probe) {
  constexpr int calls = 200000;
  const double start = MPI_Wtime();
  double last = start, step = 1e9;
  bool monotonic = true;
  probe.step("200 000 readings of the clock");
  for (int i = 0; i < calls; ++i) {
    const double now = MPI_Wtime();
    monotonic = monotonic && now >= last;
    if (now > last) step = std::min(step, now - last);
    last = now;
  }
  probe.expect(monotonic, "the clock goes backwards");
  const double tick = MPI_Wtick(), cost = (last - start) / calls;
  probe.expect(tick > 0 && tick <= 1e-3, "MPI_Wtick is " + cli::number(tick));
  if (last > start) {
    probe.note("smallest step " + cli::with_prefix(step, "s") + ", a reading takes " + cli::with_prefix(cost, "s"));
    probe.measured("smallest step of MPI_Wtime", step, "s");
    probe.measured("cost of MPI_Wtime", cost, "s");
  } else {
    probe.note("the clock stands still while nothing is sent: simulated");
  }
  probe.fact("MPI_Wtick", tick, "s");
}

}  // namespace

extern const Case wtime_case{
    .name = "wtime",
    .ranks = 1,
    .help = "resolution, cost and monotony of MPI_Wtime",
    .standard = "MPI_Wtime is elapsed time that does not change its origin; MPI_Wtick its resolution (MPI 3.1, 8.6)",
    .run = run_wtime};

}  // namespace febem::check
