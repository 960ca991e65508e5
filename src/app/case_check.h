// What must hold between the sections of a case.
#pragma once

#include "app/case.h"

namespace febem::app {

/// Throws core::InputError with one line for the first contradiction: no frequency, a frequency twice, an
/// excitation that needs a structure or forbids one, an impedance beside a structure, ...
void check_case(const Case& problem);

}  // namespace febem::app
