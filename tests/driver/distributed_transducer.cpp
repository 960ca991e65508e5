// A transducer from volts to the far field, by every factor of the structure and on any number of
// ranks.
#include "driver/small_cases.h"
#include "stages/merge/merge.h"
#include "support/catch.h"
#include "support/world.h"

using core::Complex;
using core::Stage;

namespace {

/// The radially poled sphere of 50 and 40 mm, with losses .004, or an octant of it.
cases::Case sphere(
    int cells, const std::string& electrode, const std::string& excitation, bool is_octant = true) {
  std::string planes;
  for (const char* axis : {"x", "y", "z"})
    if (is_octant) planes += "[[symmetry]]\nnormal = \"" + std::string(axis) + "\"\ncut = true\n";
  return in_water(
      "\"shell\"\nradius = 0.05\nthickness = 0.01\nsplit = 1\ncells = " + std::to_string(cells),
      planes + R"([structure]
free = true
[formulation]
order = 2
[[material]]
kind = "piezoelectric"
ceramic = "PZT-4"
loss_factor = 0.004
tan_delta = 0.004
poling = "radial"
regions = ["shell"]
[[electrode]]
faces = "outer"
kind = "ground"
[[electrode]]
faces = "inner"
kind = ")" +
          electrode + "\"\n" + excitation + "[frequency]\nhz = [10000]\n");
}

const std::string by_volts =
    "[[excitation]]\nkind = \"voltage\"\nfaces = \"inner\"\namplitude = 2\nphase = 30\n";

}  // namespace

TEST_CASE("a sphere driven by volts has its exact admittance and far field") {
  // The coupled problem of three dimensions in extended precision; p at 50 mm, at 1 V.
  struct Row {
    double hz;
    Complex admittance, pressure;
    double efficiency;
  };
  for (const auto& [hz, admittance, pressure, efficiency] :
      {Row{1e3, {7.39701854e-7, -1.81335897e-4}, {.786262179, .168236057}, .01830536},
          Row{10e3, {6.12306294e-5, -2.0135673e-3}, {17.3885136, 46.7202525}, .85004353},
          Row{30e3, {3.31783515e-4, -2.4203532e-3}, {-39.0843529, -115.665067}, .94094613}}) {
    INFO(hz);
    World world;
    const auto found = solved(world, sphere(8, "voltage", by_volts), hz);
    if (world.rank() != core::master) continue;
    const auto& f = found.figures;
    CHECK(f.outcome == "solved");
    CHECK(f.power_balance_error < 1e-10);
    CHECK(f.input_power_w == Approx(f.electric_power_w).epsilon(1e-10));
    CHECK(f.electric_power_w == Approx(0.5 * 4 * f.conductance_s).epsilon(1e-10));
    CHECK(std::abs(Complex(f.conductance_s, -f.susceptance_s) / admittance - 1.0) < 1e-3);
    CHECK(f.conductance_s == Approx(admittance.real()).epsilon(3e-3));
    CHECK(std::abs(Complex(f.conductance_s, -f.susceptance_s) *
                       Complex(f.resistance_ohm, -f.reactance_ohm) -
                   1.0) < 1e-13);
    const Complex unit = 2.0 * std::polar(1.0, core::pi / 6);
    for (const auto& p : found.pressure) CHECK(std::abs(p / unit / pressure - 1.0) < 0.01);
    CHECK(f.transmitting_response_db ==
          Approx(20 * std::log10(0.05 * std::abs(pressure)) + 120).margin(0.05));
    CHECK(f.source_level_db ==
          Approx(f.transmitting_response_db + 20 * std::log10(std::sqrt(2.0))).margin(1e-9));
    CHECK(f.efficiency == Approx(efficiency).epsilon(2e-3));
  }
}

