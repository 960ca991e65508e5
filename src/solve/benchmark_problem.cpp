// The problems of the benchmark: a thick spherical steel shell in water, ka = 1, driven by
// pressures P_0 .. P_3 from inside. Its answer is known exactly (verify/exact/elastic_sphere.h), at
// any number of cells.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/text_table.h"
#include "driver/outcome.h"
#include "solve/benchmark.h"
#include "verify/exact/elastic_sphere.h"

namespace febem::solve {
namespace {

using core::Complex;

constexpr exact::ElasticSphere shell{210e9, 0.3, 7800.0, 1.0, 0.95};
constexpr exact::Fluid water{1000.0, 1500.0};
constexpr int orders = 4;
constexpr double ka = 1;

constexpr std::array problems{
    NamedProblem{"tiny", 8, 5, "a test of the installation: seconds on one core"},
    NamedProblem{"small", 12, 5, "a look at a workstation: ten seconds a solution on two cores"},
    NamedProblem{"reference", 18, 3, "the figure to publish of a workstation or a node"},
    NamedProblem{"large", 40, 1, "a cluster"}, NamedProblem{"huge", 80, 1, "a large cluster"}};

/// The fingerprint of a size as this program found it.
struct Stored {
  int cells;
  Complex fingerprint;
};
constexpr std::array stored{Stored{4, {-0.220669390902627, -0.038730246919623}},
    Stored{8, {-0.493821401817389, -0.203906283280526}},
    Stored{9, {0.553604770419864, -0.005565826810570}},
    Stored{10, {-0.211400102783338, -0.117315785675364}},
    Stored{11, {0.534293201786929, 0.060570157600128}},
    Stored{12, {-0.787997414502462, -0.140992934506668}},
    Stored{13, {0.132623288287971, 0.051971356973519}},
    Stored{14, {0.974370703555923, 0.216314875888760}},
    Stored{15, {0.955581975846627, 0.275632244490466}},
    Stored{16, {0.834867961655956, 0.198752899778276}},
    Stored{17, {-1.399596415284377, -0.186996002976555}},
    Stored{18, {0.057709782621237, 0.068469327993946}}};
/// Ranks, methods and kernels changed it by less than 1e-13, iterations to 1e-10 by 3e-11.
constexpr double fingerprint_limit = 1e-9;

/// (2n+1)/2 int p P_n(cos theta) sin theta dtheta.
Complex legendre_part(const mesh::Surface& surface, const std::vector<Complex>& p, unsigned n) {
  Complex sum = 0;
  double area = 0;
  for (std::size_t j = 0; j < p.size(); ++j) {
    const double weight = surface.areas[j], z = surface.centroids[j].normalized().z();
    const double basis = std::legendre(n, z);
    sum += weight * basis * p[j];
    area += weight * basis * basis;
  }
  return sum / area;
}

/// The largest relative error of p_0 .. p_3 on the wet surface.
double exact_error(const mesh::Surface& surface, const std::vector<Complex>& p) {
  double worst = 0;
  for (int n = 0; n < orders; ++n) {
    const double omega = ka * water.sound_speed / shell.outer_radius;
    const Complex right = exact::driven_from_inside(shell, water, n, omega).pressure;
    const double error =
        std::abs(legendre_part(surface, p, static_cast<unsigned>(n)) - right) / std::abs(right);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

}  // namespace

std::span<const NamedProblem> named_problems() { return problems; }

std::string shell_text(int cells) {
  const auto number = [](double value) { return core::formatted("%.17g", value); };
  std::string text = "title = \"benchmark shell\"\n[geometry]\ngenerator = \"shell\"\nradius = " +
                     number(shell.outer_radius) +
                     "\nthickness = " + number(shell.outer_radius - shell.inner_radius) +
                     "\ncells = " + std::to_string(cells) +
                     "\n[structure]\nfree = true\n[[material]]\nregions = [\"shell\"]\nyoung = " +
                     number(shell.youngs_modulus) + "\npoisson = " + number(shell.poisson_ratio) +
                     "\ndensity = " + number(shell.density) +
                     "\n[fluid]\ndensity = " + number(water.density) +
                     "\nsound_speed = " + number(water.sound_speed) + "\n[frequency]\nhz = [" +
                     number(ka * water.sound_speed / (2 * core::pi * shell.outer_radius)) + "]\n";
  for (int n = 0; n < orders; ++n)
    text += "[[excitation]]\nkind = \"pressure\"\nfaces = \"inner\"\namplitude = 1\nlegendre = " +
            std::to_string(n) + "\n";
  return text;
}

// Fitted once to what the default methods of version 1.1 count on one rank at 6 to 24 cells, within
// 15 per cent: fronts of a closed surface (merge), all pairs and the near ones (form), separators
// of a closed surface by all panels (reduce), LU (eliminate). A change would be another benchmark.
core::PerStage<double> credited_flop(int cells) {
  const double faces = 6.0 * cells * cells, panels = 4 * faces, dofs = 21 * faces + 18;
  core::PerStage<double> flop{};
  flop[Stage::merge] = 6600 * std::pow(dofs, 1.5);
  flop[Stage::form] = 580 * panels * panels + 8.1e5 * panels;
  flop[Stage::reduce] = 470 * std::pow(panels, 2.5);
  flop[Stage::eliminate] = 8.0 / 3 * std::pow(panels, 3);
  return flop;
}

int weak_cells(int cells, int ranks) {
  const auto flop = [](int n) {
    double sum = 0;
    for (const double of_stage : credited_flop(n)) sum += of_stage;
    return sum;
  };
  const double wanted = ranks * flop(cells);
  while (flop(cells + 1) <= wanted) ++cells;
  return wanted / flop(cells) <= flop(cells + 1) / wanted ? cells : cells + 1;
}

Complex fingerprint(const std::vector<Complex>& pressure) {
  Complex sum = 0;
  double square = 0;
  std::uint32_t random = 1;
  for (const auto& p : pressure) {
    random = 1664525 * random + 1013904223;  // Numerical Recipes
    sum += random >> 31 != 0 ? p : -p;
    square += std::norm(p);
  }
  return sum / std::sqrt(square);
}

std::vector<ValidityCheck> validity(
    const io::FrequencySolution& solution, const mesh::Surface& surface, int cells) {
  namespace acceptable = driver::acceptable;
  const auto& f = solution.figures;
  std::vector<ValidityCheck> checks;
  if (std::isnan(f.iteration_residual) || !std::isnan(f.residual))
    checks.push_back({"residual of the dense system, as in HPL", f.residual, acceptable::residual});
  else
    checks.push_back({"|b - A p| / |b| of the iteration", f.iteration_residual, 1e-10});
  checks.push_back({"backward error of the structure", f.structural_backward_error,
      acceptable::structural_backward_error});
  checks.push_back(
      {"input = dissipated + radiated power", f.power_balance_error, acceptable::power_balance});
  checks.push_back({"radiated = far-field power", std::abs(f.surface_over_far_field - 1), 0.02});
  checks.push_back({"distance from the exact pressures p_0 .. p_3",
      exact_error(surface, solution.pressure), 1.28 / (cells * cells)});
  const auto known = std::ranges::find(stored, cells, &Stored::cells);
  if (known != stored.end())
    checks.push_back({"distance from the stored fingerprint",
        std::abs(fingerprint(solution.pressure) - known->fingerprint), fingerprint_limit});
  return checks;
}

}  // namespace febem::solve
