// The progress line on the terminal.
#pragma once

#include <string>

#include "timing/clock.h"

namespace febem::cli {

/// A line on stderr that overwrites itself, at most ten times a second; nothing unless stderr is a terminal. Needs
/// no MPI.
class ProgressLine {
 public:
  /// Silent unless `wanted` (the master wants it).
  explicit ProgressLine(bool wanted);
  /// Wipes the line.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shown before the section, e.g. "1200 Hz (3 of 10)".
  void set_prefix(std::string prefix) { prefix_ = std::move(prefix); }

  /// The callback for the stages; empty if silent. Refers to this object.
  timing::Progress callback();

  /// Shows this text instead of a section and its fraction.
  void say(const std::string& text);

  void wipe();

 private:
  void show(std::string_view section, double fraction);

  bool shown_;
  std::string prefix_;
  double last_ = 0.0;
  bool dirty_ = false;
};

}  // namespace febem::cli
