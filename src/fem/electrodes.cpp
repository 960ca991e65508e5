#include "fem/electrodes.h"

#include <algorithm>

namespace febem::fem {

Complex Circuit::admittance(double omega) const {
  const Complex r = resistance, l(0, -omega * inductance), c(0, -omega * capacitance);
  if (in_series) return 1.0 / (r + l + (c == 0.0 ? c : 1.0 / c));
  return (r == 0.0 ? r : 1.0 / r) + (l == 0.0 ? l : 1.0 / l) + c;
}

std::map<Index, Complex> circuits(
    const Structure& structure, const std::vector<Electrode>& electrodes, double omega) {
  const Complex scale(0, -std::pow(structure.potential_scale(), 2) / omega);
  std::map<Index, Complex> result;
  for (std::size_t i = 0; i < electrodes.size(); ++i)
    if (const auto& circuit = electrodes[i].circuit; circuit.exists())
      result[structure.potential(i)] = scale * circuit.admittance(omega);
  return result;
}

Electrodes::Electrodes(const Structure& structure, std::vector<Electrode> electrodes)
    : electrodes_(std::move(electrodes)), scale_(structure.potential_scale()) {
  const auto& nodes = structure.electrodes();
  electrodes_.resize(nodes.size());
  std::vector<la::Index> at(structure.solid().points.size(), -1);  // held electrode, by node
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    potential_.push_back(structure.potential(i));
    if (potential_.back() < 0)
      for (const Index node : nodes[i]) at[node] = static_cast<la::Index>(i);
  }
  coupling_ = la::Matrix::Zero(structure.dofs(), std::ssize(nodes));
  held_ = la::Matrix::Zero(std::ssize(nodes), std::ssize(nodes));
  for (Index e = 0; e < structure.solid().element_total(); ++e) {
    const auto components = structure.formulation(e).components();
    std::vector<Index> dofs;
    std::vector<la::Index> electrode;  // of each row, -1 for none
    for (const Index node : structure.solid().elements[e].used_nodes())
      for (const int c : components) {
        dofs.push_back(structure.dof(node, c));
        electrode.push_back(c == 3 ? at[node] : -1);
      }
    if (std::ranges::none_of(electrode, [](la::Index i) { return i >= 0; })) continue;
    const auto matrices = structure.nodal_matrices(e);
    for (la::Index j = 0; j < std::ssize(dofs); ++j)
      for (la::Index i = 0; electrode[j] >= 0 && i < std::ssize(dofs); ++i) {
        const Complex entry(matrices.stiffness(i, j), -matrices.loss(i, j));
        if (electrode[i] >= 0)
          held_(electrode[i], electrode[j]) += entry;
        else if (dofs[i] >= 0)
          coupling_(dofs[i], electrode[j]) += entry;
      }
  }
}

la::Vector Electrodes::load(la::Index electrode, Complex drive) const {
  if (is_held(electrode)) return -drive / scale_ * coupling_.col(electrode);
  return -scale_ * drive * la::Vector::Unit(coupling_.rows(), potential_[electrode]);
}

la::Vector Electrodes::held_potentials(const la::Vector& drive) const {
  la::Vector v = drive / scale_;
  for (la::Index i = 0; i < count(); ++i)
    if (!is_held(i)) v[i] = 0;
  return v;
}

la::Vector Electrodes::drive_at(la::Vector drive, double omega) const {
  for (la::Index e = 0; e < count(); ++e)
    if (electrodes_[e].by_current || circuit(e).exists())
      drive[e] *=
          Complex(0, 1 / omega) * (electrodes_[e].by_current ? 1.0 : circuit(e).admittance(omega));
  return drive;
}

Electrodes::State Electrodes::state(
    const la::Vector& x, const la::Vector& drive, double omega) const {
  State result{drive, drive_at(drive, omega)};
  const la::Vector q = -(coupling_.transpose() * x + held_ * held_potentials(drive)) / scale_;
  for (la::Index i = 0; i < count(); ++i) {
    is_held(i) ? result.charge[i] = q[i] : result.volts[i] = scale_ * x[potential_[i]];
    if (!circuit(i).exists()) continue;
    const Complex across = drive[i] - result.volts[i], y = circuit(i).admittance(omega);
    result.charge[i] = Complex(0, 1 / omega) * y * across;
    result.circuit_power += 0.5 * std::norm(across) * y.real();
  }
  return result;
}

double Electrodes::loss(const la::Vector& x, const la::Vector& drive) const {
  const la::Vector v = held_potentials(drive);
  return 2 * v.dot(coupling_.imag().transpose() * x).real() + v.dot(held_.imag() * v).real();
}

}  // namespace febem::fem
