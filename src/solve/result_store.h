// The results of `solve` on disk.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cases/case.h"
#include "cases/model.h"
#include "cases/sources.h"
#include "comm/messenger.h"
#include "io/checkpoint.h"
#include "io/run_lock.h"
#include "mpi/environment.h"

namespace febem::solve {

/// The directory of the results: a checkpoint of each solved frequency, at the end one file with
/// all. The master of each group of ranks has a store; that of all ranks locks the directory.
class ResultStore {
 public:
  /// Refers to `problem` and `model`. Touches no file.
  ResultStore(std::filesystem::path directory, io::Origin origin, const cases::Case& problem,
      const cases::Model& model);

  /// Makes and locks the directory, and removes what a killed run left. Throws core::InputError.
  void lock();
  /// The lock as this rank reads it; empty if it sees none.
  std::string lock_text() const;
  /// Throws core::RunError if the directory has vanished or was taken over.
  void check() const;

  /// The numbers of the frequencies without a solution. Prints why checkpoints are not used.
  std::vector<core::Index> missing();

  /// Writes a checkpoint of all load cases at a frequency.
  void save(core::Index number, const std::vector<io::FrequencySolution>& solutions);

  /// The bytes of a checkpoint that this store has saved.
  std::string checkpoint(core::Index number) const;
  /// Writes a checkpoint of another group's store.
  void add_checkpoint(core::Index number, std::span<const char> bytes) const;

  /// The solutions of a checkpoint. Throws core::RunError if it cannot be used any more.
  std::vector<io::FrequencySolution> load(core::Index number) const;

  /// Makes the solutions at a frequency without a checkpoint.
  using Interpolate = std::function<std::vector<io::FrequencySolution>(core::Index number)>;

  /// Writes all frequencies into one file, and `report` with their figures into the file `json`
  /// unless the name is empty. Then removes the checkpoints. Throws core::RunError if one cannot be
  /// used any more; without `interpolate` every frequency has one.
  void write(io::RunResult& report, const std::string& case_text, const std::string& json,
      const Interpolate& interpolate) const;

  const std::filesystem::path& directory() const { return directory_; }
  /// The killed run that left its lock, or empty.
  const std::string& left_by() const { return lock_->left_by(); }
  /// The results of an earlier run, which write() replaces, or empty.
  std::filesystem::path replaced() const;

 private:
  void say_unused(double hz, const io::LoadedCheckpoint& kept) const;
  void keep_figures(core::Index number, const std::vector<io::FrequencySolution>& solutions);
  std::filesystem::path lock_file() const { return directory_ / "solve.lock"; }
  void write_files(io::RunResult& report, const std::string& case_text, const std::string& json,
      const Interpolate& interpolate) const;

  std::filesystem::path directory_;
  const cases::Case& problem_;
  const cases::Model& model_;
  std::vector<double> frequencies_;
  std::vector<cases::LoadCase> loads_;
  io::CheckpointDirectory checkpoints_;
  std::optional<io::RunLock> lock_;  ///< of the master of all ranks
  /// The figures by number of frequency, of all load cases, as far as this run has them.
  std::vector<std::vector<io::FrequencyResult>> figures_;
};

}  // namespace febem::solve
