// A panel's integrals seen from its own centroid.
#pragma once

#include "bem/panel_shape.h"

namespace febem::bem {

/// S and the finite part of N; K = K' = 0 on a flat panel.
struct SelfTerms {
  Complex s;  ///< m
  Complex n;  ///< 1/m
};

SelfTerms self_terms(const PanelShape& shape, double wavenumber);

}  // namespace febem::bem
