// What must hold between the sections of a case.
#pragma once

#include "cases/case.h"
#include "cli/input_errors.h"

namespace febem::cases {

/// Throws core::InputError with one line for the first contradiction: no frequency, a frequency twice, an
/// excitation that needs a structure or forbids one, an impedance beside a structure, ...
void check_case(const Case& problem);

/// The place of the key, or the option, that asks for a frequency of the case (Hz).
cli::Place place_of_frequency(const Case& problem, double hz);

}  // namespace febem::cases
