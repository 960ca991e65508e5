// Reading a case from TOML text, and what must hold between its sections.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cases/case.h"
#include "cli/help_page.h"
#include "cli/input_errors.h"

namespace febem::cases {

/// An option that replaces the value of a key: section "merge", key "block", value "1".
struct Override {
  std::string section;
  std::string key;
  std::string option;  ///< as the user wrote it, for messages
  std::string value;
};

/// Gives the text of a file that a case names, relative to the case file.
using TextOfFile = std::function<std::string(const std::string& name)>;

/// Reads the case in `text`, which messages call `file`, applies the overrides and checks it. The
/// result depends only on the arguments: every rank can read the same broadcast texts. An empty
/// `text_of` reads from the file system. Throws core::InputError "FILE:LINE: key 'KEY': ..." for
/// the first fault.
Case read_case(std::string_view text, const std::string& file,
    const std::vector<Override>& overrides = {}, TextOfFile text_of = {});

/// The case of a command on every rank: the text of its file, its content with overrides, and the
/// command as a shell takes it.
struct CaseInput {
  std::string text;
  std::string command;
  Case problem;
};

/// The help page of the case format, from the tables that also read the case.
cli::HelpPage case_help();
/// The help page of the methods of the four stages.
cli::HelpPage stages_help();

/// Canonical text for a digest, of what decides the answer at a given frequency: the problem and
/// the methods, but not title, frequencies or messages.
std::string answer_text(const Case& problem);

/// Throws core::InputError for the first contradiction between sections.
void check_case(const Case& problem);

/// The key or option that asks for this frequency (Hz).
cli::Place place_of_frequency(const Case& problem, double hz);

}  // namespace febem::cases
