// Piezoelectric elements against exact solutions.
#include <Eigen/Geometry>
#include <Eigen/SparseLU>

#include "fem/electrodes.h"
#include "fem/rigid_body.h"
#include "meshes/generator.h"
#include "support/bodies.h"
#include "support/catch.h"

using core::Complex;
using fem::Electrodes;
using fem::Structure;

namespace {

constexpr std::array second_order{ElementKind::hex20, ElementKind::wedge15, ElementKind::tet10};

fem::Material lossless(const char* name) {
  auto m = fem::known_material(name);
  m.piezoelectric = fem::lossless(m.piezoelectric);
  return m;
}

fem::Material with_loss(const char* name, double eta, double tan_delta) {
  auto m = lossless(name);
  m.piezoelectric = fem::with_losses(m.piezoelectric, eta, tan_delta);
  return m;
}

/// Face sets "low" and "high" at the ends along z, node sets of all nodes and of three planes.
Solid with_sets(Solid solid, double height) {
  const auto at = [](double z) {
    return [z](const Vec3& x) { return std::abs(x.z() - z) < 1e-9; };
  };
  solid.face_sets["low"] = test::faces_where(solid, at(0));
  solid.face_sets["high"] = test::faces_where(solid, at(height));
  for (Index i = 0; i < solid.node_total(); ++i) {
    solid.node_sets["all"].push_back(i);
    for (int d = 0; d < 3; ++d)
      if (std::abs(solid.points[i][d]) < 1e-12)
        solid.node_sets[std::string(1, "xyz"[d])].push_back(i);
  }
  return solid;
}

const std::vector<fem::Electrode> driven{{"low"}, {"high"}};  // both held: ground, and a voltage

/// x of A x = f, without fluid.
la::Vector solved(const Structure& s, double omega, const la::Vector& f) {
  const auto [k, m, loss] = assemble(s);
  using Sparse = Eigen::SparseMatrix<Complex>;
  const Sparse a = Sparse(k.cast<Complex>()) - Complex(0, 1) * loss.cast<Complex>() -
                   (omega * omega) * m.cast<Complex>();
  Eigen::SparseLU<Sparse> lu(a);
  REQUIRE(lu.info() == Eigen::Success);
  return lu.solve(f);
}

/// Y (S) of the second electrode at 1 V, the first being grounded.
Complex admittance(const Structure& s, double hz) {
  const Electrodes electrodes(s);
  const double omega = 2 * core::pi * hz;
  const la::Vector drive = la::Vector::Unit(2, 1);
  const auto x = solved(s, omega, electrodes.load(1, 1));
  return Complex(0, -omega) * electrodes.state(x, drive).charge[1];
}

const std::array<bool, 3> along_x{true, false, false}, along_y{false, true, false},
    along_z{false, false, true};

}  // namespace

TEST_CASE("constants of ceramics follow from their data sheets") {
  struct Row {
    const char* name;
    std::array<double, 5> c;
    std::array<double, 3> e;
    std::array<double, 2> eps;
  };
  // Computed apart in double precision; they agree with COMSOL's library to 1e-4.
  for (const auto& [name, c, e, eps] :
      {Row{"PZT-4", {13.89987, 7.78366, 7.42836, 11.54124, 2.56410}, {-5.20279, 15.0804, 12.7179},
           {762.56, 663.23}},
          Row{"PZT-5A", {12.03462, 7.51791, 7.50901, 11.08671, 2.10526},
              {-5.35116, 15.7835, 12.2947}, {919.07, 826.62}},
          Row{"PZT-5H", {12.72047, 8.02122, 8.46702, 11.74360, 2.29885},
              {-6.62281, 23.2403, 17.0345}, {1704.40, 1433.61}},
          Row{"PZT-8", {14.68765, 8.10870, 8.10537, 13.17123, 3.13480},
              {-3.87538, 13.9108, 10.3448}, {904.44, 561.59}}}) {
    INFO(name);
    const auto& p = fem::known_material(name).piezoelectric;
    for (int i = 0; i < 5; ++i) CHECK(p.c[i].real() == Approx(1e10 * c[i]).epsilon(3e-6));
    for (int i = 0; i < 3; ++i) CHECK(p.e[i].real() == Approx(e[i]).epsilon(5e-6));
    for (int i = 0; i < 2; ++i)
      CHECK(p.eps[i].real() == Approx(fem::vacuum_permittivity * eps[i]).epsilon(1e-5));
    CHECK(p.c[0].imag() < 0);
    CHECK(p.eps[0].imag() > 0);
  }
}

