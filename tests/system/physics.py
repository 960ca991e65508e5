"""What comes out is physics: each figure against a number derived by hand or an exact solution,
signs and phases included. Time e^{-i omega t}, amplitudes are peak values."""
import math

import h5py
import numpy

import exact
from program import ProgramTest

DENSITY, SPEED, RADIUS = 1000.0, 1500.0, 0.8
RHO_C = DENSITY * SPEED
POINTS = numpy.array([[2.0, 0.0, 0.0], [0.3, -1.5, 1.1], [-0.9, 0.4, -2.5], [0.0, 4.0, 3.0]])


def rows(points):
    return "[" + ", ".join(str([float(x) for x in point]) for point in points) + "]"



def section(head, **keys):
    return head + "\n" + "".join(f'{name} = "{value}"\n' if isinstance(value, str)
        else f"{name} = {value}\n" for name, value in keys.items())


def fluid(density=DENSITY):
    return section("[fluid]", density=density, sound_speed=SPEED)


def generated(generator, **parameters):
    return section("[geometry]", generator=generator, **parameters) + fluid()


def sphere(frequency=6):
    return generated("sphere", radius=RADIUS, frequency=frequency)


def floating(shell):
    return shell + "[structure]\nfree = true\n"


def excitation(kind, **keys):
    return section("[[excitation]]", kind=kind, **keys)


def at(*ka):
    return f"[frequency]\nhz = {[x * SPEED / (2 * math.pi * RADIUS) for x in ka]}\n"


OUTPUT = f'[output]\nfield_points = {rows(POINTS)}\n[output.directivity]\nplane = "xz"\nstep = 30\n'


class Physics(ProgramTest):
    def fields(self, text, *options, ranks=1):
        """The figures of each frequency, and the datasets of results.h5 by name, complex where they
        are."""
        report = self.solve(self.write(text), *options, ranks=ranks)
        fields = {}
        with self.results() as file:
            for group in ("mesh", "structure", "solution", "field"):
                for name in file.get(group, ()):
                    fields[("field_" if group == "field" and name[:9] == "pressure_" else "")
                        + name] = file[group][name][()]
        for name in [name for name in fields if name.endswith("_real")]:
            stem = name.removesuffix("_real")
            fields[stem] = fields.pop(name) + 1j * fields.pop(stem + "_imag")
        return report["frequencies"], fields



class Fluid(Physics):
    def test_a_pulsating_sphere(self):
        speed, x = 1e-3, 1.3
        (figures,), fields = self.fields(sphere() + excitation("velocity", amplitude=speed) + at(x)
            + OUTPUT, ranks=2)
        k, z = x / RADIUS, -1j * x / (1 - 1j * x)  # p/(rho c v) at the surface
        surface = RHO_C * speed * z
        r = numpy.linalg.norm(POINTS, axis=1)
        self.assert_close(fields["pressure"][0], numpy.full(720, surface), 0.01)
        self.assert_close(fields["normal_velocity"][0], numpy.full(720, speed), 1e-12)
        assert len(fields["points"]) == len(POINTS)
        self.assert_close(fields["field_pressure"],
            [surface * RADIUS / r * numpy.exp(1j * k * (r - RADIUS))], 0.01)
        self.assert_close(fields["directivity"],
            [numpy.full(12, surface * RADIUS * numpy.exp(-1j * k * RADIUS))], 0.01)
        power = 0.5 * RHO_C * speed**2 * x**2 / (1 + x**2) * 4 * math.pi * RADIUS**2
        for name in ("radiated_power_w", "far_field_power_w", "input_power_w"):
            self.assert_close(figures[name], power, 0.015)
        self.assert_close(figures["mean_pressure_pa"], abs(surface), 0.01)
        assert figures["dissipated_power_w"] == 0


    def test_a_sphere_that_moves_to_and_fro(self):
        speed, x = 2e-3, 0.9
        axis = numpy.array([1.0, 2.0, -2.0]) / 3
        text = sphere() + excitation("velocity", amplitude=speed, legendre=1,
            axis=[0.5, 1.0, -1.0]) + at(x) + OUTPUT
        (figures,), fields = self.fields(text)
        k, z = x / RADIUS, exact.modal_impedance(1, x)
        r = numpy.linalg.norm(POINTS, axis=1)
        outgoing = lambda kr: (-1 / kr - 1j / kr**2) * numpy.exp(1j * kr)  # h_1
        expected = RHO_C * speed * z * outgoing(k * r) / outgoing(x) * (POINTS @ axis) / r
        self.assert_close(fields["field_pressure"], [expected], 0.02)
        far = RHO_C * speed * z / outgoing(x) * -1 / k * (fields["directions"] @ axis)
        self.assert_close(fields["directivity"], [far], 0.015)
        power = 0.5 * RHO_C * speed**2 * z.real * 4 * math.pi * RADIUS**2 / 3
        for name in ("radiated_power_w", "far_field_power_w"):
            self.assert_close(figures[name], power, 0.03)
        # The root of the mean square of cos theta is 1/sqrt(3).
        self.assert_close(figures["mean_pressure_pa"], RHO_C * speed * abs(z) / 3**0.5, 0.015)

    def test_the_mean_pressure_weighs_by_area(self):
        text = (generated("cylinder", radius=0.5, length=2.0, piston_radius=0.2, around=8,
            piston_rings=2, rim_rings=1, back_rings=2, stations=6)
            + excitation("velocity", panels="piston", amplitude=0.5, phase=40) + at(0.7))
        (figures,), fields = self.fields(text)
        area, pressure = fields["areas"], fields["pressure"][0]
        assert area.max() > 3 * area.min()
        expected = math.sqrt((area * abs(pressure) ** 2).sum() / area.sum())
        self.assert_close(figures["mean_pressure_pa"], expected, 1e-12)
        assert abs(math.sqrt((abs(pressure) ** 2).mean()) / expected - 1) > 0.01
        # The piston moves and nothing else does.
        piston = list(fields["region_names"]).index(b"piston") == fields["panel_region"]
        assert 0 < piston.sum() < len(area)
        assert (fields["centroids"][piston][:, 2] > 0.9).all()
        self.assert_close(fields["normal_velocity"][0], numpy.where(piston, 0.5 * numpy.exp(1j
            * math.radians(40)), 0), 1e-12)
        work = 0.5 * (area * pressure * fields["normal_velocity"][0].conj()).real.sum()
        self.assert_close(figures["radiated_power_w"], work, 1e-12)


