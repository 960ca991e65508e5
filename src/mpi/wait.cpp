#include "mpi/wait.h"

#include <sched.h>

#include <chrono>
#include <thread>

#include "mpi/capabilities.h"
#include "mpi/check.h"
#include "mpi/environment.h"
#include "mpi/machine.h"

namespace febem::mpi {
namespace {

/// Cores that any rank of the machine may run on. Collective over its ranks.
int cores_of(MPI_Comm machine) {
  cpu_set_t own, all;
  CPU_ZERO(&own);
  CPU_ZERO(&all);
  sched_getaffinity(0, sizeof own, &own);
  check(MPI_Allreduce(&own, &all, static_cast<int>(sizeof own), MPI_BYTE, MPI_BOR, machine), "MPI_Allreduce");
  return CPU_COUNT(&all);
}

}  // namespace

void Pause::operator()() {
  using namespace std::chrono_literals;
  const double now = wall_time();
  if (!since_) since_ = now;
  if (now - *since_ < 5e-3 || is_simulated())
    std::this_thread::yield();
  else
    std::this_thread::sleep_for(50us);  // and wakes up late by about as much
}

bool outnumber_cores(const Communicator& communicator) {
  MPI_Comm machine = MPI_COMM_NULL;
  check(MPI_Comm_split(communicator.handle(), machine_number(), 0, &machine), "MPI_Comm_split");
  int ranks = 0, any = 0;
  check(MPI_Comm_size(machine, &ranks), "MPI_Comm_size");
  const int crowded = ranks > cores_of(machine) ? 1 : 0;
  check(MPI_Comm_free(&machine), "MPI_Comm_free");
  check(MPI_Allreduce(&crowded, &any, 1, MPI_INT, MPI_MAX, communicator.handle()), "MPI_Allreduce");
  return any != 0;
}

Wait suitable_wait(const Communicator& communicator) {
  return !is_simulated() && outnumber_cores(communicator) ? Wait::yield : Wait::spin;
}

void wait(MPI_Request& request, MPI_Status& status, Wait how) {
  if (how == Wait::spin) return check(MPI_Wait(&request, &status), "MPI_Wait");
  Pause pause;
  for (int done = 0; done == 0;) {
    check(MPI_Test(&request, &done, &status), "MPI_Test");
    if (done == 0) pause();
  }
}

}  // namespace febem::mpi