TEST_CASE("a material that gives out energy is refused") {
  auto m = lossless("PZT-4");
  const auto real = m.piezoelectric;
  // With e'' alone the form of the losses is indefinite; losses of c and eps cover a small one:
  // |e''| eta_e <= (c'' eps'')^(1/2) along each pair of strain and field.
  m.piezoelectric = fem::with_losses(real, 0, 0, 1e-4);
  CHECK_THROWS_WITH(validate(m, "m"), Contains("m: it gives out energy"));
  m.piezoelectric = fem::with_losses(real, 0.004, 0.004, 0.002);
  CHECK_NOTHROW(validate(m, "m"));
  m.piezoelectric = fem::with_losses(real, 0.004, 0.004, 0.02);
  CHECK_THROWS_WITH(validate(m, "m"), Contains("gives out energy"));
  m.piezoelectric = fem::with_losses(real, -0.004, 0.004);
  CHECK_THROWS_WITH(validate(m, "m"), Contains("gives out energy"));
  m.piezoelectric = fem::with_losses(real, 0.004, -0.004);
  CHECK_THROWS_WITH(validate(m, "m"), Contains("gives out energy"));
  m.piezoelectric = real;
  m.piezoelectric.eps[1] = -m.piezoelectric.eps[1];
  CHECK_THROWS_WITH(validate(m, "m"), Contains("not positive definite"));
}

TEST_CASE("a free block under voltage has exactly the strains d E and the charge eps^T E") {
  constexpr double thickness = 2e-3, volts = 100, field = -volts / thickness;
  const Vec3 size(3e-3, 2.5e-3, thickness);
  for (const auto kind : second_order) {
    INFO(mesh::name(kind));
    auto solid = test::box(kind, size, {2, 2, 2});
    const Vec3 middle = size / 2;  // its edges stay straight: their middles move too
    const Vec3 shift(2e-4, -1e-4, 1.5e-4);
    const auto corner = std::ranges::find_if(
        solid.points, [&](const Vec3& x) { return (x - middle).norm() < 1e-9; });
    REQUIRE(corner != solid.points.end());
    const auto moved = static_cast<Index>(corner - solid.points.begin());
    std::set<Index> halfway;
    for (const auto& element : solid.elements) {
      const auto edges = mesh::middle_edges(kind);
      const auto first = mesh::node_count(kind) - static_cast<int>(edges.size());
      for (std::size_t i = 0; i < edges.size(); ++i)
        if (element.nodes[edges[i][0]] == moved || element.nodes[edges[i][1]] == moved)
          halfway.insert(element.nodes[first + i]);
    }
    solid.points[moved] += shift;
    for (const Index node : halfway) solid.points[node] += shift / 2;
    solid = with_sets(std::move(solid), thickness);
    const Structure s(solid, {{"box", lossless("PZT-4")}},
        {{"x", along_x}, {"y", along_y}, {"z", along_z}}, false, driven);
    const Electrodes electrodes(s);
    const auto x = solved(s, 0, electrodes.load(1, volts));
    const auto u = s.nodal(x);
    double wrong = 0;
    for (Index i = 0; i < solid.node_total(); ++i) {
      const Vec3 exact = field * Vec3(-123e-12, -123e-12, 289e-12).cwiseProduct(solid.points[i]);
      wrong = std::max(wrong, (u.row(i).transpose() - exact).cwiseAbs().maxCoeff());
    }
    CHECK(wrong < 1e-12 * 289e-12 * volts);
    const auto q = electrodes.state(x, la::Vector{{0, volts}}).charge;
    const double exact = 1300 * fem::vacuum_permittivity * size.x() * size.y() / thickness * volts;
    CHECK(std::abs(q[1] - exact) < 1e-12 * exact);
    CHECK(std::abs(q[0] + exact) < 1e-12 * exact);

    // Clamped, the permittivity is that at constant strain.
    const Structure clamped(
        solid, {{"box", lossless("PZT-4")}}, {{"all", {true, true, true}}}, false, driven);
    const Electrodes of_clamped(clamped);
    const auto fixed = solved(clamped, 0, of_clamped.load(1, volts));
    CHECK(of_clamped.state(fixed, la::Vector{{0, volts}}).charge[1].real() ==
          Approx(clamped.material(0).piezoelectric.eps[1].real() * size.x() * size.y() / thickness *
                 volts)
              .epsilon(1e-12));
  }
}

