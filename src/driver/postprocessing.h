// Fields, powers and other figures, computed from the surface pressure and the displacement.
#pragma once

#include "bem/field.h"
#include "driver/outcome.h"
#include "driver/stage_drivers.h"
#include "io/results.h"

namespace febem::driver {

/// Postprocessing of one frequency, on the master. Refers to the arguments of its constructor.
class Postprocessing {
 public:
  Postprocessing(const Sweep& sweep, const cases::FrequencyPoint& at);

  /// Fills in all fields and figures that follow from p (one entry for each unknown, Pa) and the
  /// response of the structure (empty without a structure).
  void fill(
      const la::Vector& p, const StructuralSolution& structural, io::FrequencySolution& out) const;

  /// Which figures apply to a solution of fill(), and their scales, as far as case and solution
  /// decide this.
  ApplicableChecks applicable_checks(
      const la::Vector& u, const io::FrequencySolution& solution) const;

 private:
  std::vector<core::Complex> nodal(const la::Vector& u) const;
  la::Vector velocity(const la::Vector& q) const;
  double mean_pressure(const la::Vector& p) const;
  double apparent_power(const la::Vector& p, const la::Vector& v) const;
  double apparent_input(const la::Vector& u) const;
  double apparent_scattered_power(const io::FrequencySolution& solution) const;
  void extinction(const la::Vector& p, const la::Vector& q, io::FrequencyResult& out) const;
  void powers(const la::Vector& p, const la::Vector& q, const la::Vector& v,
      const StructuralSolution& structural, io::FrequencyResult& out) const;
  void fields(const la::Vector& p, const la::Vector& q, io::FrequencySolution& out) const;

  const cases::Case& problem_;
  const cases::Model& model_;
  const mesh::Surface& surface_;
  const cases::FrequencyPoint& at_;
  const bem::Field field_;
};

}  // namespace febem::driver
