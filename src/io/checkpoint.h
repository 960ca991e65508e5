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
  std::string program;    ///< name, version and commit
  std::string problem;    ///< digest of the case
  std::string mesh;       ///< digest of the bytes of the mesh file; empty without one
  std::string data = {};  ///< digest of the bytes of the data files of excitations, or empty

  bool operator==(const Origin&) const = default;
};

/// The reason why results of the origin `found` cannot be used in a run of the origin `wanted`, as
/// the end of a sentence ("it was made by ..."). Empty if they can be used.
std::string difference(const Origin& found, const Origin& wanted);

/// Numbers of values of the fields of a solution. Fields of an unsolved frequency are empty.
struct FieldSizes {
  std::size_t pressure = 0, normal_velocity = 0, displacement = 0, field_pressure = 0,
              directivity = 0, potential = 0, electrodes = 0;
};

struct LoadedCheckpoint {
  std::optional<std::vector<FrequencySolution>> solutions;  ///< by load case
  std::string unused;    ///< reason why the file is not used, as the end of a sentence; else empty
  bool damaged = false;  ///< no run can have written the unused file so, or under this name
};

/// The checkpoints of a run: for each frequency an HDF5 file in DIRECTORY/solved, followed by a
/// line with the digest of its bytes. A file is used only if digest, origin, frequency and array
/// sizes match. Only rank 0 uses this class.
class CheckpointDirectory {
 public:
  /// Reads and writes nothing on disk.
  CheckpointDirectory(
      std::filesystem::path directory, Origin origin, FieldSizes sizes, std::size_t load_cases = 1);

  /// The solutions at this frequency, or why its file cannot be used; neither without a file.
  /// Throws nothing, whatever the file contains.
  LoadedCheckpoint load(double hz) const;

  /// Renames the file of this frequency, whatever it is. Returns its new name. Throws
  /// core::RunError.
  std::filesystem::path set_aside(double hz) const;

  /// Writes the checkpoint of a frequency, with the solutions of all load cases. DIRECTORY itself
  /// must exist. Throws core::RunError.
  void save(const std::vector<FrequencySolution>& solutions) const;

  /// Removes the solution at this frequency, and the directory once it is empty.
  void remove(double hz) const;

  /// The path of a checkpoint, whether or not it exists.
  std::filesystem::path file(double hz) const;

 private:
  std::filesystem::path directory_;
  Origin origin_;
  FieldSizes sizes_;
  std::size_t load_cases_;
};

}  // namespace febem::io