TEST_CASE("rigid motions and a constant potential need neither forces nor charges") {
  for (const auto kind : second_order) {
    INFO(mesh::name(kind));
    auto m = lossless("PZT-5H");
    m.piezoelectric.poling = {fem::Poling::Field::circumferential, {1, 2, 3}, {-1, 0, 0}};
    const auto solid = with_sets(test::box(kind, {1, 1.2, 0.9}, {1, 1, 1}), 0.9);
    const Structure s(solid, {{"box", m}}, {}, true, driven);
    const auto k = s.nodal_matrices(0).stiffness;
    const auto points = s.element_points(0);
    la::RealVector x(k.rows());
    for (Index i = 0; i < points.cols(); ++i)
      x.segment<4>(4 * i) << Vec3(1, 2, 3) + Vec3(0.3, -0.2, 0.5).cross(points.col(i)), 7;
    CHECK((k * x).cwiseAbs().maxCoeff() < 1e-13 * (k.cwiseAbs() * x.cwiseAbs()).maxCoeff());
    CHECK(k == k.transpose());
  }
}

namespace {

/// Z (Ohm) of a plate that moves along z only: i/(omega C0) (1 - kt^2 tan g / g).
Complex plate_impedance(const fem::Material& m, double area, double thickness, double hz) {
  const auto& [c, e, eps, poling, scale] = m.piezoelectric;
  const double omega = 2 * core::pi * hz;
  const Complex stiffened = c[3] + e[1] * e[1] / eps[1], kt2 = e[1] * e[1] / (eps[1] * stiffened),
                g = omega * thickness / (2.0 * std::sqrt(stiffened / m.density));
  return Complex(0, 1) * thickness / (omega * eps[1] * area) * (1.0 - kt2 * std::tan(g) / g);
}

Structure plate(ElementKind kind, const fem::Material& m, int bricks) {
  return {with_sets(test::box(kind, {0.01, 0.01, 0.01}, {1, 1, bricks}), 0.01), {{"box", m}},
      {{"all", {true, true, false}}}, true, driven};
}

}  // namespace

TEST_CASE("a plate that moves along its thickness has its exact impedance, with fourth order") {
  const auto lossy = with_loss("PZT-4", 0.004, 0.004), real = lossless("PZT-4");
  // The formula itself, against values computed in extended precision.
  CHECK(std::abs(plate_impedance(real, 1e-4, 0.01, 100e3) / Complex(0, 18943.159) - 1.0) < 1e-7);
  CHECK(std::abs(plate_impedance(lossy, 1e-4, 0.01, 220e3) / Complex(2672.1576, -31384.14) - 1.0) <
        1e-6);
  for (const auto kind : second_order) {
    INFO(mesh::name(kind));
    for (const double hz : {100e3, 220e3}) {
      INFO(hz);
      const auto error = [&](int bricks) {
        return std::abs(
            admittance(plate(kind, lossy, bricks), hz) * plate_impedance(lossy, 1e-4, 0.01, hz) -
            1.0);
      };
      const double four = error(4), eight = error(8);  // 220 kHz is 3 % below the resonance of Z
      CHECK(eight < 1e-3);
      CHECK(std::log2(four / eight) > 3.7);
      if (hz == 100e3 && kind == ElementKind::hex20) {
        CHECK(error(1) == Approx(2.7e-3).epsilon(0.03));
        CHECK(error(2) == Approx(1.7e-4).epsilon(0.05));
        CHECK(four == Approx(1.0e-5).epsilon(0.1));
      }
    }
  }
}

