// What drives a problem, against numbers by hand; and values of panels out of files: what is taken,
// and what is said of what is not.
#include "cases/sources.h"

#include <hdf5.h>

#include "bem/incident_field.h"
#include "core/error.h"
#include "io/atomic_file.h"
#include "io/hdf5_file.h"
#include "meshes/icosphere.h"
#include "support/catch.h"
#include "support/scratch.h"

using core::Complex;
using mesh::Vec3;
using Numbers = std::vector<double>;

namespace {

const double pi = 3.14159265358979323846;

bool close(Complex a, Complex b) { return std::abs(a - b) <= 1e-12 * (std::abs(a) + std::abs(b)); }

/// Two panels: one at (0, 0, 2) that looks along z, of the region "top", one at (3, 0, 0) along x,
/// of "side".
mesh::Surface two_panels() {
  mesh::Surface surface;
  surface.regions = {"top", "side"};
  surface.panels = {{{0, 1, 2, 3}, 4, 0}, {{0, 1, 2, 3}, 4, 1}};
  surface.centroids = {{0, 0, 2}, {3, 0, 0}};
  surface.normals = {{0, 0, 1}, {1, 0, 0}};
  surface.areas = {1, 2};
  return surface;
}

cases::Model model_on(const mesh::Surface& surface) {
  cases::Model model;
  model.wet.surface = surface;
  model.make_space(0);
  return model;
}

cases::Case problem() {
  cases::Case c;
  c.fluid = {2.0, 10.0};
  return c;
}

cases::LoadCase load_of(const cases::Case& c) { return cases::load_cases(c).front(); }

cases::Excitation excitation(const std::string& kind, double amplitude) {
  cases::Excitation e;
  e.kind = kind;
  e.amplitude = amplitude;
  return e;
}

const Numbers six{1, -2, 3, 0.5, -6, 7};

/// A file with the data set /group/v; several may stand at a time.
class Data {
 public:
  Data(const Numbers& values, const io::Hdf5File::Shape& shape, const std::string& units = "")
      : scratch_("panel_data" + std::to_string(reinterpret_cast<std::uintptr_t>(this))) {
    io::Hdf5File file;
    file.write("/group/v", values, shape, units);
    file.write("/texts", Texts{"a", "b", "c"});
    io::write_atomically(path(), file.image());
  }
  la::Vector read(core::Index panels, const std::string& unit = "m/s",
      const std::string& dataset = "/group/v") const {
    return cases::read_panel_data(path(), dataset, panels, unit);
  }
  const std::string& path() const { return scratch_.path(); }

 private:
  Scratch scratch_;
};

/// A compound of two members in a data set /c of three, beside what is in the file.
void add_compound(const std::string& path, const char* first, const char* second, hid_t type) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT),
              compound = H5Tcreate(H5T_COMPOUND, 16);
  H5Tinsert(compound, first, 0, type);
  H5Tinsert(compound, second, 8, type);
  const hsize_t size = 3;
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  const hid_t set = H5Dcreate2(file, "/c", compound, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  REQUIRE(H5Dwrite(set, compound, H5S_ALL, H5S_ALL, H5P_DEFAULT, six.data()) >= 0);
  H5Dclose(set);
  H5Sclose(space);
  H5Tclose(compound);
  H5Fclose(file);
}

}  // namespace

TEST_CASE("omega is 2 pi f and k is omega over c") {
  const cases::FrequencyPoint at(5.0, {2.0, 10.0});
  CHECK(at.hz == 5);
  CHECK(at.omega == Approx(10 * pi));
  CHECK(at.wavenumber == Approx(pi));
}

TEST_CASE("the phase of an amplitude is in degrees, and positive means e^{+i phase}") {
  auto e = excitation("force", 3.0);
  e.phase = 90;
  CHECK(close(cases::complex_amplitude(e), {0, 3}));
  e.phase = -60;
  CHECK(close(cases::complex_amplitude(e), {1.5, -1.5 * std::sqrt(3.0)}));
}

