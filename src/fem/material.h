// Isotropic, linearly elastic materials with hysteretic loss, and piezoelectric ceramics.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fem/piezoelectric.h"

namespace febem::fem {

inline constexpr const char* piezoelectric_physics = "piezoelectric";

/// With young and poisson a ceramic only tells how fast it carries shear: mu is c44.
struct Material {
  double young = 0;                  ///< Pa
  double poisson = 0;                ///< -1 .. 1/2, both excluded
  double density = 0;                ///< kg/m^3
  double loss_factor = 0;            ///< eta >= 0 in K(1 - i eta)
  std::string physics = "elastic";   ///< of the formulations of its elements
  Piezoelectric piezoelectric = {};  ///< with these physics

  /// Lame's constants, Pa; mu is the shear modulus.
  double lame_lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
  double lame_mu() const { return young / (2 * (1 + poisson)); }
};

/// A ceramic; its loss_factor is that of c44.
Material ceramic(const Piezoelectric& constants, double density);

/// Throws core::InputError naming `what`, the property and its value unless the material is
/// physically possible.
void validate(const Material& material, const std::string& what);

/// A material with a name.
struct NamedMaterial {
  std::string_view name;
  std::string_view help;
  Material material;
};

/// The materials with names, which generators refer to.
std::span<const NamedMaterial> known_materials();

/// The known material of this name. Throws core::InputError with the nearest name if there is none.
Material known_material(std::string_view name);

}  // namespace febem::fem