TEST_CASE("the error of the theory of bars falls as the square of width over length") {
  // A quarter of a bar of 50 mm, poled along it, with electrodes at its ends.
  const auto m = lossless("PZT-4");
  constexpr double length = 0.05, s33 = 15.5e-12, d33 = 289e-12,
                   eps = 1300 * fem::vacuum_permittivity, k2 = d33 * d33 / (s33 * eps), hz = 20e3;
  const double g = core::pi * hz * length * std::sqrt(m.density * s33 * (1 - k2));
  const auto of_bar = [&](double width) {
    const double capacitance = eps * (1 - k2) * width * width / length;
    return 2 * core::pi * hz * capacitance / (1 - k2 * std::tan(g) / g);  // B
  };
  std::vector<double> excess;
  for (const double width : {0.01, 0.005, 0.0025}) {
    const Structure s(
        with_sets(
            test::box(ElementKind::hex20, {width / 2, width / 2, length}, {1, 1, 10}), length),
        {{"box", m}}, {{"x", along_x}, {"y", along_y}}, true, driven);
    excess.push_back(-4 * admittance(s, hz).imag() / of_bar(width) - 1);
  }
  CHECK(excess[0] == Approx(4.7e-3).epsilon(0.05));
  CHECK(excess[0] / excess[1] == Approx(4).epsilon(0.1));
  CHECK(excess[1] / excess[2] == Approx(4).epsilon(0.15));
}

TEST_CASE("a radially poled tube in plane strain has its exact admittance and displacement") {
  // 50 and 40 mm, live inside, a quarter of 10 mm height; per metre, in extended precision.
  constexpr double height = 0.01;
  auto m = with_loss("PZT-4", 0.004, 0.004);
  m.piezoelectric.poling.field = fem::Poling::Field::cylindrical;
  auto solid = meshes::box({1, 1, 1}, {1, 8, 1}, [&](const Vec3& x) {
    const double r = 0.04 + 0.01 * x.x(), angle = core::pi / 2 * x.y();
    return Vec3(r * std::cos(angle), r * std::sin(angle), height * x.z());
  });
  solid.face_sets["outer"] = test::faces_where(
      solid, [](const Vec3& x) { return std::abs(x.head<2>().norm() - 0.05) < 1e-9; });
  solid.face_sets["inner"] = test::faces_where(
      solid, [](const Vec3& x) { return std::abs(x.head<2>().norm() - 0.04) < 1e-9; });
  solid = with_sets(std::move(solid), height);
  const Structure s(solid, {{"box", m}}, {{"x", along_x}, {"y", along_y}, {"all", along_z}}, true,
      {{"outer"}, {"inner"}});
  for (const auto& [hz, exact] : {std::pair{1e3, Complex(7.27804034e-6, -1.81672089e-3)},
           {10e3, Complex(1.92190226e-4, -2.59365703e-2)},
           {25e3, Complex(1.44515881e-4, -3.13881519e-2)}})
    CHECK(std::abs(4 / height * admittance(s, hz) / exact - 1.0) < 1e-3);
  const auto u = s.nodal(solved(s, 2 * core::pi * 10e3, Electrodes(s).load(1, 1)));
  for (const Index node : solid.node_sets["y"])
    if (std::abs(solid.points[node].x() - 0.05) < 1e-9)
      CHECK(std::abs(u(node, 0) / Complex(-1.85333596e-9, -2.148605e-11) - 1.0) < 1e-3);
}

namespace {

fem::Material radial() {
  auto m = lossless("PZT-4");
  m.piezoelectric.poling.field = fem::Poling::Field::radial;
  return m;
}

/// The octant of a shell of 50 and 40 mm, live inside, with 3 (cells/2)^2 bricks a layer.
Structure octant_of_sphere(int cells, int layers) {
  auto solid = meshes::generate(
      "shell", {{"radius", 0.05}, {"thickness", 0.01}, {"cells", cells}, {"layers", layers}})
                   .solid;
  std::erase_if(solid.elements, [&](const auto& element) {
    Vec3 sum = Vec3::Zero();
    for (const Index node : element.used_nodes()) sum += solid.points[node];
    return sum.minCoeff() < 0;
  });
  for (auto& x : solid.points)
    for (double& each : x)
      if (std::abs(each) < 1e-9) each = 0;
  const auto at = [](double r) {
    return [r](const Vec3& x) { return std::abs(x.norm() - r) < 1e-9; };
  };
  solid.face_sets = {
      {"outer", test::faces_where(solid, at(0.05))}, {"inner", test::faces_where(solid, at(0.04))}};
  return {with_sets(std::move(solid), 0), {{"shell", radial()}},
      {{"x", along_x}, {"y", along_y}, {"z", along_z}}, false, {{"outer"}, {"inner"}}};
}

}  // namespace