TEST_CASE(
    "a prescribed velocity gives dp/dn = i omega rho v on its region, with its distribution, and "
    "velocities add") {
  auto c = problem();
  const cases::FrequencyPoint at(5.0, c.fluid);
  const Complex unit(0, 10 * pi * 2);
  auto all = excitation("velocity", 1.0);
  all.legendre = 1;
  auto side = excitation("velocity", 4.0);
  side.panels = "side";
  side.phase = 180;
  c.excitations = {all, side, excitation("plane_wave", 7.0)};
  const auto q = cases::prescribed(c, load_of(c), model_on(two_panels()), at);
  REQUIRE(q.size() == 2);
  CHECK(close(q[0], unit));  // cos theta = 1 along the axis
  CHECK(close(q[1], -4.0 * unit));
  all.axis = {2, 0, 0};
  c.excitations = {all};
  CHECK(close(cases::prescribed(c, load_of(c), model_on(two_panels()), at)[1], unit));
}

TEST_CASE(
    "velocities out of a file, with their amplitudes already, add to the others and are not taken "
    "twice") {
  auto c = problem();
  const cases::FrequencyPoint at(5.0, c.fluid);
  const Complex unit(0, 10 * pi * 2);
  auto model = model_on(two_panels());
  model.velocity = la::Vector(2);
  model.velocity << Complex(1, 2), Complex(0, -3);
  auto file = excitation("velocity", 5.0);
  file.file = "a.h5";
  c.excitations = {file};
  CHECK(cases::has_prescribed(c, model.wet.surface));
  CHECK(close(cases::prescribed(c, load_of(c), model, at)[0], Complex(1, 2) * unit));
  CHECK(close(cases::prescribed(c, load_of(c), model, at)[1], Complex(0, -3) * unit));
  c.excitations = {file, excitation("velocity", 7.0)};
  CHECK(close(cases::prescribed(c, load_of(c), model, at)[1], Complex(7, -3) * unit));
}

TEST_CASE(
    "an incident wave enters the equation with its normal derivative times alpha, and reaches "
    "field points") {
  auto c = problem();
  auto wave = excitation("plane_wave", 3.0);
  wave.direction = {0, 0, -5};
  wave.phase = 90;
  c.excitations = {wave, excitation("velocity", 9.0)};
  const double k = 0.75;
  bem::Formulation equation{k, la::Vector::Zero(2)};
  equation.alpha[0] = Complex(0, 0.5);
  const auto sum = cases::incident(c, load_of(c), two_panels(), two_panels(), equation);
  const Complex p0 = Complex(0, 3) * std::polar(1.0, -2 * k),
                q0 = Complex(0, -k) * p0;  // at z = 2, normal along z
  CHECK(close(sum[0], p0 + Complex(0, 0.5) * q0));
  CHECK(close(sum[1], Complex(0, 3)));  // at z = 0; alpha is 0 there
  const auto field = cases::incident_field(c, load_of(c), two_panels(), two_panels(), k);
  CHECK(close(field.p[0], p0));
  CHECK(close(field.q[0], q0));
  const auto at_points =
      cases::incident_pressure(c, load_of(c), two_panels(), {{0, 0, 2}, {7, 7, -1}}, k);
  CHECK(close(at_points[0], p0));
  CHECK(close(at_points[1], Complex(0, 3) * std::polar(1.0, k)));
  c.excitations = {wave, wave};
  CHECK(close(cases::incident_pressure(c, load_of(c), two_panels(), {{0, 0, 2}}, k)[0], 2.0 * p0));
}

