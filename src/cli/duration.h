// Durations and the time left, as text for people.
#pragma once

#include <string>

namespace febem::cli {

/// Bounds of a duration, s. NaN if unknown.
struct Span {
  double least = 0, most = 0;
};

/// "about 2 to 7.5 min"; empty if it is unknown or over.
std::string duration_text(const Span& span);

/// "about 2 to 7.5 min left"; empty if it is unknown or over.
std::string left_text(const Span& span);

}  // namespace febem::cli