class Options(ProgramTest):
    def test_the_network_has_its_units(self):
        report = self.solve(self.write(sphere(1) + excitation("velocity", amplitude=1) + at(1.0)),
            "--emulate-latency 20us --emulate-overhead 0.003ms --emulate-bandwidth "
            "800Mbit --receive-buffer 64KiB --emulate-link 0-1:30us,0.4Gbit", ranks=2)
        network = report["network"]["emulated"]
        self.assertAlmostEqual(network["latency_s"], 20e-6)
        self.assertAlmostEqual(network["overhead_s"], 3e-6)
        assert network["bandwidth_bytes_per_s"] == 1e8
        assert report["network"]["receive_buffer_bytes"] == 65536
        (link,) = network["links"]
        self.assertAlmostEqual(link["latency_s"], 30e-6)
        assert link["bandwidth_bytes_per_s"] == 5e7


def total(scattered, k, direction):
    """The pressure at POINTS of a wave of 1 Pa and what is scattered."""
    r = numpy.linalg.norm(POINTS, axis=1)
    return numpy.array([exact.total_pressure(scattered, k * each, math.acos(point @ direction
        / each)) for each, point in zip(r, POINTS)])


class IncidentWave(Physics):
    def test_a_rigid_sphere_in_a_wave_from_anywhere(self):
        direction, phase, amplitude = numpy.array([2.0, -1.0, 2.0]) / 3, 25.0, 3.0
        text = sphere(6) + excitation("plane_wave", direction=[4, -2, 4], amplitude=amplitude,
            phase=phase) + at(1.1) + OUTPUT
        (figures,), fields = self.fields(text, ranks=2)
        wave = amplitude * numpy.exp(1j * math.radians(phase))
        scattered, k = exact.scattering_coefficients(1.1), 1.1 / RADIUS
        self.assert_close(fields["field_pressure"], [wave * total(scattered, k, direction)], 0.01)
        angle = numpy.arccos(numpy.clip(fields["centroids"] @ direction
            / numpy.linalg.norm(fields["centroids"], axis=1), -1, 1))
        self.assert_close(fields["pressure"][0], wave * exact.total_pressure(scattered, 1.1, angle),
            0.02)
        self.assert_close(fields["normal_velocity"][0] + 1, numpy.ones(720), 1e-15)
        # The directivity is that of the scattered wave alone.
        angle = numpy.arccos(numpy.clip(fields["directions"] @ direction, -1, 1))
        self.assert_close(fields["directivity"], [wave * exact.far_field(scattered, k, angle)],
            0.02)
        power = amplitude**2 * exact.scattered_power(scattered, k, DENSITY, SPEED)
        self.assert_close(figures["far_field_power_w"], power, 0.02)
        self.assert_close(figures["extinction_power_w"], power, 0.03)
        assert (figures["extinction_over_loss"] == figures["extinction_power_w"]
            / figures["far_field_power_w"])
        assert figures["surface_over_far_field"] is None
        assert abs(figures["radiated_power_w"]) <= 1e-12 * power


    SOURCE, AXIS = numpy.array([0.4, 1.0, -0.9]), numpy.array([2.0, -1.0, 2.0]) / 3

    def sources(self, x, place):
        """A monopole and a dipole, each with its amplitude, as the case says them, what turns the
        field of e^{ikr}/(4 pi r) into theirs, and the power they send into free space."""
        k = x / RADIUS
        flow, push = 2e-4 * numpy.exp(1j * math.radians(70)), 3.0 * numpy.exp(-1j
            * math.radians(20))
        position = [float(v) for v in place]
        strength = -1j * k * RHO_C * flow
        yield (excitation("monopole", position=position, amplitude=2e-4, phase=70),
            lambda green: strength * green(place), RHO_C * k**2 * abs(flow) ** 2 / (8 * math.pi))
        yield (excitation("dipole", position=position, amplitude=3.0, phase=-20,
            direction=[4, -2, 4]), lambda green: push * exact.along(green, place, self.AXIS),
            k**2 * abs(push) ** 2 / (24 * math.pi * RHO_C))

    def test_a_rigid_sphere_beside_point_sources(self):
        x = 1.2
        k = x / RADIUS
        for drive, of, _ in self.sources(x, self.SOURCE):
            (figures,), fields = self.fields(sphere(7) + drive + at(x) + OUTPUT, ranks=2)
            pressure = lambda point: of(lambda y: exact.free_monopole(k, y, point)
                + exact.scattered_monopole(k, RADIUS, y, point))
            self.assert_close(fields["field_pressure"], [[*map(pressure, POINTS)]], 0.01)
            # The directivity and the far field's power are those of the scattered field alone.
            far = [of(lambda y: exact.scattered_monopole(k, RADIUS, y, direction=d))
                for d in fields["directions"]]
            self.assert_close(fields["directivity"], [far], 0.02)
            assert abs(figures["radiated_power_w"]) <= 1e-12 * figures["far_field_power_w"]
            self.assertAlmostEqual(figures["extinction_over_loss"], 1, delta=0.01)
            self.assert_close(fields["normal_velocity"][0] + 1, numpy.ones(980), 1e-15)
            on = fields["centroids"]
            on *= RADIUS / numpy.linalg.norm(on, axis=1)[:, None]
            self.assert_close(fields["pressure"][0], [*map(pressure, on)], 0.03)

    def test_bodies_that_move_as_the_field_of_a_source_inside(self):
        """Outside there is that field alone, and its power."""
        x, place = 1.2, numpy.array([0.1, -0.05, 0.2])
        k = x / RADIUS
        cylinder = generated("cylinder", radius=0.5, length=1.2, piston_radius=0.25, around=24,
            piston_rings=3, rim_rings=3, back_rings=6, stations=14, grading=1)
        for body in (sphere(6), cylinder):
            for drive, of, power in self.sources(x, place):
                (figures,), fields = self.fields(body + drive + at(x) + OUTPUT, ranks=2)
                self.assert_close(fields["field_pressure"],
                    [[of(lambda y: exact.free_monopole(k, y, point)) for point in POINTS]], 0.01)
                far = [of(lambda y: numpy.exp(-1j * k * (y @ d)) / (4 * math.pi))
                    for d in fields["directions"]]
                self.assert_close(fields["directivity"], [far], 0.01)
                on = [of(lambda y: exact.free_monopole(k, y, point))
                    for point in fields["centroids"]]
                self.assert_close(fields["pressure"][0], on, 0.05)
                for name in ("radiated_power_w", "far_field_power_w", "input_power_w"):
                    self.assert_close(figures[name], power, 0.02)

    def test_a_source_inside_adds_to_what_else_drives_the_surface(self):
        drives = [excitation("monopole", position=[0.1, 0, 0.2], amplitude=0.5),
            excitation("velocity", amplitude=0.1, phase=60), excitation("dipole",
            position=[0, 2, 0], amplitude=900.0)]
        parts = [self.fields(sphere(2) + text + at(1.0) + OUTPUT)[1] for text in (*drives,
            "".join(drives))]
        for name in ("pressure", "normal_velocity", "field_pressure", "directivity"):
            self.assert_close(parts[3][name], parts[0][name] + parts[1][name] + parts[2][name],
                1e-12)

    def test_reciprocity_of_a_lossy_shell(self):
        """What a monopole here makes there, the same monopole there makes here; and what the shell
        loses the field gives."""
        here, there = [1.4, 0.3, -0.2], [-0.6, -1.5, 0.8]
        shell = (floating(generated("shell", radius=0.8, thickness=0.02, cells=3))
            + material("shell", 70e9, 0.3, 0.1))
        pressures = []
        for source, point in ((here, there), (there, here)):
            text = shell + excitation("monopole", position=source, amplitude=1e-3) + at(2.0)
            (figures,), fields = self.fields(text + f"[output]\nfield_points = {rows([point])}\n",
                ranks=2)
            pressures.append(fields["field_pressure"][0])
            assert figures["input_power_w"] == 0
            assert figures["dissipated_power_w"] > 0
            self.assert_close(figures["radiated_power_w"], -figures["dissipated_power_w"], 1e-6)
        free = 1e-3 * 2.0 / RADIUS * RHO_C * abs(exact.free_monopole(2.0 / RADIUS, here, there))
        self.assertGreater(abs(abs(pressures[0][0]) / free - 1), 0.1)  # the shell matters
        self.assert_close(pressures[0], pressures[1], 0.01)

    def test_waves_sources_and_forces_together_lose_what_is_scattered_and_absorbed(self):
        """The balance holds for all of them at once, whichever is the stronger."""
        wave = excitation("plane_wave", direction=[1, 2, -2], amplitude=2.0)
        source = excitation("monopole", position=[float(v) for v in self.SOURCE], amplitude=2e-4,
            phase=70)
        body = floating(generated("shell", radius=RADIUS, cells=4))
        emissions = []
        for push in (0.0, 200.0, 2e4):
            inner = excitation("pressure", faces="inner", amplitude=push, phase=-50)
            (figures,), _ = self.fields(body + wave + source + inner + at(1.0), ranks=2)
            extinct, emitted, scattered = (figures[name] for name in ("extinction_power_w",
                "radiated_power_w", "far_field_power_w"))
            self.assert_close(extinct + emitted, scattered, 0.03)
            self.assertAlmostEqual(figures["extinction_over_loss"], 1, delta=0.03)
            emissions.append(emitted)
        assert min(emissions) < 0 < max(emissions)

    def test_a_surface_on_springs_absorbs_what_the_series_says(self):
        stiffness, mass, loss = 4e9, 300.0, 0.3
        impedance = section("[impedance]", stiffness=stiffness, mass=mass, loss_factor=loss)
        for x in (1.0, 2.0):
            text = sphere(7) + impedance + excitation("plane_wave", amplitude=2.0) + at(x) + OUTPUT
            (figures,), fields = self.fields(text, ranks=2)
            k = x / RADIUS
            omega = k * SPEED
            # Pressure over inward velocity, (k_s (1 - i eta) - omega^2 m)/(-i omega).
            z = (stiffness * (1 - 1j * loss) - omega**2 * mass) / (-1j * omega) / RHO_C
            assert z.real > 0
            scattered = exact.scattering_coefficients(x, z)
            absorbed = 4 * exact.absorbed_power(scattered, k, DENSITY, SPEED)
            assert absorbed > 0
            self.assert_close(figures["dissipated_power_w"], absorbed, 0.03)
            self.assert_close(figures["radiated_power_w"], -absorbed, 0.03)
            assert figures["input_power_w"] == 0
            lost = 4 * exact.extinction_power(scattered, k, DENSITY, SPEED)
            self.assert_close(figures["extinction_power_w"], lost, 0.02)
            self.assertAlmostEqual(figures["extinction_over_loss"], 1, delta=0.01)
            self.assert_close(fields["field_pressure"], [2 * total(scattered, k, [0, 0, 1])], 0.02)
            self.assert_close(fields["normal_velocity"], -fields["pressure"] / (z * RHO_C), 1e-12)

    def test_a_lined_cap_absorbs_what_the_coupled_series_says(self):
        """Legendre modes of p on the sphere, coupled by 1/z on the cap; the rest is rigid."""
        x, zeta, degrees = 1.5, 0.7 - 0.4j, 60
        z, k = zeta * RHO_C, x / RADIUS
        hz = k * SPEED / (2 * math.pi)
        # z lies in the middle between two rows.
        table = [[hz - 90, z.real / 2, 2 * z.imag], [hz + 90, 1.5 * z.real, 0.0]]
        lined = (f'[[impedance]]\npanels = "cap"\ntable = {table}\n'
            + excitation("plane_wave", amplitude=2.0) + at(x))
        n = numpy.arange(60)  # they converge as n^-2, because 1/z jumps
        j, j_slope, h, h_slope = exact.radial(len(n), x)
        incident = (2 * n + 1) * 1j**n
        low = math.cos(math.radians(degrees))
        c, weight = numpy.polynomial.legendre.leggauss(3 * len(n))
        modes = numpy.polynomial.legendre.legvander(low + (c + 1) / 2 * (1 - low), len(n) - 1)
        coupling = 1j / zeta * (n[:, None] + .5) * ((modes.T * weight) @ modes) * (1 - low) / 2
        scattered = numpy.linalg.solve(numpy.diag(h_slope) + coupling * h,
            -incident * j_slope - coupling @ (incident * j))
        absorbed = 4 * exact.absorbed_power(scattered, k, DENSITY, SPEED)
        assert absorbed > 0
        for order, frequency, tolerance in ((0, 8, 0.03), (2, 4, 5e-3)):
            body = generated("sphere", radius=RADIUS, frequency=frequency, cap_angle=degrees)
            (figures,), _ = self.fields(body + lined + f"[formulation]\norder = {order}\n", ranks=2)
            self.assert_close(figures["dissipated_power_w"], absorbed, tolerance)
            self.assert_close(figures["extinction_power_w"],
                4 * exact.extinction_power(scattered, k, DENSITY, SPEED), tolerance)
            self.assert_close(10 ** (figures["target_strength_db"] / 20),
                abs(exact.far_field(scattered, k, math.pi)), tolerance)

    def test_a_lined_shell_absorbs_what_the_series_says(self):
        """The fluid moves with the shell and into the lining: the admittances of both add up, order
        by order."""
        x, thickness = 1.5, 0.03
        k = x / RADIUS
        omega, z = k * SPEED, (0.7 - 0.4j) * RHO_C
        in_vacuo = exact.ElasticSphere(YOUNG, 0.3, STEEL, RADIUS, RADIUS - thickness, 0.0, SPEED)
        of_shell = 1j * omega * numpy.array([in_vacuo.response(n, omega, outer=1)
            for n in range(exact.terms(x))])
        scattered, rigid, bare = (exact.scattering_coefficients(x, 1 / (admittance * RHO_C))
            for admittance in (of_shell + 1 / z, numpy.full_like(of_shell, 1 / z), of_shell))
        in_vacuo.fluid_density = DENSITY
        self.assert_close(bare, in_vacuo.scattering_coefficients(omega), 1e-9)
        absorbed, without_shell = (4 * exact.absorbed_power(of, k, DENSITY, SPEED)
            for of in (scattered, rigid))
        assert abs(absorbed / without_shell - 1) > 0.1
        lined = (f"[[impedance]]\ntable = {[[omega / (2 * math.pi), z.real, z.imag]]}\n"
            + material("shell", poisson=0.3, loss=0.0) + excitation("plane_wave", amplitude=2.0)
            + at(x) + OUTPUT)
        for order, cells, split, tolerance in ((0, 4, 2, 0.03), (2, 3, 1, 5e-3)):
            body = floating(generated("shell", radius=RADIUS, thickness=thickness, cells=cells,
                split=split))
            (figures,), fields = self.fields(body + lined + f"[formulation]\norder = {order}\n",
                ranks=2)
            self.assert_close(figures["dissipated_power_w"], absorbed, tolerance)
            self.assert_close(figures["extinction_power_w"],
                4 * exact.extinction_power(scattered, k, DENSITY, SPEED), tolerance)
            self.assert_close(10 ** (figures["target_strength_db"] / 20),
                abs(exact.far_field(scattered, k, math.pi)), tolerance)
            angle = numpy.arccos(numpy.clip(fields["directions"][:, 2], -1, 1))
            self.assert_close(fields["directivity"], [2 * exact.far_field(scattered, k, angle)],
                tolerance)
            assert figures["power_balance_error"] < 1e-9

    def test_an_impedance_over_frequency_is_as_one_by_one_to_the_last_bit(self):
        rows = [[100 + 0.1 / 3, 1e6 / 7, -1e5 / 3], [201.7, 1.1e6, 2e5 / 9], [317.3, 1.7e6, 3e5]]
        (self.folder / "z.csv").write_text("Hz,Re z,Im z\n# measured\n"
            + "".join("{!r},{!r},{!r}\n".format(*row) for row in rows))
        case = lambda table, hz: sphere(3) + excitation("plane_wave", amplitude=1.0) \
            + f"[[impedance]]\ntable = {table}\n[frequency]\nhz = {hz}\n"
        hz = [row[0] for row in rows]
        digests = lambda *args, ranks=1: [f["solution_digest"] for f in
            self.fields(case(*args), ranks=ranks)[0]]
        one_by_one = [digests([row], [row[0]])[0] for row in rows]
        assert len(set(one_by_one)) == 3
        assert digests(rows, hz) == one_by_one
        assert digests('"z.csv"', hz) == one_by_one
        assert digests('"z.csv"', hz, ranks=2) == digests(rows, hz, ranks=2)
        (self.folder / "z.csv").write_text("1,2,3\n4;5;6\n")
        assert 'z.csv:2: key \'impedance.table\': "4;5;6" has the unit' in self.refusal("solve",
            self.write(case('"z.csv"', hz)), "--out out")


