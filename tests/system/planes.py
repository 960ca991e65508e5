"""A part of a body between planes of symmetry solves as the whole body, on any ranks, and a body
beside a plane as the body with its image."""
import h5py
import numpy

from program import ProgramTest

CASE = """
[geometry]
generator = "shell"
cells = 2
split = {split}
[fluid]
density = 1000
sound_speed = 1500
[structure]
free = true
[[excitation]]
kind = "pressure"
faces = "inner"
amplitude = 1
legendre = {legendre}
[frequency]
hz = [400]
[formulation]
order = {order}
[output]
field_points = [[2, 1, 1.5], [-3, 2, 1]]
[output.directivity]
step = 30
"""
POWERS = ("radiated_power_w", "far_field_power_w", "input_power_w", "dissipated_power_w",
    "mean_pressure_pa", "surface_over_far_field")


def symmetry(normal, kind="symmetric"):
    return f'[[symmetry]]\nnormal = "{normal}"\nkind = "{kind}"\ncut = true\n'


def hankel(x, count):
    """h_n(x) = j_n + i y_n for n < count, by column."""
    result = [-1j * numpy.exp(1j * x) / x, -(1 / x + 1j / x**2) * numpy.exp(1j * x)]
    for n in range(1, count - 1):
        result.append((2 * n + 1) / x * result[n] - result[n - 1])
    return numpy.array(result).T


