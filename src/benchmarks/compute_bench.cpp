#include "benchmarks/compute_bench.h"

#include "benchmarks/sizes.h"
#include "core/error.h"
#include "la/blas.h"
#include "mpi/environment.h"

namespace febem::benchmarks {
namespace {

// In the first and second level of the cache, the matrix of the rate that `solve` reports (n = 384), and in
// memory.
std::vector<std::size_t> sizes_of(const Options& options) {
  if (options.sizes.empty()) return parse_sizes({"16KiB", "256KiB", "2304KiB", "16MiB"}, 1);
  return parse_sizes(options.sizes, sizeof(core::Complex));
}

double time_kernel(timing::Kernel& kernel, comm::Transport& transport, std::size_t repetitions) {
  transport.synchronise();
  const double start = mpi::wall_time();
  for (std::size_t i = 0; i < repetitions; ++i) kernel.run();
  return (mpi::wall_time() - start) / static_cast<double>(repetitions);
}

}  // namespace

void check_compute(const Options& options) {
  sizes_of(options);
  const auto& words = options.strategies;
  if (!words.routes.empty() || !words.cuts.empty() || !words.paces.empty() || options.barrier)
    throw core::InputError(
        "bench compute sends nothing: --route, --cut, --pace and --barrier have no meaning");
}

ComputeRecord time_kernels(const Options& options, const Setting& setting, comm::Transport& transport,
                           const comm::Messenger& control, const timing::Progress& progress) {
  ComputeRecord record{setting, la::blas_library(), {}};
  std::vector<std::unique_ptr<timing::Kernel>> kernels;
  std::vector<Point> points;
  for (const auto& entry : timing::kernels())
    for (const auto bytes : sizes_of(options)) {
      auto& kernel = *kernels.emplace_back(entry.make(bytes));
      record.timings.push_back({entry.name, entry.unit, bytes, kernel.work(), {}});
      points.push_back({std::string(entry.name) + ", " + std::to_string(bytes) + " bytes",
                        [&kernel, &transport](std::size_t repetitions) {
                          return time_kernel(kernel, transport, repetitions);
                        }});
    }
  auto samples = take_samples(points, setting.effort, control, progress);
  for (std::size_t i = 0; i < points.size(); ++i) record.timings[i].samples = std::move(samples[i]);
  return record;
}

}  // namespace febem::benchmarks
