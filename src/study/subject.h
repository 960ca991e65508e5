// The case under study: computes the input of each stage once, and runs the stages as often as
// asked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "comm/strategy.h"
#include "comm/transport.h"
#include "driver/stage_drivers.h"

namespace febem::study {

using core::Stage;

/// One run of a stage, valid on the master.
struct Measured {
  core::Metrics metrics;
  /// The digest of the bits of the result on all ranks; empty if a library keeps them.
  std::string digest;
};

class Subject {
 public:
  /// `model` is the master's, empty elsewhere. `transport` must outlive the subject. `hz` in Hz.
  Subject(const cases::Case& problem, cases::Model model, double hz, comm::Transport& transport);
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;

  bool has(Stage stage) const;

  /// Gives every rank the model and computes the inputs of `stages` by the strategy of the case.
  /// Collective. Throws core::RunError if the structure is singular.
  void prepare(const std::vector<Stage>& stages);

  /// Runs a stage once. The run of form includes the distribution of the surface. Collective.
  Measured run(Stage stage, const comm::Strategy& strategy);

  const cases::Model& model() const { return model_; }

 private:
  std::string merge(common::Run& run, const comm::Strategy& strategy);
  std::string form(common::Run& run, const comm::Strategy& strategy);
  std::string reduce(common::Run& run, const comm::Strategy& strategy);
  std::string eliminate(common::Run& run, const comm::Strategy& strategy);

  const cases::Case& problem_;
  cases::Model model_;
  comm::Transport& transport_;
  double hz_;
  std::optional<driver::Sweep> sweep_;
  std::optional<driver::StageDrivers> stages_;
  common::Factor factor_;
  std::optional<form::BoundaryRows> rows_;
  std::optional<common::System> reduced_;
};

}  // namespace febem::study
