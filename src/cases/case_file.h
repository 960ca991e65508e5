// Reading a case from TOML text, and what must hold between its sections.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cases/case.h"
#include "cli/help_page.h"
#include "cli/input_errors.h"

namespace febem::cases {

/// One option of the command line that takes the place of a key: section "merge", key "block", value "1".
struct Override {
  std::string section;
  std::string key;
  std::string option;  ///< as the user wrote it, for messages
  std::string value;
};

/// The case in `text`; `file` is its name in messages. A pure function of its arguments, so that every rank
/// can read the same broadcast text. Overrides are applied before the case is checked as a whole. Throws
/// core::InputError with one line "FILE:LINE: key 'KEY': ..." for the first thing wrong.
Case read_case(std::string_view text, const std::string& file, const std::vector<Override>& overrides = {});

/// The case format, from the same tables that read it.
cli::HelpPage case_help();
/// The methods of the four stages.
cli::HelpPage stages_help();

/// The parts of the case that decide the answer at a given frequency, as canonical text to be digested: the
/// problem and the methods, not the title, the frequencies or the messages.
std::string answer_text(const Case& problem);

/// Throws core::InputError with one line for the first contradiction: no frequency, a frequency twice, an
/// excitation that needs a structure or forbids one, an impedance beside a structure, ...
void check_case(const Case& problem);

/// The place of the key, or the option, that asks for a frequency of the case (Hz).
cli::Place place_of_frequency(const Case& problem, double hz);

}  // namespace febem::cases
