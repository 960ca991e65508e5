// Checkpoints: frequencies already solved, kept on disk during a run, so that an interrupted sweep resumes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "io/origin.h"
#include "io/results.h"

namespace febem::io {

/// How many values each field of a solution has; a frequency that could not be solved has none in any.
struct FieldSizes {
  std::size_t pressure = 0;
  std::size_t normal_velocity = 0;
  std::size_t displacement = 0;
  std::size_t field_pressure = 0;
  std::size_t directivity = 0;
};

/// What was found of a frequency.
struct Checkpoint {
  std::optional<FrequencySolution> solution;
  std::string unused;    ///< why there is no solution although a file is there, as the end of a sentence; else empty
  bool damaged = false;  ///< of an unused one: it is not what any run has written, or not for this place
};

/// One file a frequency in DIRECTORY/solved: an HDF5 file followed by a line with the digest of its bytes. Written
/// atomically. Nothing is believed of a file that is read: not its size, its digest, its origin, its frequency nor its shapes.
class Solved {
 public:
  /// Touches nothing on disk.
  Solved(std::filesystem::path directory, Origin origin, FieldSizes sizes);

  /// The solution at this frequency; why not if its file is of another origin or damaged in any way. Never throws for what
  /// it finds.
  Checkpoint load(double hz) const;

  /// Renames whatever stands in the place of this frequency and returns its new name. Throws core::RunError.
  std::filesystem::path set_aside(double hz) const;

  /// Puts a solution on disk; DIRECTORY itself must exist. Throws core::RunError with the file's name and the cause.
  void save(const FrequencySolution& solution) const;

  /// Removes the solution at this frequency, and the directory once it is empty.
  void remove(double hz) const;

  std::filesystem::path file(double hz) const;

 private:
  std::filesystem::path directory_;
  Origin origin_;
  FieldSizes sizes_;
};

}  // namespace febem::io
