// Figures of a transducer from its admittance over frequency (IEEE Std 176-1987, 6.4).
//
// Around a resonance 1/G is a parabola over frequency, as is 1/R, and sqrt(G_max/G - 1) is linear.
// Below f_s a resonant branch C1 beside C0 has B/omega = C0 + C1 / (1 - (f/f_s)^2), where C1/C0 =
// (f_p/f_s)^2 - 1. C0 contains modes far above f_s.
#pragma once

#include <span>
#include <vector>

#include "io/results.h"

namespace febem::driver {

/// For each load case with an admittance at three frequencies or more.
std::vector<io::TransducerFigures> transducer_figures(std::span<const io::FrequencyResult> all);

}  // namespace febem::driver
