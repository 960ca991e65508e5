#include "bem/kernel_sums.h"

namespace febem::bem {

KernelSums::KernelSums(Index count, double wavenumber, bool hypersingular)
    : sums_(count), wavenumber_(wavenumber), hypersingular_(hypersingular) {
  segments_.reserve(KernelBlock::capacity);
}

void KernelSums::add(Index pair, const Vec3& x, const Vec3& normal, const PointView& points) {
  if (block_.size + points.size > KernelBlock::capacity) evaluate();
  const int begin = block_.size;
  for (int q = 0; q < points.size; ++q) {
    block_.dx[begin + q] = x.x() - points.x[q];
    block_.dy[begin + q] = x.y() - points.y[q];
    block_.dz[begin + q] = x.z() - points.z[q];
    block_.weight[begin + q] = points.weight[q];
  }
  if (hypersingular_) {
    for (int q = begin; q < begin + points.size; ++q) {
      block_.along_n_x[q] = block_.dx[q] * normal.x() + block_.dy[q] * normal.y() + block_.dz[q] * normal.z();
    }
  }
  block_.size += points.size;
  points_ += points.size;
  segments_.push_back({pair, begin, block_.size});
}

void KernelSums::evaluate() {
  evaluate_green(block_, wavenumber_);
  if (hypersingular_) evaluate_hypersingular(block_, wavenumber_);
  for (const Segment& segment : segments_) {
    KernelSum sum = sums_[segment.pair];
    for (int q = segment.begin; q < segment.end; ++q) {
      sum.g += Complex(block_.g_re[q], block_.g_im[q]);
      sum.t += Complex(block_.t_re[q], block_.t_im[q]);
      if (hypersingular_) sum.e += Complex(block_.e_re[q], block_.e_im[q]);
    }
    sums_[segment.pair] = sum;
  }
  segments_.clear();
  block_.size = 0;
}

std::vector<KernelSum> KernelSums::finish() && {
  evaluate();
  return std::move(sums_);
}

}  // namespace febem::bem
