// The options of a command that take the place of keys of its case.
#pragma once

#include <list>
#include <string>
#include <vector>

#include "cases/case_file.h"

namespace CLI {
class App;
}

namespace febem::cases {

/// What is given for one key.
struct KeyOption {
  std::string section, key, option, help;
  std::vector<std::string> values = {};  ///< empty: not given

  bool is_of_frequencies() const { return section == "frequency"; }
  bool is_of_messages() const { return section.rfind("messages", 0) == 0; }
};

/// One for each key that has an option: "--frequency", "--route", "--merge.pace", "--merge.block".
class KeyOptions {
 public:
  KeyOptions();

  /// Adds them to a command, but not those of a kind that it does not want. This must outlive the parsing.
  void add_to(CLI::App& command, bool (KeyOption::*unwanted)() const = nullptr);

  /// Those that were given.
  std::vector<Override> overrides() const;

 private:
  std::list<KeyOption> options_;  ///< the reader keeps references
};

}  // namespace febem::cases
