// Checkpoints: the solutions of single frequencies on disk, from which an interrupted sweep
// resumes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "io/results.h"

namespace febem::io {

/// The origin of a result on disk: a run uses only results that it would have computed itself.
struct Origin {
  std::string program;  ///< name, version and commit
  std::string problem;  ///< digest of the case
  std::string mesh;     ///< digest of the bytes of the mesh file; empty without one
  std::string data =
      {};  ///< digest of the bytes of the data files of excitations; empty without such files

  bool operator==(const Origin&) const = default;
};

/// The reason why results of the origin `found` cannot be used in a run of the origin `wanted`, as
/// the end of a sentence ("it was made by ..."). Empty if they can be used.
std::string difference(const Origin& found, const Origin& wanted);

/// Number of values of each field of a solution. In the checkpoint of a frequency that could not be
/// solved all fields are empty.
struct FieldSizes {
  std::size_t pressure = 0;
  std::size_t normal_velocity = 0;
  std::size_t displacement = 0;
  std::size_t field_pressure = 0;
  std::size_t directivity = 0;
};

/// The result of reading the checkpoint of one frequency.
struct LoadedCheckpoint {
  std::optional<FrequencySolution> solution;
  std::string unused;  ///< reason why the file is not used, as the end of a sentence; else empty
  bool damaged =
      false;  ///< whether no run can have written an unused file in this form, or under this name
};

/// The checkpoints of a run, with one file for each frequency in DIRECTORY/solved: an HDF5 file,
/// followed by a line with the digest of its bytes. Files are written atomically. A file is used
/// only if digest, origin, frequency and array sizes match. Only rank 0 uses this class.
class CheckpointDirectory {
 public:
  /// Reads and writes nothing on disk.
  CheckpointDirectory(std::filesystem::path directory, Origin origin, FieldSizes sizes);

  /// The solution at this frequency, or the reason why its file cannot be used; neither if there is
  /// no file. Does not throw, whatever the file contains.
  LoadedCheckpoint load(double hz) const;

  /// Renames the file of this frequency, whatever it is, and returns its new name. Throws
  /// core::RunError if it cannot.
  std::filesystem::path set_aside(double hz) const;

  /// Writes a checkpoint. DIRECTORY itself must exist. Throws core::RunError with the file's name
  /// and the cause.
  void save(const FrequencySolution& solution) const;

  /// Removes the solution at this frequency, and the directory once it is empty.
  void remove(double hz) const;

  /// Path of the checkpoint of this frequency, whether or not it exists.
  std::filesystem::path file(double hz) const;

 private:
  std::filesystem::path directory_;
  Origin origin_;
  FieldSizes sizes_;
};

}  // namespace febem::io