TEST_CASE("every factor of a transducer gives its answer, by voltage as by charge") {
  const auto by = [](std::string_view merge, const std::string& kind, const std::string& drive) {
    auto problem = sphere(2, kind, drive);
    problem.stages[Stage::merge].method = merge;
    if (!merge::method(merge).sparse_columns) problem.stages[Stage::reduce].method = "rows";
    World world;
    return solved(world, problem, 10e3);
  };
  const auto expected = by("substructure", "voltage", by_volts);
  World world;
  for (const auto& method : merge::methods()) {
    INFO(method.name);
    const auto found = by(method.name, "voltage", by_volts);
    if (world.rank() != core::master) continue;
    CHECK(found.figures.outcome == "solved");
    CHECK(distance(found.pressure, expected.pressure) < 1e-9);
    CHECK(found.figures.conductance_s == Approx(expected.figures.conductance_s).epsilon(1e-9));
  }
  for (const char* method : {"substructure", "frontal"}) {
    const auto charged = by(method, "charge",
        "[[excitation]]\nkind = \"charge\"\nfaces = \"inner\"\namplitude = 1e-9\n");
    if (world.rank() != core::master) continue;
    CHECK(charged.figures.outcome == "solved");
    CHECK(charged.figures.power_balance_error < 1e-10);
    CHECK(charged.figures.conductance_s == Approx(expected.figures.conductance_s).epsilon(1e-9));
    CHECK(charged.figures.susceptance_s == Approx(expected.figures.susceptance_s).epsilon(1e-9));
    CHECK(charged.figures.transmitting_response_db ==
          Approx(expected.figures.transmitting_response_db).margin(1e-9));
  }
}

TEST_CASE("a current, and a voltage behind a circuit, do what the admittance says") {
  // Y is the admittance of all octants, Y_c of the circuit. In series they divide a voltage.
  World world;
  const double hz = 10e3, omega = 2 * core::pi * hz;
  const auto by_voltage = solved(world, sphere(2, "voltage", by_volts), hz);
  const auto& known = by_voltage.figures;
  const Complex y(known.conductance_s, -known.susceptance_s), drive = std::polar(2.0, core::pi / 6);
  const auto by_current = solved(world,
      sphere(2, "current",
          "[[excitation]]\nkind = \"current\"\nfaces = \"inner\"\namplitude = 3e-3\n"),
      hz);
  struct Part {
    const char* keys;
    Complex admittance;
  };
  const Complex r = 200, l(0, -omega * 6e-3), c = 1.0 / Complex(0, -omega * 5e-9);
  for (const auto& [keys, y_c] :
      {Part{"resistance = 200\ninductance = 6e-3\ncapacitance = 5e-9\n", 1.0 / (r + l + c)},
          {"inductance = \"6 mH\"\n", 1.0 / l},
          {"resistance = 200\ninductance = 6e-3\ncapacitance = 5e-9\nconnection = \"parallel\"\n",
              1.0 / r + 1.0 / l + 1.0 / c},
          {"resistance = 200\nconnection = \"parallel\"\n", 1.0 / r}})
    for (const char* method : {"substructure", "frontal"}) {
      INFO(keys << method);
      auto problem = sphere(2, std::string("circuit\"\n") + keys + "#", by_volts);
      problem.stages[Stage::merge].method = method;
      if (!merge::method(method).sparse_columns) problem.stages[Stage::reduce].method = "rows";
      const auto found = solved(world, problem, hz);
      if (world.rank() != core::master) continue;
      const auto& f = found.figures;
      CHECK(f.outcome == "solved");
      CHECK(f.power_balance_error < 1e-10);
      CHECK(f.structural_backward_error < 1e-13);
      CHECK(distance(found.voltage, {0, drive * y_c / (y_c + y)}) < 1e-9);
      const Complex current = y * y_c / (y + y_c);
      CHECK(std::abs(Complex(f.conductance_s, -f.susceptance_s) / current - 1.0) < 1e-9);
      CHECK(std::abs(found.charge[1] * Complex(0, -omega) / (drive * current) - 1.0) < 1e-9);
      // The ceramic takes a part of the generator's power, and the circuit the rest.
      CHECK(f.electric_power_w + f.circuit_power_w == Approx(2 * current.real()).epsilon(1e-8));
      CHECK(f.input_power_w == Approx(f.electric_power_w).epsilon(1e-8));
      CHECK(f.efficiency == Approx(f.radiated_power_w / (2 * current.real())).epsilon(1e-8));
      const double lost = std::norm(current / y_c) * 2 * y_c.real();
      CHECK(f.circuit_power_w == Approx(lost).epsilon(1e-8).margin(1e-12));
    }
  if (world.rank() != core::master) return;
  CHECK(by_current.figures.power_balance_error < 1e-10);
  CHECK(std::abs(by_current.voltage[1] * y / 3e-3 - 1.0) < 1e-9);
  CHECK(by_current.figures.conductance_s == Approx(known.conductance_s).epsilon(1e-9));
  CHECK(by_current.figures.circuit_power_w == 0);
}

