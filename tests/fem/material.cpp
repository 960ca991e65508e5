// What a material may be, at and beside each bound, and the handbook's.
#include "fem/material.h"

#include "core/error.h"
#include "support/catch.h"

using fem::known_material;
using fem::Material;
using fem::validate;

TEST_CASE("a material is possible up to its bounds and not at them") {
  const double least = std::numeric_limits<double>::min(), infinite = infinity;
  for (const Material& good : {Material{1, 0.3, 1, 0}, Material{least, -0.999999, least, 9.999999},
           Material{1e12, std::nextafter(0.5, 0.0), 1e5, 0.5}, Material{1, 0, 1, 0}})
    CHECK_NOTHROW(validate(good, "it"));
  for (const double bad : {0.0, -1.0, std::nan(""), infinite}) {
    CHECK_THROWS_AS(validate({bad, 0.3, 1, 0}, "it"), core::InputError);
    CHECK_THROWS_AS(validate({1, 0.3, bad, 0}, "it"), core::InputError);
  }
  for (const double bad : {-1.0, 0.5, 0.6, -2.0, std::nan("")})
    CHECK_THROWS_AS(validate({1, bad, 1, 0}, "it"), core::InputError);
  for (const double bad : {-1e-9, 10.0, std::nan(""), infinite})
    CHECK_THROWS_AS(validate({1, 0.3, 1, bad}, "it"), core::InputError);
  CHECK_THROWS_WITH(validate({1, 0.5, 1, 0}, "the ring"), Contains("the ring: poisson = 0.5"));
}

TEST_CASE("the handbook has textbook values: the speed of waves in a thin bar, and the density") {
  const auto speed = [](const char* name) {
    const auto m = known_material(name);
    return std::sqrt(m.young / m.density);
  };
  CHECK(speed("steel") == Approx(5150).epsilon(0.01));
  CHECK(speed("aluminium") == Approx(5050).epsilon(0.01));
  CHECK(speed("ceramic") == Approx(3055).epsilon(0.01));
  CHECK(speed("polyurethane") == Approx(213).epsilon(0.01));
  CHECK(known_material("steel").density == 7800);
  CHECK(known_material("aluminium").density == 2700);
  CHECK(known_material("ceramic").density == 7500);
  CHECK(known_material("polyurethane").density == 1100);
  for (const auto& [name, help, material] : fem::known_materials()) {
    CHECK_NOTHROW(validate(material, std::string(name)));
    CHECK(material.poisson > 0.29);
    CHECK(material.loss_factor >= (name == "PZT-8" ? 0.001 : 0.002));
    CHECK_FALSE(help.empty());
  }
  CHECK_THROWS_WITH(known_material("steal"), Contains("did you mean 'steel'"));
}
