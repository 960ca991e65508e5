#include "mpi/pass_time.h"

#include <mpi.h>
#include <time.h>

#include "mpi/environment.h"

namespace febem::mpi {

#ifdef SMPI_H  // the simulator's mpi.h is its own

void pass_time(double seconds) { smpi_execute(seconds); }

#else

namespace {

void sleep(double seconds) {
  const auto whole = static_cast<time_t>(seconds);
  const timespec time{whole, static_cast<long>((seconds - static_cast<double>(whole)) * 1e9)};
  nanosleep(&time, nullptr);
}

}  // namespace

void pass_time(double seconds) {
  constexpr double imprecision = 2e-4;  // of the system's sleep
  const double end = wall_time() + seconds;
  for (double left = seconds; left > 0; left = end - wall_time())
    if (left > 2 * imprecision) sleep(left - imprecision);
}

#endif

}  // namespace febem::mpi
