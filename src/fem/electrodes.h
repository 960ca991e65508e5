// Voltages and charges of electrodes. Let v = V/s be the held potentials (s: the scale of
// piezoelectric_element.cpp) and x the free unknowns, the potentials of free electrodes among them:
//
//   A_ff x = f - A_fh v,      Q = -(1/s) (A_hf x + A_hh v),      f = -s Q at a free electrode
//
// The potential has no mass, so that A_fh = A_hf^T and A_hh are parts of K' - i K'' at all
// frequencies. With x^H A x over all unknowns the held ones add to the losses
//
//   2 Re(v^H Im(A_hf) x) + v^H Im(A_hh) v
//
// A current I drives by Q = i I / omega. A voltage V_s behind a circuit of admittance Y drives by
// i Y V_s / omega, and the circuit takes i Y V / omega: -i s^2 Y / omega in A_ff (circuits()).
#pragma once

#include "fem/structure.h"

namespace febem::fem {

/// The part of each circuit in A_ff, by the unknown of its electrode.
std::map<Index, Complex> circuits(
    const Structure& structure, const std::vector<Electrode>& electrodes, double omega);

class Electrodes {
 public:
  /// All electrodes of a structure, in its order; held or driven by charges if not given.
  explicit Electrodes(const Structure& structure, std::vector<Electrode> electrodes = {});

  la::Index count() const { return coupling_.cols(); }
  bool is_held(la::Index electrode) const { return potential_[electrode] < 0; }

  /// f over the free unknowns of a voltage (V) at a held electrode, or of a charge (C) on a free
  /// one.
  la::Vector load(la::Index electrode, Complex drive) const;

  /// V of each held electrode and C on each free one, from the drives: V, C, A, or V before a
  /// circuit.
  la::Vector drive_at(la::Vector drive, double omega) const;

  /// V of each electrode, C on its ceramic, and the power lost in circuits, W.
  struct State {
    la::Vector volts, charge;
    double circuit_power = 0;
  };
  State state(const la::Vector& x, const la::Vector& drive, double omega = 1) const;

  const Circuit& circuit(la::Index electrode) const { return electrodes_[electrode].circuit; }

  /// The part of the held electrodes in x^H Im(A) x, J.
  double loss(const la::Vector& x, const la::Vector& drive) const;

 private:
  la::Vector held_potentials(const la::Vector& drive) const;

  std::vector<Electrode> electrodes_;
  double scale_;                  ///< s, V/m
  std::vector<Index> potential_;  ///< the unknown of each, -1 if it is held
  la::Matrix coupling_, held_;    ///< A_fh (n_s x electrodes) and A_hh; zero for free electrodes
};

}  // namespace febem::fem