TEST_CASE(
    "a point source outside is an incident field, with amplitude, phase and direction; inside it "
    "moves the surface") {
  auto c = problem();
  const auto model = model_on(meshes::icosphere(1, 2));
  const auto& surface = model.wet.surface;
  const cases::FrequencyPoint at(5.0, c.fluid);  // rho = 2
  auto monopole = excitation("monopole", 3.0), dipole = excitation("dipole", 4.0);
  monopole.position = {0, 0, 2};
  monopole.phase = 90;
  dipole.position = {0, 3, 0};
  dipole.direction = {0, -5, 0};
  const Vec3 x(0, 1.5,
      2);  // 1.5 from the one, 2.5 from the other, which pushes away from it with the cosine 0.6
  const auto green = [&](double r) { return std::polar(1 / (4 * pi * r), at.wavenumber * r); };
  const Complex of_monopole = Complex(0, -at.omega * 2) * Complex(0, 3) * green(1.5);
  const Complex of_dipole = 4 * 0.6 * Complex(1 / 2.5, -at.wavenumber) * green(2.5);
  const auto check = [&](const std::vector<cases::Excitation>& given, Complex expected) {
    c.excitations = given;
    CHECK(cases::has_incident_field(c, load_of(c), surface));
    CHECK_FALSE(cases::has_prescribed(c, surface));
    CHECK(cases::prescribed(c, load_of(c), model, at).norm() == 0);
    CHECK(close(cases::incident_pressure(c, load_of(c), surface, {x}, at.wavenumber)[0], expected));
  };
  check({monopole}, of_monopole);
  check({dipole}, of_dipole);
  check({monopole, dipole}, of_monopole + of_dipole);
  const auto both = cases::incident_field(c, load_of(c), surface, surface, at.wavenumber);
  la::Vector alpha(surface.size());
  for (core::Index j = 0; j < surface.size(); ++j) alpha[j] = Complex(0.25, 0.5 * j);
  const auto incident = cases::incident(c, load_of(c), surface, surface, {at.wavenumber, alpha});
  CHECK((incident - both.p - alpha.cwiseProduct(both.q)).norm() < 1e-12 * incident.norm());
  monopole.position = {0, 0, 0.25};
  c.excitations = {monopole, monopole};
  CHECK_FALSE(cases::has_incident_field(c, load_of(c), surface));
  CHECK(cases::has_prescribed(c, surface));
  CHECK(cases::incident_pressure(c, load_of(c), surface, {x}, at.wavenumber)[0] == Complex(0));
  CHECK(cases::incident_field(c, load_of(c), surface, surface, at.wavenumber).q.norm() == 0);
  const auto inside = bem::monopole(monopole.position, Complex(0, 3), at.omega, 2);
  const la::Vector expected = 2 * bem::panel_means(inside, at.wavenumber, surface).q;
  CHECK((cases::prescribed(c, load_of(c), model, at) - expected).norm() < 1e-12 * expected.norm());
}

TEST_CASE("a locally reacting region has the normal derivative of its impedance, others none") {
  // z = r + [s (1 - i eta) - omega^2 m] / (-i omega) = p / v_in, and q = i omega rho v_out = -i
  // omega rho p / z.
  auto c = problem();
  const auto surface = two_panels();
  const bem::BoundarySpace space(surface);
  const cases::FrequencyPoint at(5.0, c.fluid);
  CHECK(cases::admittance(c, surface, space, at).size() == 0);
  cases::Impedance springs;
  springs.stiffness = 1000, springs.mass = 0.25, springs.loss_factor = 0.2;
  springs.resistance = 3;
  springs.panels = "side";
  c.impedances = {springs};
  const double omega = 10 * pi;
  const Complex z = 3.0 + (1000.0 * Complex(1, -0.2) - omega * omega * 0.25) / Complex(0, -omega);
  auto y = cases::admittance(c, surface, space, at);
  CHECK(y[0] == Complex(0));
  CHECK(close(y[1], -Complex(0, omega) * 2.0 / z));
  cases::Impedance table;
  table.table = {{4, 1, -2}, {8, 3, 6}};
  table.panels = "top";
  c.impedances.push_back(table);
  y = cases::admittance(c, surface, space, at);
  CHECK(close(y[0], -Complex(0, omega) * 2.0 / Complex(1.5, 0)));
  CHECK(close(y[1], -Complex(0, omega) * 2.0 / z));
  CHECK(table.at(4) == Complex(1, -2));
  CHECK(table.at(8) == Complex(3, 6));
}

