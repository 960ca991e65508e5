// Figures of a transducer against circuits and plates with a formula.
#include "driver/transducer_figures.h"

#include "core/types.h"
#include "support/catch.h"

using core::Complex;

namespace {

/// At `count` evenly spaced frequencies, of an admittance with e^{-i omega t}.
template <class Admittance>
std::vector<io::FrequencyResult> sampled(
    double from, double to, int count, Admittance&& admittance, const std::string& name = "") {
  std::vector<io::FrequencyResult> result;
  for (int i = 0; i < count; ++i) {
    auto& f = result.emplace_back();
    f.hz = from + (to - from) * i / (count - 1);
    f.load_case = name;
    const Complex y = admittance(2 * core::pi * f.hz);
    f.conductance_s = y.real();
    f.susceptance_s = -y.imag();
    f.resistance_ohm = (1.0 / y).real();
    f.reactance_ohm = -(1.0 / y).imag();
  }
  return result;
}

/// A capacitor C0 of 3 nF beside R, L and 1 nF in series, resonant at 10 kHz.
struct Circuit {
  double quality, c0 = 3e-9, c1 = 1e-9, resonance = 2 * core::pi * 1e4;
  Complex operator()(double omega) const {
    const double inductance = 1 / (c1 * resonance * resonance),
                 resistance = inductance * resonance / quality;
    return Complex(0, -omega * c0) +
           1.0 / Complex(resistance, 1 / (omega * c1) - omega * inductance);
  }
};

}  // namespace

TEST_CASE("an equivalent circuit has its own figures, between the samples") {
  for (const double quality : {5.0, 30.0, 300.0}) {
    INFO(quality);
    // 83 samples are less than two in the narrowest width.
    const auto all = driver::transducer_figures(sampled(1000, 13000, 901, Circuit{quality}));
    REQUIRE(all.size() == 1);
    const auto& f = all.front();
    const double loose = 1 / (quality * quality);
    CHECK(f.resonance_hz == Approx(1e4).epsilon(3e-5));
    CHECK(f.antiresonance_hz == Approx(1e4 * std::sqrt(4.0 / 3)).epsilon(1e-5 + 0.5 * loose));
    CHECK(f.coupling == Approx(0.5).epsilon(1e-4 + 2 * loose));
    CHECK(f.quality == Approx(quality).epsilon(0.01));
    CHECK(f.capacitance_f == Approx(3e-9 + 1e-9 / 0.99).epsilon(1e-4 + loose));
    CHECK(f.clamped_capacitance_f == Approx(3e-9).epsilon(1e-4 + 2 * loose));
  }
}

TEST_CASE("a plate of PZT-4 in its thickness mode has its resonances and its coupling") {
  // Z = i/(omega C0) [1 - kt^2 tan g / g], g = omega L / (2 v), of 1 cm and 1 cm^2, with loss .004
  // of stiffness and permittivity. Without loss f_s is 200907.469 Hz and f_p 226671.299 Hz.
  const double eps0 = 8.8541878128e-12, loss = 0.004, c33 = 11.54124e10, e33 = 15.0804;
  const Complex c(c33, -loss * c33), eps = 663.23 * eps0 * Complex(1, loss),
                                     stiffened = c + e33 * e33 / eps,
                                     k2 = e33 * e33 / (eps * stiffened), c0 = eps * 1e-2;
  const auto plate = [&](double omega) {
    const Complex g = omega * 0.005 / std::sqrt(stiffened / 7500.0);
    return omega * c0 / (Complex(0, 1) * (1.0 - k2 * std::tan(g) / g));
  };
  const auto f = driver::transducer_figures(sampled(1e3, 300e3, 1200, plate)).at(0);
  CHECK(f.resonance_hz == Approx(200907.469).epsilon(1e-4));
  CHECK(f.antiresonance_hz == Approx(226671.299).epsilon(1e-4));
  CHECK(f.coupling == Approx(0.46299).epsilon(1e-3));
  CHECK(f.capacitance_f == Approx(78.428e-12).epsilon(1e-4));
  // The clamped capacitance of the plate and what its higher modes add.
  CHECK(f.clamped_capacitance_f > 58.72e-12);
  CHECK(f.clamped_capacitance_f < 63e-12);
  CHECK(f.quality > 200);
  CHECK(f.quality < 350);
}

TEST_CASE("what a sweep does not show is not computed, and each load case is on its own") {
  const auto below = driver::transducer_figures(sampled(100, 5000, 50, Circuit{20})).at(0);
  CHECK(std::isnan(below.resonance_hz));
  CHECK(std::isnan(below.antiresonance_hz));
  CHECK(std::isnan(below.coupling));
  CHECK(std::isnan(below.quality));
  CHECK(std::isnan(below.clamped_capacitance_f));
  CHECK(below.capacitance_f == Approx(4e-9).epsilon(1e-3));
  const auto coarse = driver::transducer_figures(sampled(1000, 13000, 25, Circuit{1000})).at(0);
  CHECK(coarse.resonance_hz == Approx(1e4).epsilon(0.01));
  CHECK(std::isnan(coarse.quality));
  CHECK(driver::transducer_figures(sampled(100, 5000, 2, Circuit{20})).empty());

  auto both = sampled(1000, 13000, 300, Circuit{10}, "a");
  Circuit other{10};
  other.resonance *= 0.5;
  for (const auto& one : sampled(1000, 13000, 300, other, "b")) both.push_back(one);
  both.emplace_back().load_case = "receive";
  std::ranges::reverse(both);
  const auto figures = driver::transducer_figures(both);
  REQUIRE(figures.size() == 2);
  CHECK(figures[1].load_case == "b");
  CHECK(figures[1].resonance_hz == Approx(5e3).epsilon(1e-3));
  CHECK(figures[0].load_case == "a");
  CHECK(figures[0].resonance_hz == Approx(1e4).epsilon(1e-3));
}
