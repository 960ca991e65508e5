// From the surface pressure and the displacement to fields, powers and the figures that follow from them.
#pragma once

#include "cases/case.h"
#include "cases/model.h"
#include "cases/sources.h"
#include "driver/outcome.h"
#include "driver/structural_system.h"
#include "io/results.h"

namespace febem::driver {

/// On the master. Refers to its arguments.
class Postprocessing {
 public:
  Postprocessing(const cases::Case& problem, const cases::Model& model, const cases::FrequencyPoint& at);

  /// Everything that follows from p (one entry a panel, Pa) and the structure's response (empty without one), figures
  /// included.
  void fill(const la::Vector& p, const StructuralSolution& structural, io::FrequencySolution& out) const;

  /// Which figures apply to the solution that fill() made, and their scales, as far as case and solution decide it.
  ApplicableChecks applicable_checks(const la::Vector& u, const io::FrequencySolution& solution) const;

 private:
  std::vector<core::Complex> nodal(const la::Vector& u) const;
  la::Vector velocity(const la::Vector& q) const;
  double mean_pressure(const la::Vector& p) const;
  double apparent_power(const la::Vector& p, const la::Vector& v) const;
  double apparent_scattered_power(const io::FrequencySolution& solution) const;
  void extinction(const la::Vector& p, const la::Vector& q, io::FrequencyResult& out) const;
  void powers(const la::Vector& p, const la::Vector& q, const la::Vector& v, const StructuralSolution& structural, io::FrequencyResult& out) const;
  void fields(const la::Vector& p, const la::Vector& q, io::FrequencySolution& out) const;

  const cases::Case& problem_;
  const cases::Model& model_;
  const mesh::Surface& surface_;
  const cases::FrequencyPoint& at_;
};

}  // namespace febem::driver
