// Command-line options that override keys of the case file.
#pragma once

#include <list>
#include <string>
#include <vector>

#include "cases/case_file.h"

namespace CLI {
class App;
}

namespace febem::cases {

/// The option for one key, with the values given.
struct KeyOption {
  std::string section, key, option, help;
  std::vector<std::string> values = {};  ///< empty: not given

  bool is_of_frequencies() const { return section == "frequency"; }
  bool is_of_messages() const { return section.rfind("messages", 0) == 0; }
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

}  // namespace febem::cases
