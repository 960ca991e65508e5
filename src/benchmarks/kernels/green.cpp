// green: Green's function, its first derivative over r and the hypersingular kernel, as stage 2
// evaluates them, and by the scalar reference. Counted is an evaluation: all three, complex, at one
// pair of a point and a quadrature point, times the weight and added to the sums of the panel.
#include <algorithm>
#include <cmath>
#include <limits>

#include "bem/row_integrals.h"
#include "benchmarks/kernel.h"
#include "la/norms.h"

namespace febem::benchmarks {
namespace {

using bem::PanelKernels;
using bem::RowSums;

constexpr double wavenumber = 4;

/// Panels of four points on a patch before the observer, some of a size apart.
class Green final : public Kernel {
 public:
  Green(std::size_t bytes, const PanelKernels& kernels)
      : kernels_(kernels),
        count_(bem::padded(std::max(bytes / sizeof(double) / points, std::size_t{1}))),
        sums_(count_) {
    for (std::size_t at = 0; at < points * count_; ++at) {
      const double panel = static_cast<double>(
                       at / (points * bem::padding) * bem::padding + at % bem::padding),
                   corner = static_cast<double>(at / bem::padding % points);
      x_.push_back(0.5 + 0.01 * corner + 0.05 * std::fmod(panel, 40));
      y_.push_back(0.7 + 0.002 * panel);
      z_.push_back(1 + 0.01 * corner);
      weight_.push_back(1e-3 * (1 + corner));
    }
    for (double* const part : sums_.from().part)
      std::fill(part, part + count_, std::numeric_limits<double>::quiet_NaN());
  }

  void run() override { evaluate(kernels_, sums_); }
  double work() const override { return static_cast<double>(points * count_); }
  Deviation deviation() const override {
    RowSums known(count_);
    evaluate(*bem::available_panel_kernels().front(), known);
    double most = 0;
    for (std::size_t p = 0; p < count_; ++p)
      for (const double error :
          {std::abs(sums_.h(p) / known.h(p) - 1.0), std::abs(sums_.b(p) / known.b(p) - 1.0)})
        most = la::larger(most, error);
    return {most, 1e-13};
  }

 private:
  static constexpr std::size_t points = 4;

  void evaluate(const PanelKernels& kernels, RowSums& sums) const {
    kernels.over_panels({wavenumber, 0.1, 0.2}, {0, 0, 0, 0, 0.6, 0.8},
        {x_.data(), y_.data(), z_.data(), weight_.data(), points},
        {normal_x_.data(), normal_x_.data(), normal_z_.data()}, count_, sums.from());
  }

  const PanelKernels& kernels_;
  std::size_t count_;
  RowSums sums_;
  std::vector<double> x_, y_, z_, weight_;
  const std::vector<double> normal_x_ = std::vector<double>(count_, 0.0),
                            normal_z_ = std::vector<double>(count_, -1.0);
};

std::vector<KernelCase> green_cases(std::span<const std::size_t> sizes) {
  constexpr std::size_t own[] = {4 * 1664 * sizeof(double)};  // the sonobuoy
  std::vector<KernelCase> all;
  const auto add = [&](const char* name, const PanelKernels& kernels) {
    for (const auto bytes : sizes.empty() ? std::span<const std::size_t>(own) : sizes)
      all.push_back({name, bytes, std::make_unique<Green>(bytes, kernels)});
  };
  add("green", bem::chosen_panel_kernels());
  add("green-reference", *bem::available_panel_kernels().front());
  return all;
}

}  // namespace

extern const KernelFamily green_kernel{.name = "green",
    .help = "Green's function as in stage 2, and one by one, on 1664 panels unless --sizes",
    .unit = "evaluation",
    .cases = green_cases};

}  // namespace febem::benchmarks