class PlanesTest(ProgramTest):
    def solution(self, text, **how):
        """Figures, collocation points, pressure there, and the fields."""
        report = self.solve(self.write(text), **how)
        with self.results() as file:
            points = file["mesh/centroids"][()]
        pressure, field, far = self.complex_of("solution/pressure", "field/pressure",
            "field/directivity")
        return report["frequencies"][0], points, pressure[0], field[0], far[0]

    def test_a_part_of_a_shell_is_as_the_whole(self):
        # About the axis P_1 is antisymmetric across the plane z = 0, and P_2 is symmetric.
        for order, legendre, ranks in ((0, 1, 2), (1, 2, 1), (2, 1, 2)):
            case = CASE.format(split=2 if order == 0 else 1, legendre=legendre, order=order)
            figures, points, pressure, field, far = self.solution(case)
            kind = "antisymmetric" if legendre == 1 else "symmetric"
            for planes in (symmetry("z", kind), symmetry("x") + symmetry("-y"),
                    symmetry("x") + symmetry("y") + symmetry("-z", kind)):
                part, its_points, its_pressure, its_field, its_far = self.solution(case + planes,
                    ranks=ranks)
                assert len(its_pressure) == len(pressure) >> planes.count("normal")
                whole = [numpy.linalg.norm(points - x, axis=1).argmin() for x in its_points]
                self.assert_close(its_pressure, pressure[whole], 1e-10)
                # With order 0 blocks of eight panels choose the rule of a field point.
                tolerance = 1e-7 if order == 0 else 1e-10
                self.assert_close(its_field, field, tolerance)
                self.assert_close(its_far, far, 1e-10)
                for name in POWERS:
                    numpy.testing.assert_allclose(part[name], figures[name], rtol=1e-8, atol=1e-18)

    def test_a_wave_along_planes_of_symmetry(self):
        case = CASE.format(split=1, legendre=0, order=1)
        first = case.index("[[excitation]]")
        wave = case[:first] + ('[[excitation]]\nkind = "plane_wave"\namplitude = 1\n'
            + "direction = [0, 0, -1]\n") + case[case.index("[frequency]"):]
        figures, points, pressure, *_ = self.solution(wave)
        part, its_points, its_pressure, *_ = self.solution(wave + symmetry("x") + symmetry("y"))
        whole = [numpy.linalg.norm(points - x, axis=1).argmin() for x in its_points]
        self.assert_close(its_pressure, pressure[whole], 1e-10)
        for name in ("far_field_power_w", "extinction_power_w", "extinction_over_loss"):
            numpy.testing.assert_allclose(part[name], figures[name], rtol=1e-8)

    def test_any_load_is_the_sum_of_loads_with_the_symmetry(self):
        """Forces and pressures on one of four parts, a wave and a dipole from anywhere, in four
        cases as docs/planes.md says."""
        self.printed("mesh", "generate", "shell", "cells=2", "--out", self.folder / "shell.h5")
        with h5py.File(self.folder / "shell.h5", "r+") as file:
            points, inner = file["points"][()], file["face_sets/inner"][()]
            bricks = file["elements/hex20"][()]
            side = numpy.array([points[nodes].mean(0)[:2] for nodes in bricks])
            file.require_group("node_sets")["spot"] = numpy.nonzero((points[:, :2] > 0.3).all(1))[0]
            file["face_sets/patch"] = inner[(side[inner[:, 0]] > 0).all(1)]
        place, force, direction = numpy.array([[1.5, -0.7, 0.9], [1, 2, 3], [2, 1, -3]])
        head = '[geometry]\nmesh = "shell.h5"\n[[material]]\nregions = ["shell"]\nyoung = 210e9\n' \
            + "poisson = 0.3\ndensity = 7800\n"
        case = CASE.format(split=1, legendre=0, order=1)
        first, last = case.index("[fluid]"), case.index("[[excitation]]")

        def solution(x=0, y=0):
            """Of the whole body, or of the part whose pressure has these signs in the planes."""
            cut, part = (1, 4) if x == 0 else (4, 1)
            drives = (f'[[excitation]]\nkind = "force"\nnodes = "spot"\namplitude = 100\n'
                + f'direction = [1, 2, 3]\n[[excitation]]\nkind = "pressure"\nfaces = "patch"\n'
                + f"amplitude = {20 / cut}\n")
            for image in range(cut):
                sign = x ** (image & 1) * y ** (image >> 1)
                turn = numpy.array([(-1) ** (image & 1), (-1) ** (image >> 1), 1])
                drives += (f'[[excitation]]\nkind = "plane_wave"\namplitude = {3 * sign / cut}\n'
                    + f"phase = 20\ndirection = {list(turn * direction)}\n"
                    + f'[[excitation]]\nkind = "dipole"\namplitude = {40 * sign / cut}\n'
                    + f"position = {list(turn * place)}\ndirection = {list(turn * force)}\n")
            planes = "".join(symmetry(axis, "symmetric" if sign > 0 else "antisymmetric")
                for axis, sign in (("x", x), ("y", y)) if sign)
            return self.solution(head + case[first:last] + drives
                + case[case.index("[frequency]"):] + planes)

        powers, points, *whole = solution()
        signs = [(x, y) for x in (1, -1) for y in (1, -1)]
        parts = [solution(x, y) for x, y in signs]
        for i in (3, 4):
            self.assert_close(sum(part[i] for part in parts), whole[i - 2], 1e-10)
        for name in ("radiated_power_w", "far_field_power_w", "extinction_power_w",
                "input_power_w"):
            self.assert_close(sum(part[0][name] for part in parts), powers[name], 1e-8)
        for turn in signs:
            where = [numpy.linalg.norm(points - [turn[0] * x, turn[1] * y, z], axis=1).argmin()
                for x, y, z in parts[0][1]]
            self.assert_close(sum(part[2] * (x if turn[0] < 0 else 1) * (y if turn[1] < 0 else 1)
                for (x, y), part in zip(signs, parts)), whole[0][where], 1e-10)

    def test_above_a_plane_the_image_is_a_second_body(self):
        """Half of the power of both goes into the half-space."""
        for kind, sign in (("rigid", 1), ("pressure_release", -1)):
            case = CASE.format(split=1, legendre=2, order=1)
            plane = f'[[plane]]\nnormal = "z"\nat = -1.5\nkind = "{kind}"\n'
            figures, points, pressure, field, far = self.solution(case + plane)
            assert len(far) == 7  # of twelve, those above the plane
            assert figures["outcome"] == "solved"
            numpy.testing.assert_allclose(figures["surface_over_far_field"], 1, atol=0.01)
            # At the plane the pressure or its derivative is zero.
            text = case.replace("[[2, 1, 1.5], [-3, 2, 1]]",
                "[[2, 1, -1.499], [2, 1, -1.498], [2, 1, -1.497]]")
            *_, field, far = self.solution(text + plane)
            assert abs(field[0] if sign < 0 else field[1] - field[0]) < 2e-3 * abs(pressure).max()

    def test_a_hemisphere_on_a_plane_is_half_of_the_sphere_in_free_space(self):
        """The dry half is left out, and a load with the symmetry of the plane drives both."""
        for order in (0, 1, 2):
            for kind, legendre in (("rigid", 2), ("pressure_release", 1)):
                case = CASE.format(split=2 if order == 0 else 1, legendre=legendre, order=order)
                for was, becomes in (("[structure]\nfree = true\n", ""),
                        ('"pressure"', '"velocity"'), ('faces = "inner"\n', "")):
                    assert was in case
                    case = case.replace(was, becomes)
                figures, points, pressure, field, far = self.solution(case)
                part, its_points, its_pressure, its_field, its_far = self.solution(case
                    + f'[[plane]]\nnormal = "z"\nat = 0\nkind = "{kind}"\n')
                assert len(its_pressure) == len(pressure) / 2 and len(its_far) == 7
                whole = [numpy.linalg.norm(points - x, axis=1).argmin() for x in its_points]
                self.assert_close(its_pressure, pressure[whole], 1e-10)
                self.assert_close(its_field, field, 1e-7 if order == 0 else 1e-10)
                self.assert_close(its_far, far[:7], 1e-10)
                for name in ("radiated_power_w", "far_field_power_w"):
                    numpy.testing.assert_allclose(2 * part[name], figures[name], rtol=1e-8)

    def test_the_beam_of_a_piston_in_a_baffle(self):
        """f = -i omega rho v a^2/2 * 2 J_1(x)/x with x = ka sin(theta): half of the intensity at
        x = 1.61634, the first side lobe of 0.132279."""
        ka = 6.0
        text = f"""
[geometry]
generator = "cylinder"
length = 0.4
radius = 1.1
piston_radius = 1
[fluid]
density = 1000
sound_speed = 1500
[[excitation]]
kind = "velocity"
panels = "piston"
amplitude = 1
[[plane]]
at = 0.2
[[symmetry]]
cut = true
[[symmetry]]
normal = "y"
cut = true
[frequency]
hz = [{1500 * ka / (2 * numpy.pi)}]
[output]
figures = ["beam_width_deg", "side_lobe_level_db"]
[output.directivity]
step = 1
"""
        figures = self.solve(self.write(text))["frequencies"][0]
        numpy.testing.assert_allclose(figures["beam_width_deg"],
            2 * numpy.degrees(numpy.arcsin(1.61634 / ka)), rtol=2e-3)
        numpy.testing.assert_allclose(figures["side_lobe_level_db"], -17.570, atol=0.05)
        numpy.testing.assert_allclose(figures["source_level_db"],
            20 * numpy.log10(1.5e6 * ka / 2 / 2**0.5 / 1e-6), atol=0.02)
        head, row = (line.split("  ") for line in self.printed("solve", self.write(text),
            "--out out").splitlines() if "beam_width_deg" in line or "solved" in line)
        assert row[-1].strip() == f"{figures['side_lobe_level_db']:.6g}"

    def test_a_pulsating_sphere_above_a_plane_against_its_image_series(self):
        """Partial waves about the sphere and about its image, whose amplitudes follow from the
        normal velocity at many points."""
        k, waves = 2.0, 24
        angle = numpy.linspace(0, numpy.pi, 200)
        for kind, sign in (("rigid", 1), ("pressure_release", -1)):
            for height in (1.1, 1.5, 5):
                def field(x, z):
                    """The waves of order 0, 1, ... by column, scaled to 1 on the sphere."""
                    sum = 0
                    for s, up in ((1, z), (sign, -2 * height - z)):
                        r = numpy.hypot(x, up)
                        sum = sum + s * hankel(k * r, waves) / hankel(numpy.array([k]),
                            waves) * numpy.polynomial.legendre.legvander(up / r, waves - 1)
                    return sum

                def around(r):
                    return field(r * numpy.sin(angle), r * numpy.cos(angle))

                step = 1e-4
                slope = (around(1 + step) - around(1 - step)) / (2 * step)
                # dp/dr = i omega rho v = i k rho c v
                amplitudes = numpy.linalg.lstsq(slope, numpy.full(200, 1.5e6j * k), rcond=None)[0]
                self.solve(self.write(f"""
[geometry]
generator = "shell"
cells = 4
split = 1
[fluid]
density = 1000
sound_speed = 1500
[[excitation]]
kind = "velocity"
amplitude = 1
[frequency]
hz = [{1500 * k / (2 * numpy.pi)}]
[formulation]
order = 2
[[symmetry]]
cut = true
[[symmetry]]
normal = "y"
cut = true
[[plane]]
kind = "{kind}"
at = {-height}
"""))
                with self.results() as file:
                    points = file["mesh/centroids"][()]
                exact = field(numpy.hypot(points[:, 0], points[:, 1]), points[:, 2]) @ amplitudes
                self.assert_close(self.complex_of("solution/pressure")[0][0], exact, 2e-3)

    def test_a_file_with_a_part_of_a_shell(self):
        self.printed("mesh", "generate", "shell", "cells=2", "--out", self.folder / "shell.h5")
        with h5py.File(self.folder / "shell.h5") as file:
            points, bricks, inner = (file[name][()] for name in ("points", "elements/hex20",
                "face_sets/inner"))
        kept = numpy.array([points[nodes, 0].min() > -1e-9 for nodes in bricks])
        number = numpy.cumsum(kept) - 1
        for name, which in (("whole", kept | True), ("half", kept)):
            with h5py.File(self.folder / (name + ".h5"), "w") as file:
                file["points"], file["elements/hex20"] = points, bricks[which]
                file["elements/hex20_region"] = numpy.zeros(which.sum(), int)
                file.create_dataset("regions", data=["shell"], dtype=h5py.string_dtype())
                faces = inner if name == "whole" else [(number[e], face) for e, face in inner
                    if kept[e]]
                file["face_sets/inner"] = faces
        case = CASE.format(split=1, legendre=2, order=1).replace('generator = "shell"\ncells = 2',
            'mesh = "whole.h5"') + ('[[material]]\nregions = ["shell"]\nyoung = 210e9\n'
            + "poisson = 0.3\ndensity = 7800\n")
        figures, points, pressure, *_ = self.solution(case)
        part, its_points, its_pressure, *_ = self.solution(case.replace("whole.h5", "half.h5")
            + '[[symmetry]]\nnormal = "x"\n')
        assert 2 * len(its_pressure) == len(pressure)
        whole = [numpy.linalg.norm(points - x, axis=1).argmin() for x in its_points]
        self.assert_close(its_pressure, pressure[whole], 1e-10)
        numpy.testing.assert_allclose(part["input_power_w"], figures["input_power_w"], rtol=1e-9)
