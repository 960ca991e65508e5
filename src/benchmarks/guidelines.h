// Self-consistent guidelines, which a user may expect any MPI library to keep: Traeff, Gropp and
// Thakur (IEEE Trans. Parallel Distrib. Syst. 21(5), 2010).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "benchmarks/record.h"
#include "timing/comparison.h"

namespace febem::benchmarks {

/// A guideline that the samples break: a timing takes longer than `times` x another.
struct Broken {
  std::string_view guideline;         ///< "library", "split" or "length"
  std::size_t timing = 0, other = 0;  ///< positions among MessageRecord::timings
  std::size_t times = 1;
  timing::Comparison comparison;  ///< ratio of the two, `times` taken into account
};

struct Guidelines {
  static constexpr double confidence = 0.95;  ///< of all comparisons together
  static constexpr double margin = 1.05;      ///< a smaller ratio breaks nothing

  std::size_t comparisons = 0;
  bool too_few = false;  ///< samples: no comparison can show a difference
  std::vector<Broken> broken;
};

/// Compares the samples of equal rounds, at most 50 of them:
/// - library: the library's own collective, or its bare calls, against each other strategy;
/// - split: a message against the same bytes in k messages of a length that was timed;
/// - length: a message against each longer one.
/// The worst of each timing and guideline is kept. On an emulated network nothing is the library's.
Guidelines guidelines(const MessageRecord& record);

}  // namespace febem::benchmarks