TEST_CASE("the directions of a directivity go round from the first axis to the second") {
  cases::Case c;
  CHECK(cases::directions(c).vectors.empty());
  c.output.directivity = cases::Directivity{"zy", 90.0};
  const auto found = cases::directions(c);
  REQUIRE(found.vectors.size() == 4);
  CHECK(found.angles == std::vector<double>{0, 90, 180, 270});
  CHECK((found.vectors[0] - Vec3(0, 0, 1)).norm() < 1e-15);
  CHECK((found.vectors[1] - Vec3(0, 1, 0)).norm() < 1e-15);
  CHECK((found.vectors[3] - Vec3(0, -1, 0)).norm() < 1e-15);
  c.planes.push_back({.normal = "-z"});
  CHECK(cases::directions(c).angles == std::vector<double>{90, 180, 270});
}

TEST_CASE("directions are angles at elevations, a part of a circle with its end, or vectors") {
  cases::DirectionSet set;
  set.plane = "xy";
  set.from = -30, set.to = 60, set.step = 45;
  set.elevations = {30, -90};
  const auto grid = cases::directions(set);
  CHECK(grid.angles == std::vector<double>{-30, 15, 60, -30, 15, 60});
  CHECK(grid.elevations == std::vector<double>{30, 30, 30, -90, -90, -90});
  const double e = pi / 6;
  CHECK((grid.vectors[0] - Vec3(std::cos(e) * std::cos(e), -std::cos(e) / 2, 0.5)).norm() < 1e-15);
  CHECK((grid.vectors[4] - Vec3(0, 0, -1)).norm() < 1e-15);
  set.plane = "xz";
  set.angles = {90, 7};
  set.elevations = {45};
  const auto listed = cases::directions(set);
  CHECK(listed.angles == std::vector<double>{90, 7});
  CHECK((listed.vectors[0] - Vec3(0, 1, 1).normalized()).norm() < 1e-15);
  set.vectors = {{0, 3, 4}};
  const auto given = cases::directions(set);
  REQUIRE(given.vectors.size() == 1);
  CHECK((given.vectors[0] - Vec3(0, 0.6, 0.8)).norm() < 1e-15);
  CHECK(given.angles[0] == Approx(90));
  CHECK(given.elevations[0] == Approx(180 / pi * std::asin(0.8)));
}

TEST_CASE(
    "load cases are those named, then incidences, and an excitation without a name acts in all") {
  auto c = problem();
  auto a = excitation("velocity", 1), b = excitation("velocity", 2),
       all = excitation("velocity", 3);
  c.excitations = {all};
  REQUIRE(cases::load_cases(c).size() == 1);
  CHECK(cases::load_cases(c).front().name.empty());
  CHECK(cases::load_cases(c).front().excitations.size() == 1);
  a.load_case = "z", b.load_case = "a";
  c.excitations = {a, all, b, a};
  cases::Incidence waves;
  waves.plane = "xy";
  waves.angles = {90};
  waves.amplitude = 5;
  c.incidences = {waves};
  const auto loads = cases::load_cases(c);
  REQUIRE(loads.size() == 3);
  CHECK(loads[0].name == "z");
  CHECK(loads[0].excitations.size() == 3);
  CHECK(loads[1].name == "a");
  CHECK(loads[1].excitations.size() == 2);
  CHECK_FALSE(loads[1].origin);
  REQUIRE(loads[2].origin);
  CHECK(loads[2].origin->angle == 90);
  CHECK((loads[2].origin->direction - Vec3(0, 1, 0)).norm() < 1e-15);
  REQUIRE(loads[2].excitations.size() == 2);
  const auto& wave = loads[2].excitations[1];
  CHECK(wave.kind == "plane_wave");
  CHECK((wave.direction + Vec3(0, 1, 0)).norm() < 1e-15);
  CHECK(wave.amplitude == 5);
  for (const auto& load : loads) CHECK(load.number == &load - loads.data());
}

TEST_CASE(
    "values of panels: real, in one column, in two, or as the compounds of h5py in either order of "
    "their members") {
  using core::Complex;
  const la::Vector real = Data(six, {6}).read(6), column = Data(six, {6, 1}).read(6),
                   two = Data(six, {3, 2}).read(3);
  REQUIRE(real.size() == 6);
  REQUIRE(two.size() == 3);
  for (int i = 0; i < 6; ++i) CHECK(real[i] == Complex(six[static_cast<std::size_t>(i)]));
  CHECK(column == real);
  CHECK(two[0] == Complex(1, -2));
  CHECK(two[2] == Complex(-6, 7));
  const Data compounds(six, {6});
  add_compound(compounds.path(), "r", "i", H5T_NATIVE_DOUBLE);
  CHECK(compounds.read(3, "m/s", "/c") == two);
  const Data turned(six, {6});
  add_compound(turned.path(), "i", "r", H5T_NATIVE_DOUBLE);
  CHECK(turned.read(3, "m/s", "/c")[0] == Complex(-2, 1));
}

