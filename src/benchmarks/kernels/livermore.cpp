// livermore: the 24 loops of McMahon (bench/livermore), each at its three lengths, with the
// published checksums.
#include <cmath>
#include <cstdio>

#include "bench/livermore/loop.h"
#include "benchmarks/kernel.h"

namespace febem::benchmarks {
namespace {

using namespace livermore;

class LivermoreLoop final : public Kernel {
 public:
  LivermoreLoop(const Loop& loop, Span span)
      : loop_(loop), n_(loop.lengths[span]), passes_(loop.passes[span] * multiples[span]),
        known_(loop.checksums[span]) {
    constexpr std::size_t search = 15;  // position of loop 16
    initialise(original_, span, loops()[search]->lengths[span]);
  }

  bool changes_its_input() const override { return true; }
  void prepare() override { data_ = original_; }
  void run() override {
    for (int pass = 0; pass < passes_; ++pass) loop_.pass(data_, n_);
  }
  double work() const override { return loop_.flops(data_, n_, passes_); }
  // Seven digits: of loop 12, a sum of small differences, compilers that fuse products and sums
  // agree in no more.
  Deviation deviation() const override {
    return {std::abs(loop_.checksum(data_, n_) / known_ - 1), 1e-7};
  }

 private:
  const Loop& loop_;
  int n_, passes_;
  double known_;
  Data original_{}, data_{};
};

// The length in the middle counts twice, as in the benchmark's own summary.
std::vector<KernelCase> livermore_cases(std::span<const std::size_t>) {
  constexpr std::array names{"long", "medium", "short"};
  constexpr std::array weights{1, 2, 1};
  std::vector<KernelCase> all;
  for (const auto* loop : loops())
    for (const auto span : {long_span, medium_span, short_span}) {
      char name[40];
      std::snprintf(name, sizeof name, "livermore-%02d-%s", loop->number, names[span]);
      all.push_back({name, static_cast<std::size_t>(loop->lengths[span]) * sizeof(double),
          std::make_unique<LivermoreLoop>(*loop, span), weights[span]});
    }
  return all;
}

}  // namespace

extern const KernelFamily livermore_kernel{.name = "livermore",
    .help = "the 24 Livermore loops at three lengths of their own; only when asked for",
    .unit = "flop",
    .by_default = false,
    .statistics = true,
    .cases = livermore_cases};

}  // namespace febem::benchmarks
