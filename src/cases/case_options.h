// Options of the commands that solve a case: in place of keys of the case file, and --arithmetic
// and --profile, which replace the arithmetic by its modelled time.
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

/// The option for a key.
struct KeyOption {
  std::string section, key, option, help;
  std::string type, usual;               ///< as in the help: "{double,mixed}", "double"
  std::vector<std::string> values = {};  ///< empty if not given

  bool is_of_frequencies() const { return section == "frequency"; }
  bool is_list() const { return key == "hz"; }
  bool is_of_messages() const { return section.rfind("messages", 0) == 0; }
  bool is_of_messages_of_one_stage() const { return section.rfind("messages.", 0) == 0; }
};

/// An option for each key that has one: "--frequency", "--route", "--merge.pace", "--merge.block".
class KeyOptions {
 public:
  KeyOptions();

  /// Adds the options except those for which `unwanted` is true. This must outlive the parsing.
  void add_to(CLI::App& command, bool (KeyOption::*unwanted)() const = nullptr);

  /// The overrides of the options that were given.
  std::vector<Override> overrides() const;

 private:
  std::list<KeyOption> options_;  ///< a list: the parser keeps references
};

struct ArithmeticOptions {
  std::string word = "computed";
  std::string profile;

  bool computed() const { return word == "computed"; }
};

/// `options` must outlive the parsing.
void add_arithmetic_options(CLI::App& command, ArithmeticOptions& options);

void validate(const ArithmeticOptions& options);

/// The text of the profile; empty without one. Throws core::InputError if it is none.
std::string profile_text(const ArithmeticOptions& options);

/// The modelled time of the arithmetic, by the result of profile_text(). Nothing if it is computed.
std::optional<timing::Profile> profile_of(
    const ArithmeticOptions& options, const std::string& text);

}  // namespace febem::cases
