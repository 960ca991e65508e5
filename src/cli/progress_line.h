// The progress on the terminal or in a log file.
#pragma once

#include <string>

#include "timing/clock.h"

namespace febem::cli {

/// A line on stderr that overwrites itself, at most ten times a second, if stderr is a terminal.
/// Else a line there once a minute.
class ProgressLine {
 public:
  explicit ProgressLine(bool wanted);
  /// Clears the line.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// The text before the section, such as "1200 Hz (3 of 10)".
  void set_prefix(std::string prefix) { prefix_ = std::move(prefix); }

  /// For the stages. Empty if no progress is wanted. Refers to this object.
  timing::Progress callback();

  void say(const std::string& text);

  void wipe();

 private:
  void show(std::string_view section, double fraction);
  bool is_due() const;

  bool wanted_, on_terminal_;
  std::string prefix_;
  double last_;
  bool dirty_ = false;
};

}  // namespace febem::cli
