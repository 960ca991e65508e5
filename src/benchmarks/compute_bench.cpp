#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "benchmarks/kernel.h"
#include "benchmarks/record.h"
#include "core/error.h"
#include "la/blas_library.h"

namespace febem::benchmarks {

namespace {

std::vector<const KernelFamily*> chosen(const Options& options) {
  std::vector<const KernelFamily*> families;
  const auto& names = options.kernels;
  for (const auto& family : kernel_families())
    if (names.empty() ? family.by_default
                      : std::find(names.begin(), names.end(), family.name) != names.end())
      families.push_back(&family);
  return families;
}

std::vector<std::size_t> kernel_sizes(const Options& options) {
  return options.sizes.empty() ? std::vector<std::size_t>{}
                               : parse_sizes(options.sizes, sizeof(core::Complex));
}

double time_kernel(Kernel& kernel, comm::Transport& transport, std::size_t repetitions) {
  transport.synchronise();
  return mean_seconds(
      repetitions, kernel.changes_its_input(), [&] { kernel.prepare(); }, [&] { kernel.run(); });
}

/// The largest error of all ranks; infinite where one is not a number.
double largest_error(const Kernel& kernel, const comm::Messenger& control) {
  const double mine = kernel.deviation().error;
  return control.all_reduce(std::isnan(mine) ? std::numeric_limits<double>::infinity() : mine,
      [](double a, double b) { return std::max(a, b); });
}

}  // namespace

#define FEBEM_LIST "benchmarks/kernels/list.inc"
#define FEBEM_ENTRY KernelFamily
#define FEBEM_ENTRIES kernel_families
#define FEBEM_OBJECT(NAME) NAME##_kernel
#include "core/plugins.inc"

void check_compute(const Options& options) {
  kernel_sizes(options);
  const auto& words = options.strategies;
  if (!words.routes.empty() || !words.cuts.empty() || !words.paces.empty() || options.barrier ||
      options.buffers != BufferKind::warm)
    throw core::InputError(
        "bench compute sends nothing: --route, --cut, --pace, --barrier and --buffers have no "
        "meaning");
  if (!options.profile.empty() && !options.kernels.empty())
    throw core::InputError(
        "--profile times the operations of the stages: --kernel has no meaning with it");
}

ComputeRecord time_kernels(const Options& options, const Setting& setting,
    comm::Transport& transport, const comm::Messenger& control, const timing::Progress& progress) {
  ComputeRecord record{setting, la::blas_library(), {}};
  std::vector<std::unique_ptr<Kernel>> kernels;
  std::vector<Point> points;
  for (const auto* family : chosen(options))
    for (auto& one : family->cases(kernel_sizes(options))) {
      auto& kernel = *kernels.emplace_back(std::move(one.kernel));
      points.push_back({one.name + ", " + std::to_string(one.bytes) + " bytes",
          [&kernel, &transport](
              std::size_t repetitions) { return time_kernel(kernel, transport, repetitions); }});
      record.timings.push_back({family, one.name, one.bytes, one.weight, 0, {}, {}});
    }
  auto samples = take_samples(points, setting.effort, control, progress);
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto& timing = record.timings[i];
    timing.work = kernels[i]->work();
    timing.deviation = {largest_error(*kernels[i], control), kernels[i]->deviation().limit};
    timing.samples = std::move(samples[i]);
  }
  return record;
}

}  // namespace febem::benchmarks
