// Command-line options of the commands that solve a case: options that override keys of the case
// file, and --arithmetic and --profile, which replace the arithmetic by its modelled time.
#pragma once

#include <list>
#include <optional>
#include <string>
#include <vector>

#include "cases/case_file.h"
#include "timing/work.h"

namespace CLI {
class App;
}

namespace febem::cases {

/// The option for one key, with the given values.
struct KeyOption {
  std::string section, key, option, help;
  std::string type, usual;               ///< in the form of the help: "{double,mixed}", "double"
  std::vector<std::string> values = {};  ///< empty if the option was not given

  bool is_of_frequencies() const { return section == "frequency"; }
  bool is_of_messages() const { return section.rfind("messages", 0) == 0; }
  bool is_of_messages_of_one_stage() const { return section.rfind("messages.", 0) == 0; }
};

/// One option for each key that may be overridden: "--frequency", "--route", "--merge.pace",
/// "--merge.block".
class KeyOptions {
 public:
  KeyOptions();

  /// Adds the options to a command, except those for which `unwanted` is true. The object must
  /// outlive the parsing.
  void add_to(CLI::App& command, bool (KeyOption::*unwanted)() const = nullptr);

  /// The overrides of the options that were given.
  std::vector<Override> overrides() const;

 private:
  std::list<KeyOption> options_;  ///< a list, because the parser keeps references
};

struct ArithmeticOptions {
  std::string word = "computed";
  std::string profile;  ///< name of a file

  bool computed() const { return word == "computed"; }
};

/// Adds --arithmetic and --profile to a command. `options` must outlive the parsing.
void add_arithmetic_options(CLI::App& command, ArithmeticOptions& options);

/// Throws core::InputError if the options contradict each other.
void validate(const ArithmeticOptions& options);

/// The text of the file that --profile names; empty without the option. Throws core::InputError if
/// the file cannot be read or is not a profile.
std::string profile_text(const ArithmeticOptions& options);

/// The profile that gives the modelled time of the arithmetic, from the result of profile_text().
/// Nothing if the arithmetic is computed.
std::optional<timing::Profile> profile_of(
    const ArithmeticOptions& options, const std::string& text);

}  // namespace febem::cases