TEST_CASE("a radially poled sphere in vacuo has its exact capacitance and resonance") {
  const auto errors = [](int cells, int layers) {
    const auto s = octant_of_sphere(cells, layers);
    const Electrodes electrodes(s);
    const la::Vector drive = la::Vector::Unit(2, 1);
    const auto charge = electrodes.state(solved(s, 0, electrodes.load(1, 1)), drive).charge;
    CHECK(std::abs(charge.sum()) < 1e-12 * std::abs(charge[0]));
    // 1/B is zero at the resonance, and linear there.
    constexpr double low = 20250, high = 20310;
    const double a = 1 / admittance(s, low).imag(), b = 1 / admittance(s, high).imag();
    const double resonance = (low * b - high * a) / (b - a);
    return std::pair(
        std::abs(8.0 * charge[1] / 28.8283367e-9 - 1.0), std::abs(resonance / 20281.1363 - 1));
  };
  const auto [coarse, coarse_hz] = errors(4, 1);
  const auto [fine, fine_hz] = errors(8, 2);
  CHECK(coarse < 1e-3);
  CHECK(coarse_hz < 1e-3);
  CHECK(std::log2(coarse / fine) > 3);
  CHECK(std::log2(coarse_hz / fine_hz) > 3);
}

TEST_CASE("modes of a radially poled sphere with short electrodes need all ten constants") {
  const auto errors = [](int cells) {
    const auto s = octant_of_sphere(cells, cells / 4);
    const auto [k, m, loss] = assemble(s);
    std::array<double, 2> result{};
    for (std::size_t i = 0; i < 2; ++i) {
      const double exact = std::array{8965.0730, 17124.1737}[i];  // n = 2, 4
      Eigen::SparseLU<fem::SparseMatrix> lu(
          fem::SparseMatrix(k - std::pow(2 * core::pi * exact, 2) * m));
      la::RealVector x = la::RealVector::LinSpaced(s.dofs(), -1, 2).array().sin();
      for (int step = 0; step < 20; ++step) {
        x = lu.solve(m * x);
        x /= std::sqrt(x.dot(m * x));
      }
      result[i] = std::abs(std::sqrt(x.dot(k * x)) / (2 * core::pi * exact) - 1);
    }
    return result;
  };
  const auto coarse = errors(4), fine = errors(8);
  for (int i = 0; i < 2; ++i) {
    CHECK(fine[i] < 2e-3);
    CHECK(std::log2(coarse[i] / fine[i]) > 3);
  }
}

TEST_CASE("drives by voltage and by charge have one admittance; electrodes are reciprocal") {
  auto solid = with_sets(test::box(ElementKind::hex20, {0.02, 0.01, 0.004}, {2, 1, 1}), 0.004);
  solid.face_sets["left"] = {solid.face_sets["high"][0]};  // half of the top
  const auto m = with_loss("PZT-5A", 0.01, 0.02);
  const std::vector<fem::Support> held{{"x", along_x}, {"y", along_y}, {"z", along_z}};
  const Structure by_voltage(solid, {{"box", m}}, held, false, {{"low"}, {"left"}}),
      by_charge(solid, {{"box", m}}, held, false, {{"low"}, {"left", false}});
  CHECK(by_charge.dofs() == by_voltage.dofs() + 1);
  CHECK(by_charge.potential(1) >= 0);
  constexpr double omega = 2 * core::pi * 50e3;
  const Electrodes one(by_voltage), other(by_charge);
  CHECK(one.is_held(1));
  CHECK_FALSE(other.is_held(1));
  const la::Vector volts{{0, 3}}, charge{{0, 2e-9}};
  const auto u = solved(by_voltage, omega, one.load(1, 3));
  const auto x = solved(by_charge, omega, other.load(1, 2e-9));
  const auto driven_by_volts = one.state(u, volts), driven_by_charge = other.state(x, charge);
  CHECK(driven_by_volts.volts[1] == 3.0);
  CHECK(driven_by_charge.charge[1] == 2e-9);
  CHECK(std::abs(driven_by_volts.charge[1] / 3.0 * driven_by_charge.volts[1] / 2e-9 - 1.0) < 1e-10);
  CHECK(driven_by_charge.charge[0].real() == Approx(-2e-9));

  // Two live electrodes on the sides, without another.
  solid.face_sets["side"] =
      test::faces_where(solid, [](const Vec3& at) { return std::abs(at.x() - 0.02) < 1e-9; });
  solid.face_sets["left"] =
      test::faces_where(solid, [](const Vec3& at) { return std::abs(at.x()) < 1e-9; });
  const Structure two(solid, {{"box", m}}, held, false, {{"left"}, {"side"}});
  const Electrodes both(two);
  const auto q1 = both.state(solved(two, omega, both.load(0, 1)), la::Vector{{1, 0}}).charge,
             q2 = both.state(solved(two, omega, both.load(1, 1)), la::Vector{{0, 1}}).charge;
  CHECK(std::abs(q1[1] - q2[0]) < 1e-11 * std::abs(q1[0]));
}

