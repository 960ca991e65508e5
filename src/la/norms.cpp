#include "la/norms.h"

extern "C" void zlacn2_(const int* n, void* v, void* x, double* estimate, int* kase, int* isave);

namespace febem::la {

OneNormEstimate::OneNormEstimate(Index n) : n_(static_cast<int>(n)), work_(n) {}

OneNormEstimate::Ask OneNormEstimate::next(Vector& x) {
  x.conservativeResize(n_);
  zlacn2_(&n_, work_.data(), x.data(), &value_, &ask_, state_.data());
  return static_cast<Ask>(ask_);
}

}  // namespace febem::la