TEST_CASE("a loaded hydrophone divides its open voltage, and the load takes the power") {
  const std::string wave = "[[excitation]]\nkind = \"plane_wave\"\namplitude = 1\n";
  World world;
  const double hz = 10e3;
  const auto known = solved(world, sphere(2, "voltage", by_volts, false), hz),
             open = solved(world, sphere(2, "open", wave, false), hz),
             loaded = solved(world, sphere(2, "circuit\"\nresistance = 500\n#", wave, false), hz);
  if (world.rank() != core::master) return;
  const Complex y(known.figures.conductance_s, -known.figures.susceptance_s);
  CHECK(loaded.figures.outcome == "solved");
  CHECK(std::abs(loaded.voltage[1] / open.voltage[1] - y / (y + 1.0 / 500)) < 1e-9);
  const double taken = 0.5 * std::norm(loaded.voltage[1]) / 500;
  CHECK(loaded.figures.circuit_power_w == Approx(taken).epsilon(1e-10));
  CHECK(loaded.figures.electric_power_w == Approx(-taken).epsilon(1e-8));
  // The power of the wave goes into losses and load.
  CHECK(-loaded.figures.radiated_power_w ==
        Approx(loaded.figures.dissipated_power_w + taken).epsilon(1e-8));
  CHECK(std::isnan(loaded.figures.reciprocity_error_db));
}

TEST_CASE("a hydrophone hears what reciprocity says, shorted or open") {
  const std::string at_once =
      "[[excitation]]\nload_case = \"receive\"\nkind = \"plane_wave\"\n"
      "amplitude = 3\n";
  World world, another;
  const auto both = solved_all(world,
      sphere(4, "voltage",
          "[[excitation]]\nload_case = \"send\"\nkind = \"voltage\"\nfaces = \"inner\"\n"
          "amplitude = 1\n" +
              at_once,
          false),
      10e3);
  const auto open = solved_all(another, sphere(4, "open", at_once, false), 10e3);
  if (world.rank() != core::master) return;
  const auto& heard = both[1].figures;
  CHECK(heard.outcome == "solved");
  // Without losses it is -192.12726 dB; .004 of them change it by less.
  CHECK(heard.receiving_sensitivity_db == Approx(-192.127).margin(0.1));
  CHECK(heard.receiving_phase_deg == Approx(127.78).margin(1));
  CHECK(std::abs(heard.reciprocity_error_db) < 0.02);
  CHECK(std::isnan(heard.conductance_s));
  CHECK(open[0].figures.receiving_sensitivity_db ==
        Approx(heard.receiving_sensitivity_db).margin(1e-7));
  CHECK(open[0].figures.receiving_phase_deg == Approx(heard.receiving_phase_deg).margin(1e-6));
  CHECK(open[0].figures.electric_power_w == Approx(0).margin(1e-12 * heard.dissipated_power_w));
  CHECK(std::isnan(open[0].figures.reciprocity_error_db));
  CHECK(both[0].figures.efficiency == Approx(.85004353).epsilon(0.01));
}
