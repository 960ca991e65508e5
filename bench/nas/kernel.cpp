#include "bench/nas/kernel.h"

#include <mpi.h>

#include "mpi/check.h"

namespace febem::nas {
namespace {

double all_reduce(const mpi::Communicator& ranks, double value, MPI_Op operation) {
  double result = 0;
  mpi::check(MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, operation, ranks.handle()), "MPI_Allreduce");
  return result;
}

}  // namespace

double sum(const mpi::Communicator& ranks, double value) { return all_reduce(ranks, value, MPI_SUM); }
double largest(const mpi::Communicator& ranks, double value) { return all_reduce(ranks, value, MPI_MAX); }

}  // namespace febem::nas