TEST_CASE("a turned block, and one far from the line that it is poled around, are the same block") {
  const auto block =
      with_sets(test::box(ElementKind::hex20, {0.003, 0.004, 0.01}, {1, 1, 3}), 0.01);
  const auto m = with_loss("PZT-4", 0.004, 0.004);
  const auto of = [&](Solid solid, const fem::Poling& poling) {
    auto turned = m;
    turned.piezoelectric.poling = poling;
    return admittance(Structure(std::move(solid), {{"box", turned}}, {}, true, driven), 60e3);
  };
  const Complex plain = of(block, {});
  const Eigen::Matrix3d turn =
      (Eigen::AngleAxisd(0.7, Vec3::UnitX()) * Eigen::AngleAxisd(-1.1, Vec3::UnitY()))
          .toRotationMatrix();
  auto turned = block;
  for (auto& x : turned.points) x = turn * x;
  const Vec3 axis = turn.col(2);
  CHECK(std::abs(of(turned, {fem::Poling::Field::axis, {axis.x(), axis.y(), axis.z()}}) / plain -
                 1.0) < 1e-9);
  // Around y at x = 1000 m, the direction is z or -z; away from z = -1000 m, it is z.
  for (const double side : {1e3, -1e3})
    CHECK(
        std::abs(of(block, {fem::Poling::Field::circumferential, {0, 1, 0}, {side, 0, 0}}) / plain -
                 1.0) < 1e-4);
  CHECK(std::abs(of(block, {fem::Poling::Field::radial, {0, 1, 0}, {0, 0, -1e3}}) / plain - 1.0) <
        1e-4);
  CHECK(std::abs(of(block, {fem::Poling::Field::cylindrical, {0, 1, 0}, {0, 0, -1e3}}) / plain -
                 1.0) < 1e-4);
  CHECK_THROWS_WITH(of(block, {fem::Poling::Field::cylindrical, {0, 0, 1}, {0.0015, 0.002, 0}}),
      Contains("element 0: the polarisation has no direction at"));
}

