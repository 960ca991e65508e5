// A library that sums complex numbers wrongly: the sign of the imaginary part.
#include <mpi.h>

#include <complex>

extern "C" int MPI_Allreduce(
    const void* in, void* out, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  const int code = PMPI_Allreduce(in, out, count, type, operation, comm);
  if (type != MPI_C_DOUBLE_COMPLEX || operation != MPI_SUM) return code;
  auto* sums = static_cast<std::complex<double>*>(out);
  for (int i = 0; i < count; ++i) sums[i] = std::conj(sums[i]);
  return code;
}