# Corners of a brick of 20 nodes in units of half its edges, then the middles of its edges, in VTK's
# order.
BRICK = numpy.array([[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1],
    [1, 1, 1], [-1, 1, 1], [0, -1, -1], [1, 0, -1], [0, 1, -1], [-1, 0, -1], [0, -1, 1], [1, 0, 1],
    [0, 1, 1], [-1, 0, 1], [-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
YOUNG, STEEL, LOSS = 200e9, 8000.0, 0.04


def material(region, young=YOUNG, poisson=0.0, loss=LOSS):
    return section("[[material]]", regions=[region], young=young, poisson=poisson, density=STEEL,
        loss_factor=loss)


class Structure(Physics):
    LENGTH, WIDTH, BRICKS = 1.0, 0.1, 5

    def bar(self):
        """A square bar along x from 0, its root and tip as node sets, and the tip's face."""
        size = numpy.array([self.LENGTH / self.BRICKS, self.WIDTH, self.WIDTH])
        places = {}
        elements = [[places.setdefault(tuple(numpy.round((corner + [2 * e + 1, 0, 0])
            * 2).astype(int)), len(places)) for corner in BRICK] for e in range(self.BRICKS)]
        points = numpy.array(list(places)) / 4 * size
        x = points[:, 0]
        with h5py.File(self.folder / "bar.h5", "w") as file:
            file["points"], file["elements/hex20"] = points, elements
            file["elements/hex20_region"] = numpy.zeros(self.BRICKS, dtype=int)
            file.create_dataset("regions", data=["bar"], dtype=h5py.string_dtype())
            file["node_sets/root"], file["node_sets/tip"] = numpy.flatnonzero(x
                == 0), numpy.flatnonzero(x == x.max())
            low = (x == 0) & (points[:, 1] < 0)
            file["node_sets/edge"] = numpy.flatnonzero(low)
            file["node_sets/corner"] = numpy.flatnonzero(low & (points[:, 2] < 0))
            file["face_sets/tip"] = [[self.BRICKS - 1, 1]]
        return points

    def at_the_tip(self, drive, hz, supports=(("root", "xyz"),), poisson=0.0):
        """The figures, the nodes, their displacements, and that of the tip's face averaged over its
        area."""
        points = self.bar()
        held = "".join(section("[[support]]", nodes=nodes, fix=list(fix))
            for nodes, fix in supports)
        (figures,), fields = self.fields('[geometry]\nmesh = "bar.h5"\n' + fluid(1e-6)
            + material("bar", poisson=poisson) + "[structure]\n" + held + drive
            + f"[frequency]\nhz = [{hz}]\n", ranks=2)
        u = fields["displacement"][0]
        tip = abs(points[:, 0] - self.LENGTH) < 1e-9
        corners = tip & (abs(points[:, 1]) > 0.4 * self.WIDTH) & (abs(points[:, 2]) > 0.4
            * self.WIDTH)
        assert (tip.sum(), corners.sum()) == (8, 4)
        # The integrals of the shape functions of 8 nodes: -1/12 of the area at the corners, 1/3 at
        # the middles.
        return figures, points, u, u[tip & ~corners].sum(axis=0) / 3 - u[corners].sum(axis=0) / 12

    def test_axial_stiffness(self):
        """F L / (E A), however the lateral strain is allowed for, and its lag behind the force: E
        (1 - i eta)."""
        pressure = 3e5
        free_to_thin = (("root", "x"), ("edge", "y"), ("corner", "z"))
        for supports, poisson in (((("root", "xyz"),), 0.0), (free_to_thin, 0.3)):
            drive = excitation("pressure", faces="tip", amplitude=pressure)
            figures, points, u, tip = self.at_the_tip(drive, 1.0, supports, poisson)
            strain = -pressure / (YOUNG * (1 - 1j * LOSS))
            self.assert_close(u[:, 0], strain * points[:, 0], 1e-5)
            self.assert_close(tip, [strain * self.LENGTH, 0, 0] if poisson == 0 else [strain
                * self.LENGTH, *(-poisson * strain * numpy.array([1, 1]) * self.WIDTH / 2)], 1e-5)
            force, omega = pressure * self.WIDTH**2, 2 * math.pi
            lost = 0.5 * omega * LOSS * YOUNG * abs(strain) ** 2 * self.WIDTH**2 * self.LENGTH
            self.assert_close(figures["dissipated_power_w"], lost, 1e-4)
            self.assert_close(figures["input_power_w"], lost, 1e-4)
            assert (-force * (-1j * omega * tip[0]).conj()).real > 0

    def test_a_point_force_and_its_power(self):
        """Shared by the nodes of the tip it stretches the bar by F L / (E A) too, and 1/2 Re F
        conj(-i omega u) goes in."""
        drive = excitation("force", nodes="tip", amplitude=500.0, phase=35, direction=[3, 0, 0])
        figures, points, u, tip = self.at_the_tip(drive, 1.0)
        force = 500 * numpy.exp(1j * math.radians(35))
        self.assert_close(tip[0], force * self.LENGTH / (YOUNG * (1 - 1j * LOSS) * self.WIDTH**2),
            1e-5)
        mean = u[abs(points[:, 0] - self.LENGTH) < 1e-9].mean(axis=0)
        power = 0.5 * (force * (-2j * math.pi * mean[0]).conj()).real
        self.assert_close(figures["input_power_w"], power, 1e-9)
        assert power > 0
        assert figures["power_balance_error"] <= 1e-9

    def test_bending_stiffness(self):
        """F L^3 / (3 E I) and the shear F L / (5/6 G A)."""
        drive = excitation("force", nodes="tip", amplitude=10.0, direction=[0, -0.5, 0])
        _, points, u, tip = self.at_the_tip(drive, 0.1)
        young = YOUNG * (1 - 1j * LOSS)
        expected = 10 * self.LENGTH**3 / (3 * young * self.WIDTH**4 / 12) + 10 * self.LENGTH / (5
            / 6 * young / 2 * self.WIDTH**2)
        self.assert_close(tip[1], -expected, 0.01)
        assert abs(tip[2]) < 1e-9 * abs(tip[1])
        assert abs(u[points[:, 0] == 0]).max() == 0

    def test_the_first_axial_resonance(self):
        """u(L) = -p tan(kappa L) / (E' kappa), E' = E (1 - i eta), kappa^2 = omega^2 rho / E', at
        sqrt(E/rho)/4L and beside it."""
        first = math.sqrt(YOUNG / STEEL) / (4 * self.LENGTH)
        for ratio in (0.97, 1.0, 1.03):
            drive = excitation("pressure", faces="tip", amplitude=1e5)
            # Held sideways: Poisson's ratio is zero.
            figures, _, _, tip = self.at_the_tip(drive, ratio * first)
            young = YOUNG * (1 - 1j * LOSS)
            kappa = 2 * math.pi * ratio * first * numpy.sqrt(STEEL / young)
            self.assert_close(tip[0], -1e5 * numpy.tan(kappa * self.LENGTH) / (young * kappa), 2e-3)
            power = 0.5 * (-1e5 * self.WIDTH**2 * (-2j * math.pi * ratio * first
                * tip[0]).conj()).real
            self.assert_close(figures["input_power_w"], power, 1e-3)
            self.assert_close(figures["dissipated_power_w"], power, 1e-3)


class PanelData(Physics):
    """Values of panels out of files, in the order of the surface's panels."""
    def data(self, values, units=None, name="data.h5"):
        with h5py.File(self.folder / name, "a") as file:
            if "some/values" in file:
                del file["some/values"]
            file["some/values"] = values
            if units:
                file["some/values"].attrs["units"] = units

    def of_file(self, kind, **keys):
        return excitation(kind, file="data.h5", dataset="some/values", **keys)

    def test_velocities(self):
        """Each panel moves with its value times amplitude and phase, whatever form the file has it
        in."""
        body = sphere(2) + at(1.0) + OUTPUT
        rng = numpy.random.default_rng(3)
        v = rng.normal(size=80) + 1j * rng.normal(size=80)
        turn = 0.25 * numpy.exp(1j * math.radians(50))
        forms = [(v.astype(numpy.complex64), None, v.astype(numpy.complex64).astype(complex)),
            (numpy.stack([v.real, v.imag], axis=1), "mm/s", 1e-3 * v),
            (numpy.arange(80), numpy.bytes_(b"m/s"), numpy.arange(80))]
        for written, units, meant in forms:
            self.data(written, units)
            _, fields = self.fields(body + self.of_file("velocity", amplitude=0.25, phase=50),
                ranks=2)
            self.assert_close(fields["normal_velocity"][0], turn * meant, 1e-12)

    def test_the_file_is_beside_the_case(self):
        (self.folder / "cases").mkdir()
        self.data(numpy.full(80, 3e-3), name="cases/data.h5")
        case = self.write(sphere(2) + at(1.0) + self.of_file("velocity", amplitude=1),
            "cases/case.toml")
        self.solve(case, ranks=2)
        velocity, pressure = self.complex_of("solution/normal_velocity", "solution/pressure")
        self.assert_close(velocity[0], numpy.full(80, 3e-3), 1e-12)
        _, fields = self.fields(sphere(2) + at(1.0) + excitation("velocity", amplitude=3e-3))
        self.assert_close(pressure, fields["pressure"], 1e-12)

    SHELL = (floating(generated("shell", radius=0.8, thickness=0.05, cells=2))
        + material("shell", 70e9, 0.3, 0.1) + at(2.0) + OUTPUT)


    def test_pressures_push_on_their_own_panels(self):
        """What they put in is -1/2 Re p conj(v) over the panels."""
        rng = numpy.random.default_rng(5)
        p = 1e4 * (rng.normal(size=96) + 1j * rng.normal(size=96))
        self.data(p)
        (figures,), fields = self.fields(self.SHELL + self.of_file("pressure", amplitude=2,
            phase=-70), ranks=2)
        p = 2 * numpy.exp(-1j * math.radians(70)) * p
        power = -0.5 * (fields["areas"] * p * fields["normal_velocity"][0].conj()).real.sum()
        assert power > 0
        self.assert_close(figures["input_power_w"], power, 1e-9)


class Rigid(Physics):
    """A shell too stiff to deform moves as a whole: (-i omega M + Z) v = F, Z = (4 pi a^2/3) rho c
    z_1."""
    INNER, HZ = 0.6, 150.0

    def moved(self, drive):
        """The figures, and the velocity of every node."""
        shell = self.folder / "shell.h5"
        self.printed("mesh generate shell", f"radius={RADIUS}",
            f"thickness={RADIUS - self.INNER}", "cells=3", "--out", shell)
        with h5py.File(shell, "r+") as file:
            file.require_group("node_sets")["all"] = numpy.arange(len(file["points"]))
        (figures,), fields = self.fields('[geometry]\nmesh = "shell.h5"\n' + fluid()
            + material("shell", 1e13, 0.3, 0.0) + "[structure]\nfree = true\n" + drive
            + f"[frequency]\nhz = [{self.HZ}]\n", ranks=2)
        return figures, -2j * math.pi * self.HZ * fields["displacement"][0]

    def check(self, drive, force):
        """`force`: three complex numbers, N."""
        omega = 2 * math.pi * self.HZ
        mass = STEEL * 4 / 3 * math.pi * (RADIUS**3 - self.INNER**3)
        fluid_reaction = 4 / 3 * math.pi * RADIUS**2 * RHO_C * exact.modal_impedance(1,
            omega / SPEED * RADIUS)
        expected = numpy.array(force) / (-1j * omega * mass + fluid_reaction)
        figures, velocity = self.moved(drive)
        self.assert_close(velocity, numpy.tile(expected, (len(velocity), 1)), 0.01)
        power = 0.5 * numpy.vdot(expected, force).real
        self.assert_close(power, 0.5 * fluid_reaction.real * numpy.vdot(expected, expected).real,
            1e-9)
        for name in ("input_power_w", "radiated_power_w", "far_field_power_w"):
            self.assert_close(figures[name], power, 0.04)
        assert figures["dissipated_power_w"] == 0

    def test_a_force_shared_by_all_nodes(self):
        amplitude = 100 * numpy.exp(-0.5j * math.pi) / 3
        self.check(excitation("force", nodes="all", amplitude=100.0, phase=-90,
            direction=[2, -2, 1]), amplitude * numpy.array([2, -2, 1]))

    def test_the_resultant_of_pressures_inside(self):
        """P_1 about an axis: integral of cos theta n over the sphere, 4 pi b^2/3 along the axis,
        outwards where it is positive; P_0, P_2 and P_3 have none."""
        resultant = 4 / 3 * math.pi * self.INNER**2
        inside = lambda **keys: excitation("pressure", faces="inner", **keys)
        self.check(inside(amplitude=2.0, legendre=1, axis=[0, 0, -3]) + inside(amplitude=5.0,
            legendre=0) + inside(amplitude=5.0, legendre=2) + inside(amplitude=5.0, legendre=3),
            [0, 0, -2 * resultant])
        self.check(inside(amplitude=2.0, legendre=1, axis=[3, 4, 0], phase=90), 2j * resultant
            * numpy.array([0.6, 0.8, 0]))