TEST_CASE(
    "electrodes that leave a potential free, that meet, or that touch no ceramic are refused") {
  const auto block = with_sets(test::box(ElementKind::hex20, {1, 1, 1}, {1, 1, 2}), 1);
  const auto made = [&](const Solid& solid, const std::vector<fem::Electrode>& electrodes) {
    return Structure(solid, {{"box", lossless("PZT-4")}}, {}, true, electrodes);
  };
  CHECK_NOTHROW(made(block, {{"low"}, {"high", false}}));
  CHECK_THROWS_WITH(made(block, {{"low", false}, {"high", false}}),
      Contains("region 'box': no electrode holds the potential"));
  CHECK_THROWS_WITH(made(block, {}), Contains("no electrode holds the potential"));
  CHECK_THROWS_WITH(made(block, {{"low"}, {"hihg"}}),
      Contains("unknown face set 'hihg'") && Contains("did you mean 'high'"));
  auto solid = block;
  solid.face_sets["side"] =
      test::faces_where(solid, [](const Vec3& x) { return std::abs(x.x()) < 1e-9; });
  CHECK_THROWS_WITH(made(solid, {{"low"}, {"side"}}), Contains("'low' and 'side' meet at"));
  // Of two blocks only one is grounded.
  auto two = block;
  test::append(two, block, {3, 0, 0});
  CHECK_THROWS_WITH(made(two, {{"low"}, {"high"}}), Contains("no electrode holds the potential"));
  // A block of steel below has no potential of its own.
  auto stack = block;
  stack.regions = {"steel", "ceramic"};
  stack.elements[1].region = 1;
  const std::map<std::string, fem::Material> materials{
      {"steel", fem::known_material("steel")}, {"ceramic", lossless("PZT-4")}};
  CHECK_THROWS_WITH(Structure(stack, materials, {}, true, {{"low"}, {"high"}}),
      Contains("electrode 'low' has no face of a piezoelectric element"));
  stack.face_sets["joint"] =
      test::faces_where(stack, [](const Vec3& x) { return std::abs(x.z() - 0.5) < 1e-9; });
  const Structure s(stack, materials, {}, true, {{"joint"}, {"high", false}});
  CHECK(s.node_dofs()[stack.elements[0].nodes[0]] == 3);
  CHECK(s.dofs() == 3 * stack.node_total() + 4 + 1);  // middles of four edges, and an electrode
  // Element 1 has 8 nodes on the free electrode: one row.
  CHECK(s.element_dofs(1).size() == 80 - 7);
  CHECK(s.element_matrices(1).stiffness.rows() == 80 - 7);
  CHECK(s.element_matrices(1).mass.rows() == 80 - 7);
}

TEST_CASE("a thin ring does not lock: few elements bend at its frequency") {
  // A quarter of a ring in plane strain, radially poled, both faces grounded. Without extension,
  // and without shear and radial stress, its mode n = 2 has
  //   omega^2 = n^2 (n^2 - 1)^2 / (n^2 + 1) E' t^2 / (12 rho R^4).
  // The field keeps D_r = 0, so that E' = c11D - c13D^2 / c33D.
  constexpr double radius = 0.05, thickness = 0.001;
  auto m = lossless("PZT-4");
  m.piezoelectric.poling.field = fem::Poling::Field::cylindrical;
  const auto& [c, e, eps, poling, scale] = m.piezoelectric;
  const double c11 = (c[0] + e[0] * e[0] / eps[1]).real(),
               c13 = (c[2] + e[0] * e[1] / eps[1]).real(),
               c33 = (c[3] + e[1] * e[1] / eps[1]).real(), stiffness = c11 - c13 * c13 / c33;
  const double exact = std::sqrt(36.0 / 5 * stiffness / (12 * m.density)) * thickness /
                       (radius * radius * 2 * core::pi);
  auto solid = meshes::box({1, 1, 1}, {1, 4, 1}, [&](const Vec3& x) {
    const double r = radius + thickness * (x.x() - 0.5), angle = core::pi / 2 * x.y();
    return Vec3(r * std::cos(angle), r * std::sin(angle), 0.01 * x.z());
  });
  for (const double side : {-0.5, 0.5})
    solid.face_sets[side < 0 ? "inner" : "outer"] = test::faces_where(solid, [&](const Vec3& x) {
      return std::abs(x.head<2>().norm() - radius - side * thickness) < 1e-9;
    });
  solid = with_sets(std::move(solid), 0.01);
  const Structure s(solid, {{"box", m}}, {{"x", along_x}, {"y", along_y}, {"all", along_z}}, true,
      {{"outer"}, {"inner"}});
  const auto [k, mass, loss] = assemble(s);
  Eigen::SparseLU<fem::SparseMatrix> lu(k);
  la::RealVector x = la::RealVector::LinSpaced(s.dofs(), -1, 2).array().sin();
  for (int step = 0; step < 20; ++step) {
    x = lu.solve(mass * x);
    x /= std::sqrt(x.dot(mass * x));
  }
  CHECK(std::sqrt(x.dot(k * x)) / (2 * core::pi) == Approx(exact).epsilon(0.01));
}
