#include "mpi/machine.h"

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <thread>

#include "mpi/communicator.h"
#include "mpi/environment.h"

namespace febem::mpi {

int machine_number() {
  std::string identity(256, '\0');
  if (!(std::ifstream("/proc/sys/kernel/random/boot_id") >> identity))
    ::gethostname(identity.data(), identity.size());
  return static_cast<int>(std::hash<std::string>{}(identity)&std::numeric_limits<int>::max());
}

void Pause::operator()() {
  using namespace std::chrono_literals;
  const double now = wall_time();
  if (!since_) since_ = now;
  if (now - *since_ < 5e-3 || is_simulated())
    std::this_thread::yield();
  else
    std::this_thread::sleep_for(50us);  // and wakes up late by about as much
}

bool ranks_outnumber_cores() { return !is_simulated() && outnumber_cores(Communicator::world()); }

}  // namespace febem::mpi
