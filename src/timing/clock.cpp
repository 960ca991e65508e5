#include "timing/clock.h"

#include <sys/resource.h>
#include <unistd.h>

#include <ctime>
#include <fstream>
#include <optional>
#include <string>

#include "mpi/environment.h"
#include "timing/arithmetic.h"

namespace febem::timing {
namespace {

// proc(5): the thread's time on a core and in the queue for one, ns. Linux alone has the file, if
// its kernel keeps the figures.
std::optional<double> queued_so_far() {
  std::ifstream file("/proc/thread-self/schedstat");
  double ran = 0, queued = 0;
  return file >> ran >> queued ? std::optional(1e-9 * queued) : std::nullopt;
}

// proc(5): of all cores of the node, in ticks.
void read_node(core::CoreTime& time) {
  std::ifstream file("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, later = 0,
         stolen = 0;
  if (!(file >> name >> user >> nice >> system >> idle >> waiting >> interrupts >> later >> stolen))
    return;
  const auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
  time.node_busy_seconds = (user + nice + system + interrupts + later + stolen) / ticks;
  time.node_stolen_seconds = stolen / ticks;
}

core::CoreTime core_time_so_far() {
  core::CoreTime time;
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  time.seconds = time.rank_seconds = mpi::wall_time();
  time.ran_seconds =
      static_cast<double>(std::clock()) / CLOCKS_PER_SEC;  // that of getrusage is up to a tick old
  time.queued_seconds = queued_so_far();
  time.involuntary_switches = usage.ru_nivcsw;
  read_node(time);
  return time;
}

}  // namespace

bool depends_on_cores(const Arithmetic& arithmetic) {
  return !arithmetic.modelled() && !mpi::is_simulated();
}

CoreWatch::CoreWatch(bool wanted) : wanted_(wanted) {
  if (wanted_) before_ = core_time_so_far();
}

CoreWatch::~CoreWatch() {
  if (wanted_ && time_ != nullptr) *time_ += core_time_so_far() - before_;
}

}  // namespace febem::timing
