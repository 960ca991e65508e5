#include "fem/electrodes.h"

#include <algorithm>

namespace febem::fem {

Electrodes::Electrodes(const Structure& structure) : scale_(structure.potential_scale()) {
  const auto& nodes = structure.electrodes();
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

Electrodes::State Electrodes::state(const la::Vector& x, const la::Vector& drive) const {
  State result{drive, drive};
  const la::Vector q = -(coupling_.transpose() * x + held_ * held_potentials(drive)) / scale_;
  for (la::Index i = 0; i < count(); ++i)
    is_held(i) ? result.charge[i] = q[i] : result.volts[i] = scale_ * x[potential_[i]];
  return result;
}

double Electrodes::loss(const la::Vector& x, const la::Vector& drive) const {
  const la::Vector v = held_potentials(drive);
  return 2 * v.dot(coupling_.imag().transpose() * x).real() + v.dot(held_.imag() * v).real();
}

}  // namespace febem::fem
