// Reading a case from TOML text, and what must hold between its sections.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cases/case.h"
#include "cli/help_page.h"
#include "cli/input_errors.h"

namespace febem::cases {

/// An option of the command line that replaces the value of a key: section "merge", key "block",
/// value "1".
struct Override {
  std::string section;
  std::string key;
  std::string option;  ///< as the user wrote it, for messages
  std::string value;
};

/// Reads the case in `text`. `file` is its name in messages. The result depends only on the
/// arguments, so that every rank can read the same broadcast text. Overrides are applied before the
/// case is checked as a whole. Throws core::InputError with one line "FILE:LINE: key 'KEY': ..."
/// for the first fault.
Case read_case(
    std::string_view text, const std::string& file, const std::vector<Override>& overrides = {});

/// The case of a command, as every rank has it: the text of its file, and its content with the
/// options of the command line applied.
struct CaseInput {
  std::string text;
  Case problem;
};

/// The help page of the case format, from the tables that also read the case.
cli::HelpPage case_help();
/// The help page of the methods of the four stages.
cli::HelpPage stages_help();

/// The parts of the case that decide the answer at a given frequency, as canonical text for a
/// digest: the problem and the methods, but not the title, the frequencies or the messages.
std::string answer_text(const Case& problem);

/// Throws core::InputError with one line for the first contradiction: no frequency, a frequency
/// twice, an excitation that needs a structure or forbids one, an impedance beside a structure, ...
void check_case(const Case& problem);

/// The place of the key or option that asks for this frequency (Hz).
cli::Place place_of_frequency(const Case& problem, double hz);

}  // namespace febem::cases
