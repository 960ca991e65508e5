// The results of `solve` on disk.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cases/case.h"
#include "cases/model.h"
#include "comm/messenger.h"
#include "io/checkpoint.h"
#include "io/run_lock.h"
#include "mpi/environment.h"

namespace febem::solve {

/// The directory of the results: a checkpoint for each solved frequency, and at the end one file
/// with all frequencies. The master of each group of ranks has a store. The master of all ranks
/// locks the directory.
class ResultStore {
 public:
  /// Refers to `problem` and `model`. Reads and writes nothing on disk.
  ResultStore(std::filesystem::path directory, io::Origin origin, const cases::Case& problem,
      const cases::Model& model);

  /// Makes and locks the directory, and removes what a killed run left there. Throws
  /// core::InputError if that fails: up front, like everything else that a user can mend.
  void lock();
  /// The text of the directory's lock as this rank reads it; empty if it sees none.
  std::string lock_text() const;
  /// Throws core::RunError if the directory has vanished or another run has taken it over.
  void check() const;

  /// The frequencies, by number, of which the directory has no solution. Prints why a checkpoint is
  /// not used.
  std::vector<core::Index> missing();

  /// Writes the checkpoint of a frequency.
  void save(core::Index number, const io::FrequencySolution& solution);

  /// The file of a checkpoint that this store has saved, as bytes.
  std::string checkpoint(core::Index number) const;
  /// Writes a checkpoint that the store of another group has saved.
  void add_checkpoint(core::Index number, std::span<const char> bytes) const;

  /// Writes the results of all frequencies into one file, and `report` with their figures into the
  /// file `json` unless the name is empty. Then removes the checkpoints. Throws core::RunError if a
  /// checkpoint cannot be used any more.
  void write(io::RunResult& report, const std::string& case_text, const std::string& json) const;

  const std::filesystem::path& directory() const { return directory_; }
  /// The killed run that left its lock; empty if there was none.
  const std::string& left_by() const { return lock_->left_by(); }
  /// The results of an earlier run, which write() replaces; empty if there are none.
  std::filesystem::path replaced() const;

 private:
  void say_unused(double hz, const io::LoadedCheckpoint& kept) const;
  io::FrequencySolution load(double hz) const;
  std::filesystem::path lock_file() const { return directory_ / "solve.lock"; }
  void write_files(
      io::RunResult& report, const std::string& case_text, const std::string& json) const;

  std::filesystem::path directory_;
  const cases::Case& problem_;
  const cases::Model& model_;
  std::vector<double> frequencies_;
  io::CheckpointDirectory checkpoints_;
  std::optional<io::RunLock> lock_;  ///< on the master of all ranks
  /// Figures of the frequencies, by number, that this run took over or solved.
  std::vector<std::optional<io::FrequencyResult>> figures_;
};

}  // namespace febem::solve
