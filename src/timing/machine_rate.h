// The machine's ceiling, measured in the same run as what is compared with it.
#pragma once

namespace febem::timing {

/// flop/s of this process in zgemm (n x n x n, n = 384): the best of repeats over about 0.1 s.
double measure_multiply_rate();

/// Largest resident set of this process so far, bytes.
double peak_memory();

}  // namespace febem::timing
