// Piezoelectric materials and electrodes in a case file.
#include "cases/case_file.h"
#include "cases/material_text.h"
#include "cases/model.h"
#include "support/catch.h"

using namespace febem::cases;

namespace {

const std::string ceramic = "kind = \"piezoelectric\"\nceramic = \"PZT-5A\"\n";
const std::string driven = R"([[electrode]]
faces = "outer"
kind = "ground"
[[electrode]]
faces = "inner"
kind = "voltage"
[[excitation]]
kind = "voltage"
faces = "inner"
amplitude = "2 kV"
phase = 90
)";

std::string text(const std::string& material, const std::string& more) {
  return "[geometry]\ngenerator = \"shell\"\ncells = 1\n[fluid]\ndensity = 1000\n"
         "sound_speed = 1500\n[structure]\nfree = true\n[frequency]\nhz = [100]\n" +
         more + "[[material]]\nregions = [\"shell\"]\n" + material;
}

Material read(const std::string& material) {
  return read_case(text(material, driven), "c.toml").materials.front();
}

constexpr const char* published = R"(kind = "piezoelectric"
density = 7500
compliance = [12.3e-12, -4.05e-12, -5.31e-12, 15.5e-12, 39.0e-12]
charge_constants = [-123e-12, 289e-12, 496e-12]
free_permittivity = [1475, 1300]
)";

}  // namespace

