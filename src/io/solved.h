// Frequencies already solved, kept on disk while a run is under way, so that an interrupted sweep resumes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "io/results.h"

namespace febem::io {

/// One file a frequency in DIRECTORY/solved, each written atomically and stamped with the digest of the
/// problem.
class Solved {
 public:
  /// `problem` is a digest of everything that decides the answer. Touches nothing on disk.
  Solved(std::filesystem::path directory, std::string problem);

  /// The kept solution; nothing if there is none, if it is of another problem or if its file is damaged.
  std::optional<FrequencySolution> load(double hz) const;

  /// True if the directory holds a solution at this frequency that load() refuses.
  bool stale(double hz) const;

  /// Puts a solution on disk. Throws core::RunError with the file's name and the cause.
  void save(const FrequencySolution& solution) const;

  /// Removes the solution at this frequency, and the directory once it is empty.
  void remove(double hz) const;

 private:
  std::filesystem::path file(double hz) const;

  std::filesystem::path directory_;
  std::string problem_;
};

}  // namespace febem::io
