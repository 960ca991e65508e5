// The main lobe and the side lobes of a cut through a far field.
#pragma once

#include <span>

#include "la/matrix.h"
#include "mesh/point.h"

namespace febem::bem {

/// Figures of the lobe about the direction with the largest |f|; NaN if there is none.
struct Beam {
  double width;      ///< angle with more than half of the largest intensity, degrees
  double side_lobe;  ///< largest |f| outside of the lobe over the largest of all, dB
};

/// The beam of amplitudes f in unit directions of one plane, linear between them. The lobe ends at
/// the first minima beyond its width. A gap of 45 degrees ends the cut.
Beam beam_of(std::span<const mesh::Vec3> directions, const la::Vector& f);

}  // namespace febem::bem
