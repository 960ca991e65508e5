// Loaded before an MPI library that polls through UCX, as MPICH on Debian does: a rank that finds nothing to do gives its
// core to another. Such a library never does by itself, and three ranks on two cores then wait for the scheduler.
#include <dlfcn.h>
#include <sched.h>

namespace {

using Progress = unsigned (*)(void*);
const auto library_progress = reinterpret_cast<Progress>(dlsym(RTLD_NEXT, "ucp_worker_progress"));

}  // namespace

extern "C" unsigned ucp_worker_progress(void* worker) {
  const unsigned events = library_progress(worker);
  if (events == 0) sched_yield();
  return events;
}
