// --arithmetic and --profile: whether a run computes, or only lets the time of its arithmetic pass.
#pragma once

#include <optional>
#include <string>

#include "timing/work.h"

namespace CLI {
class App;
}

namespace febem::cases {

struct ArithmeticOptions {
  std::string word = "computed";
  std::string profile;  ///< file

  bool computed() const { return word == "computed"; }
};

/// `options` must outlive the parsing.
void add_arithmetic_options(CLI::App& command, ArithmeticOptions& options);

/// Throws core::InputError if the options contradict each other.
void validate(const ArithmeticOptions& options);

/// The text of the file that --profile names, empty without one. Throws core::InputError if it cannot be read or is no profile.
std::string profile_text(const ArithmeticOptions& options);

/// What the arithmetic of a run is charged by, from that text; nothing if it is computed.
std::optional<timing::Profile> profile_of(const ArithmeticOptions& options, const std::string& text);

}  // namespace febem::cases
