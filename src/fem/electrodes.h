// Voltages and charges of electrodes. Let v = V/s be the held potentials (s: the scale of
// piezoelectric_element.cpp) and x the free unknowns, the potentials of free electrodes among them:
//
//   A_ff x = f - A_fh v,      Q = -(1/s) (A_hf x + A_hh v),      f = -s Q at a free electrode
//
// The potential has no mass, so that A_fh = A_hf^T and A_hh are parts of K' - i K'' at all
// frequencies. With x^H A x over all unknowns the held ones add to the losses
//
//   2 Re(v^H Im(A_hf) x) + v^H Im(A_hh) v
#pragma once

#include "fem/structure.h"

namespace febem::fem {

class Electrodes {
 public:
  /// All electrodes of a structure, in its order.
  explicit Electrodes(const Structure& structure);

  la::Index count() const { return coupling_.cols(); }
  bool is_held(la::Index electrode) const { return potential_[electrode] < 0; }

  /// f over the free unknowns of a voltage (V) at a held electrode, or of a charge (C) on a free
  /// one.
  la::Vector load(la::Index electrode, Complex drive) const;

  /// V of each electrode, and C on it: the drive is one of the two.
  struct State {
    la::Vector volts, charge;
  };
  State state(const la::Vector& x, const la::Vector& drive) const;

  /// The part of the held electrodes in x^H Im(A) x, J.
  double loss(const la::Vector& x, const la::Vector& drive) const;

 private:
  la::Vector held_potentials(const la::Vector& drive) const;

  double scale_;                  ///< s, V/m
  std::vector<Index> potential_;  ///< the unknown of each, -1 if it is held
  la::Matrix coupling_, held_;    ///< A_fh (n_s x electrodes) and A_hh; zero for free electrodes
};

}  // namespace febem::fem
