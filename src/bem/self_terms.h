// The singular integrals: those over a panel at its own centroid.
#pragma once

#include "bem/panel_shape.h"

namespace febem::bem {

/// The integrals over a panel at its own centroid. On a flat panel K = K' = 0.
struct SelfTerms {
  Complex s;  ///< S, m
  Complex n;  ///< the finite part of N, 1/m
};

SelfTerms self_terms(const PanelShape& shape, double wavenumber);

}  // namespace febem::bem
