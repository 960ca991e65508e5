#include "bem/formulation.h"

#include "bem/coupling_parameter.h"

namespace febem::bem {

Formulation cbie(double wavenumber, const mesh::Surface& surface) {
  return {wavenumber, la::Vector::Zero(surface.size())};
}

Formulation burton_miller(double wavenumber, const mesh::Surface& surface) {
  return {wavenumber, coupling_parameter(surface, wavenumber)};
}

}  // namespace febem::bem
