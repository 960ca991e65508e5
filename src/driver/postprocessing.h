// Fields, powers and other figures, computed from the surface pressure and the displacement.
#pragma once

#include "bem/field.h"
#include "driver/outcome.h"
#include "driver/stage_drivers.h"
#include "io/results.h"

namespace febem::driver {

/// Postprocessing of one frequency. Refers to the arguments of its constructor.
class Postprocessing {
 public:
  Postprocessing(const Sweep& sweep, const cases::FrequencyPoint& at);

  /// Fills in, on the master, all fields and figures that follow from p (one row for each unknown
  /// and one column for each load case, Pa; on every rank) and the responses of the structure
  /// (empty without a structure; on the master). Collective: the ranks share the fields.
  /// Returns the apparent scattered power of each load case, W, for applicable_checks().
  std::vector<double> fill(const la::Matrix& p, const std::vector<StructuralSolution>& structural,
      const comm::Messenger& messages, std::vector<io::FrequencySolution>& out) const;

  /// Which figures apply to a solution of fill(), and their scales, as far as case and solution
  /// decide this. On the master.
  ApplicableChecks applicable_checks(
      const cases::LoadCase& load, const la::Vector& u, double apparent_scattered_w) const;

 private:
  la::Matrix shared(
      la::Index count, const bem::Field::Rows& rows, const comm::Messenger& messages) const;
  bem::FarFields far_fields(
      const la::Matrix& p, const la::Matrix& q, const comm::Messenger& messages) const;
  void electric(const la::Matrix& p, const la::Matrix& q,
      const std::vector<StructuralSolution>& structural, const std::vector<double>& levelled,
      std::vector<fem::Electrodes::State> states, std::vector<io::FrequencySolution>& out) const;
  std::vector<core::Complex> nodal(const la::Vector& u) const;
  la::Vector velocity(const la::Vector& q) const;
  double area() const;
  double root_mean_square(const la::Vector& values) const;
  void radiation(double amplitude, io::FrequencyResult& out) const;
  double apparent_power(const la::Vector& p, const la::Vector& v) const;
  double apparent_input(const cases::LoadCase& load, const la::Vector& u) const;
  double apparent_scattered_power(
      const cases::LoadCase& load, const la::Vector& p, const la::Vector& q) const;
  double absorbed_power(const la::Vector& p) const;
  double extinction(const cases::LoadCase& load, const la::Vector& p, const la::Vector& q) const;
  void powers(const cases::LoadCase& load, const la::Vector& p, const la::Vector& q,
      const la::Vector& v, const StructuralSolution& structural,
      const fem::Electrodes::State& electric, io::FrequencyResult& out) const;
  void fields(const la::Matrix& near_field, const la::Matrix& far_field,
      std::vector<io::FrequencySolution>& out) const;
  void echoes(
      const la::Matrix& p, const la::Matrix& q, std::vector<io::FrequencySolution>& out) const;

  const cases::Case& problem_;
  const cases::Model& model_;
  const std::vector<cases::LoadCase>& loads_;
  const mesh::Surface& surface_;
  const cases::FrequencyPoint& at_;
  const double parts_;           ///< of the body that the mesh is one of, by symmetry
  const la::Matrix force_;       ///< cases::Model::force_at()
  const la::Vector admittance_;  ///< cases::admittance()
  const bem::Field field_;
};

}  // namespace febem::driver