TEST_CASE("a known ceramic keeps what the case does not say of it") {
  const auto plain = material(read(ceramic));
  const auto known = fem::known_material("PZT-5A");
  CHECK(plain.physics == "piezoelectric");
  CHECK(plain.piezoelectric.c == known.piezoelectric.c);
  CHECK(plain.piezoelectric.e == known.piezoelectric.e);
  CHECK(plain.piezoelectric.eps == known.piezoelectric.eps);
  CHECK(plain.density == 7750);
  const auto other = material(read(ceramic + R"(density = "7.7 g/cm^3"
loss_factor = 0
tan_delta = 0.5
coupling_loss = 1e-9
poling = "circumferential"
poling_axis = [1, 2, 3]
poling_origin = ["4 cm", 5, 6]
)"));
  CHECK(other.density == Approx(7700));
  CHECK(other.loss_factor == 0);
  CHECK(other.piezoelectric.c[3] == known.piezoelectric.c[3].real());
  CHECK(other.piezoelectric.eps[1].imag() == Approx(other.piezoelectric.eps[1].real() / 2));
  CHECK(other.piezoelectric.e[1].imag() == Approx(1e-9 * other.piezoelectric.e[1].real()));
  CHECK(other.piezoelectric.poling.field == fem::Poling::Field::circumferential);
  CHECK(other.piezoelectric.poling.axis == std::array<double, 3>{1, 2, 3});
  CHECK(other.piezoelectric.poling.origin[0] == Approx(0.04));
  CHECK(material(read(ceramic + "poling = \"radial\"\n")).piezoelectric.poling.field ==
        fem::Poling::Field::radial);
  CHECK(material(read(ceramic + "poling = \"cylindrical\"\n")).piezoelectric.poling.field ==
        fem::Poling::Field::cylindrical);
}

TEST_CASE("both published forms are the same material") {
  const auto one = material(read(published)), known = fem::known_material("PZT-4");
  std::ostringstream constants;
  constants.precision(17);
  const auto write = [&](const char* key, const auto& values, double unit) {
    constants << key << " = [";
    for (const auto& value : values)
      constants << (&value == values.data() ? "" : ", ") << value.real() / unit;
    constants << "]\n";
  };
  constants << "kind = \"piezoelectric\"\ndensity = 7500\nloss_factor = 0.01\n";
  write("stiffness", known.piezoelectric.c, 1);
  write("stress_constants", known.piezoelectric.e, 1);
  write("clamped_permittivity", known.piezoelectric.eps, fem::vacuum_permittivity);
  const auto other = material(read(constants.str()));
  for (int i = 0; i < 5; ++i) {
    CHECK(one.piezoelectric.c[i].real() == Approx(known.piezoelectric.c[i].real()).epsilon(1e-13));
    CHECK(
        other.piezoelectric.c[i].real() == Approx(known.piezoelectric.c[i].real()).epsilon(1e-13));
    CHECK(one.piezoelectric.c[i].imag() == 0);
    CHECK(other.piezoelectric.c[i].imag() == Approx(-0.01 * other.piezoelectric.c[i].real()));
  }
  CHECK(one.piezoelectric.e[0].real() == Approx(other.piezoelectric.e[0].real()).epsilon(1e-13));
  CHECK(
      one.piezoelectric.eps[0].real() == Approx(other.piezoelectric.eps[0].real()).epsilon(1e-13));
}

TEST_CASE("the model holds the voltage, and its load is the voltage times the reaction to one") {
  const auto problem = read_case(text(ceramic + "poling = \"radial\"\n", driven), "c.toml");
  CHECK(problem.electrodes.size() == 2);
  CHECK(problem.excitations[0].amplitude == 2000);
  const auto model = build_model(problem, ".", 1);
  REQUIRE(model.electrodes);
  CHECK(model.structure->potential(0) == -1);
  CHECK(model.structure->potential(1) == -1);
  CHECK(std::abs(model.drive(1, 0) - core::Complex(0, 2000)) < 1e-9);
  CHECK(model.drive(0, 0) == 0.0);
  const auto force = model.force_at(1);
  CHECK((force.col(0) - core::Complex(0, 2000) * model.electrodes->load(1, 1)).norm() <=
        1e-15 * force.norm());
  CHECK(material_of("shell", {}, problem.materials) ==
        "material of the case: c33 111 GPa, e33 15.78 C/m^2, eps33 826.6 eps0, density 7750 "
        "kg/m^3, loss factor 0.01333, tan delta 0.02, poled away from a point");
}

TEST_CASE("faults of materials and electrodes are told with their place") {
  struct Fault {
    std::string material, more, message;
  };
  const std::string ground = "[[electrode]]\nfaces = \"outer\"\nkind = \"ground\"\n";
  const std::string wave = "[[excitation]]\nkind = \"plane_wave\"\namplitude = 1\n";
  for (const auto& [material, more, message] : {
           Fault{"kind = \"piezoelectric\"\ndensity = 1\n", driven,
               "material.stiffness': is missing; 'ceramic'"},
           {std::string(published) + "ceramic = \"PZT-4\"\n", driven,
               "material.compliance': does not go with 'ceramic'"},
           {std::string(published) + "stiffness = [1, 2, 3, 4, 5]\n", driven,
               "material.stiffness': does not go with 'compliance'"},
           {"kind = \"piezoelectric\"\ndensity = 1\ncompliance = [1, 2]\n", driven,
               "material.compliance': takes 5 numbers, got 2"},
           {"kind = \"piezoelectric\"\ndensity = 1\ncompliance = [1, 0, 0, 1, 1]\n", driven,
               "material.charge_constants': is missing"},
           {"kind = \"piezoelectric\"\nceramic = \"PZT-6\"\n", driven,
               "material.ceramic': unknown material 'PZT-6'"},
           {"kind = \"piezoelectric\"\nceramic = \"steel\"\n", driven,
               "material.ceramic': 'steel' has no piezoelectric constants"},
           {ceramic + "young = 1\n", driven, "material.young': does not apply to kind"},
           {"young = 1e9\npoisson = 0\n", wave, "material.density': is missing"},
           {ceramic, ground + ground + wave, "electrode.faces': has an electrode already"},
           {ceramic,
               ground + "[[excitation]]\nkind = \"voltage\"\nfaces = \"outer\"\namplitude = 1\n",
               "excitation.faces': no [[electrode]] of kind 'voltage' has the faces 'outer'"},
           {ceramic, ground + wave + "[[electrode]]\nfaces = \"inner\"\nkind = \"circuit\"\n",
               "electrode.kind': 'circuit' needs 'resistance', 'inductance' or 'capacitance'"},
           {ceramic, ground + wave + "resistance = 1\n", "excitation.resistance'"},
           {ceramic, ground + "resistance = 1\n" + wave,
               "electrode.resistance': does not apply to kind"},
           {ceramic, ground + wave + "[[symmetry]]\nkind = \"antisymmetric\"\n",
               "symmetry.kind': 'antisymmetric' does not go with [[electrode]]"},
       }) {
    INFO(message);
    CHECK_THROWS_WITH(read_case(text(material, more), "c.toml"), Contains(message));
  }
  const auto model = [&](const std::string& material, const std::string& more) {
    return build_model(read_case(text(material, more), "c.toml"), ".", 1);
  };
  CHECK_THROWS_WITH(model(ceramic, wave), Contains("no electrode holds the potential"));
  CHECK_THROWS_WITH(model(ceramic + "coupling_loss = 0.5\n", driven),
      Contains("material of region 'shell': it gives out energy"));
  CHECK_THROWS_WITH(model(ceramic, "[[electrode]]\nfaces = \"oter\"\nkind = \"ground\"\n" + wave),
      Contains("electrode at unknown face set 'oter'") && Contains("did you mean 'outer'"));
  CHECK_THROWS_WITH(model("young = 1e9\npoisson = 0\ndensity = 1000\n", driven),
      Contains("electrode 'outer' has no face of a piezoelectric element"));
}
