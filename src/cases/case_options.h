// Command-line options of the commands that solve a case: those that override keys of the case file, and --arithmetic and --profile,
// by which a run computes, or only lets the time of its arithmetic pass.
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

/// The option for one key, with the values given.
struct KeyOption {
  std::string section, key, option, help;
  std::string type, usual;               ///< as help shows them: "{double,mixed}", "double"
  std::vector<std::string> values = {};  ///< empty: not given

  bool is_of_frequencies() const { return section == "frequency"; }
  bool is_of_messages() const { return section.rfind("messages", 0) == 0; }
  bool is_of_messages_of_one_stage() const { return section.rfind("messages.", 0) == 0; }
};

/// One option for each key that may be overridden: "--frequency", "--route", "--merge.pace", "--merge.block".
class KeyOptions {
 public:
  KeyOptions();

  /// Adds the options to a command, except those for which `unwanted` is true. This must outlive the parsing.
  void add_to(CLI::App& command, bool (KeyOption::*unwanted)() const = nullptr);

  /// The overrides of the options that were given.
  std::vector<Override> overrides() const;

 private:
  std::list<KeyOption> options_;  ///< the reader keeps references
};

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
