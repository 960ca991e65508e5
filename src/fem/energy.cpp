#include "fem/energy.h"

namespace febem::fem {

Energies energies(const Structure& structure, const la::Vector& u, double omega) {
  Energies sum;
  for (Index e = 0; e < structure.solid().element_total(); ++e) {
    const auto dofs = structure.element_dofs(e);
    la::Vector ue(dofs.size());
    for (std::size_t i = 0; i < dofs.size(); ++i) ue(i) = dofs[i] >= 0 ? u(dofs[i]) : Complex(0);
    const auto [k, m] = structure.element_matrices(e);
    const double uku = ue.dot(k * ue).real();
    sum.strain += uku / 4;
    sum.kinetic += omega * omega * ue.dot(m * ue).real() / 4;
    sum.dissipated_power += omega * structure.material(e).loss_factor * uku / 2;
  }
  return sum;
}

double dissipated_power(const Structure& structure, const la::Vector& u, double omega) {
  return energies(structure, u, omega).dissipated_power;
}

}  // namespace febem::fem