TEST_CASE("a unit of the right kind is honoured and another refused") {
  const la::Vector plain = Data(six, {6}).read(6);
  CHECK(Data(six, {6}, "m/s").read(6) == plain);
  CHECK((Data(six, {6}, "mm/s").read(6) - 1e-3 * plain).norm() < 1e-15);
  CHECK((Data(six, {6}, "kPa").read(6, "Pa") - 1e3 * plain).norm() < 1e-10);
  CHECK_THROWS_WITH(
      Data(six, {6}, "Pa").read(6), Contains("/group/v has the unit 'Pa'; known here: m/s"));
  CHECK_THROWS_WITH(
      Data(six, {6}, "m/s").read(6, "Pa"), Contains("/group/v has the unit 'm/s'; known here: Pa"));
}

TEST_CASE("what is wrong with values of panels is said with file and data set") {
  const auto complaint = [](const Data& data, core::Index panels,
                             const std::string& dataset = "/group/v") -> std::string {
    try {
      data.read(panels, "m/s", dataset);
    } catch (const core::InputError& error) {
      const std::string text = error.what(),
                        head = "data file '" + data.path() + "': " + dataset + " ";
      CHECK(text.starts_with(head));
      CHECK(text.find('\n') == std::string::npos);
      return text.substr(std::min(head.size(), text.size()));
    }
    return "nothing";
  };
  const Data data(six, {6});
  CHECK(complaint(data, 6) == "nothing");
  CHECK(complaint(data, 5) == "has 6 values for 5 unknowns of the surface");
  CHECK(complaint(data, 7) == "has 6 values for 7 unknowns of the surface");
  CHECK(complaint(Data(six, {3, 2}), 6) == "has 3 values for 6 unknowns of the surface");
  CHECK(complaint(Data(six, {2, 3}), 2) ==
        "has 3 columns; 1, or 2 for real and imaginary parts, are needed");
  CHECK(complaint(Data(six, {1, 2, 3}), 6) == "has 3 dimensions; 1 or 2 are allowed");
  CHECK(complaint(data, 6, "/group/w") == "is missing");
  CHECK(complaint(data, 6, "/none/w") == "is missing");
  CHECK(complaint(data, 6, "/group") == "is not a data set");
  CHECK(complaint(data, 3, "/texts") == "does not hold numbers");
  for (const double bad : {std::nan(""), infinity}) {
    auto values = six;
    values[4] = bad;
    CHECK(complaint(Data(values, {6}), 6) == "row 4 is not a finite number");
    CHECK(complaint(Data(values, {3, 2}), 3) == "row 2 is not a finite number");
    std::swap(values[4], values[5]);
    CHECK(complaint(Data(values, {3, 2}), 3) == "row 2 is not a finite number");
  }
  add_compound(data.path(), "r", "j", H5T_NATIVE_DOUBLE);
  CHECK(complaint(data, 3, "/c") == "holds compounds that are not two real numbers 'r' and 'i'");
  const Data whole(six, {6});
  add_compound(whole.path(), "r", "i", H5T_NATIVE_INT64);
  CHECK(complaint(whole, 3, "/c") == "holds compounds that are not two real numbers 'r' and 'i'");
}

TEST_CASE("a file of values that is missing or is none is refused") {
  CHECK_THROWS_WITH(cases::read_panel_data("/nowhere/v.h5", "/v", 6, "Pa"),
      "data file '/nowhere/v.h5' does not exist");
  const Scratch scratch("no_data");
  std::ofstream(scratch.path()) << "text";
  CHECK_THROWS_WITH(cases::read_panel_data(scratch.path(), "/v", 6, "Pa"),
      Contains("cannot be read as an HDF5 file"));
}
