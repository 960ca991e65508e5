#include "mpi/machine.h"

#include <unistd.h>

#include <fstream>
#include <functional>
#include <limits>
#include <string>

#include "mpi/capabilities.h"
#include "mpi/wait.h"

namespace febem::mpi {

int machine_number() {
  std::string identity(256, '\0');
  if (!(std::ifstream("/proc/sys/kernel/random/boot_id") >> identity)) ::gethostname(identity.data(), identity.size());
  return static_cast<int>(std::hash<std::string>{}(identity) & std::numeric_limits<int>::max());
}

bool ranks_outnumber_cores() { return !is_simulated() && outnumber_cores(Communicator::world()); }

}  // namespace febem::mpi
