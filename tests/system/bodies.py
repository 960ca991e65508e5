"""Several elastic bodies in one fluid: each moves as it would alone, as far as the fluid lets it,
and no method, rank or strategy decides what comes out."""
import itertools
import os

import h5py
import numpy

from program import ProgramTest

PETSC = os.environ["FEBEM_PETSC"] == "ON"

CASE = """
[geometry]
mesh = "bodies.h5"
[structure]
free = true
[fluid]
density = 1000
sound_speed = 1500
[[material]]
regions = ["body"]
young = 2e9
poisson = 0.3
density = 1500
loss_factor = 0.02
[frequency]
hz = [60, 250]
"""
CLAMPED = '[[support]]\nnodes = "left:0"\nfix = ["x", "y", "z"]\n'


def force(nodes, direction, amplitude=1.0):
    return (f'[[excitation]]\nkind = "force"\nnodes = "{nodes}"\ndirection = {list(direction)}\n'
        f'amplitude = {amplitude}\n')


def cube(parts, side, origin):
    """Points and bricks of eight nodes."""
    ticks = range(parts + 1)
    points = numpy.array([[i, j, k] for k in ticks for j in ticks for i in ticks]) * (side
        / parts) + numpy.array(origin, float)
    number = lambda i, j, k: (k * (parts + 1) + j) * (parts + 1) + i
    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    bricks = [[number(i + a, j + b, k + c) for c in (0, 1) for a, b in square] for k in range(parts)
        for j in range(parts) for i in range(parts)]
    return points, numpy.array(bricks)


class BodiesTest(ProgramTest):
    def mesh(self, *bodies):
        """bodies.h5. Of body b the node sets corner:b (its last node) and, at its lowest and
        highest x, the node sets and face sets left:b and right:b."""
        points, bricks, node_sets, face_sets = [], [], {}, {}
        for b, (x, elements) in enumerate(bodies):
            before, first = sum(map(len, points)), sum(map(len, bricks))
            node_sets[f"corner:{b}"] = [before + len(x) - 1]
            for face, (side, end) in enumerate((("left", x[:, 0].min()), ("right", x[:, 0].max()))):
                there = abs(x[:, 0] - end) < 1e-9
                node_sets[f"{side}:{b}"] = before + numpy.flatnonzero(there)
                face_sets[f"{side}:{b}"] = [[first + e, face] for e, nodes in enumerate(elements)
                    if there[nodes].sum() == 4]
            points.append(x)
            bricks.append(elements + before)
        bricks = numpy.vstack(bricks)
        with h5py.File(self.folder / "bodies.h5", "w") as file:
            file["points"] = numpy.vstack(points)
            file["elements/hex8"] = bricks
            file["elements/hex8_region"] = numpy.zeros(len(bricks), int)
            file.create_dataset("regions", data=["body"], dtype=h5py.string_dtype())
            for kind, sets in (("node_sets/", node_sets), ("face_sets/", face_sets)):
                for name, members in sets.items():
                    file[kind + name] = members
        return self.folder / "bodies.h5"

    def solution(self, text, *options, ranks=1, slow=False):
        """The figures of each frequency, the surface pressure and the displacement of the nodes.
        What goes in comes out, unless that is too `slow` to be more than the rounding of what goes
        to and fro."""
        report = self.solve(self.write(text), *options, ranks=ranks)
        for figures in report["frequencies"]:
            assert figures["outcome"] == "solved"
            if not slow:
                assert figures["power_balance_error"] <= 1e-9
            assert figures["structural_backward_error"] <= 1e-12
        return report["frequencies"], *self.complex_of("solution/pressure", "solution/displacement")

    def assert_each(self, found, expected, tolerance):
        """Frequency by frequency."""
        for mine, other in zip(found, expected, strict=True):
            assert abs(other).max() > 0
            self.assert_close(mine, other, tolerance)


class Physics(BodiesTest):
    def test_far_apart_each_moves_as_it_would_alone(self):
        # At 3 Hz they are two wavelengths apart: the far field needs few directions.
        case = CASE.replace("hz = [60, 250]", "hz = [1, 3]")
        push = force("corner:0", [0.3, 0.2, 1.0])
        self.mesh(cube(2, 1, [0, 0, 0]))
        _, pressure, alone = self.solution(case + push)
        nodes, panels = alone.shape[1], pressure.shape[1]
        self.mesh(cube(2, 1, [0, 0, 0]), cube(2, 1, [0, 0, 1e3]))
        _, beside, moved = self.solution(case + push)
        # The other sends back a thousandth of the thousandth that reaches it.
        self.assert_each(moved[:, :nodes], alone, 1e-5)
        self.assert_each(beside[:, :panels], pressure, 1e-5)
        assert abs(moved[:, nodes:]).max() < 1e-2 * abs(alone).max()
        assert abs(moved[:, nodes:]).max() > 0
        _, _, both = self.solution(case + push + force("corner:1", [0.3, 0.2, 1.0]))
        self.assert_each(both[:, :nodes], alone, 1e-2)
        self.assert_each(both[:, nodes:], alone, 1e-2)

    def test_a_force_on_one_moves_the_other_as_it_would_be_moved_by_it(self):
        self.mesh(cube(3, 1, [0, 0, 0]), cube(3, 0.8, [1.3, 0.1, -0.2]))
        here, there = numpy.array([1.0, 0.0, 0.5]), numpy.array([0.6, -1.0, 0.3])
        last = 4**3 - 1
        for supports in ("", CLAMPED):
            _, _, one = self.solution(CASE + supports + force("corner:0", here))
            _, _, other = self.solution(CASE + supports + force("corner:1", there))
            moved = one[:, 64 + last] @ there / numpy.linalg.norm(there)
            back = other[:, last] @ here / numpy.linalg.norm(here)
            assert abs(moved).min() > 0
            numpy.testing.assert_allclose(back, moved, rtol=0, atol=0.03 * abs(moved).max())

    def test_a_pair_that_is_driven_alike_from_both_sides_moves_alike(self):
        left, right = cube(2, 1, [-1.2, 0, 0]), cube(2, 1, [0.2, 0, 0])
        self.mesh(left, right)
        inward = "".join(f'[[excitation]]\nkind = "pressure"\nfaces = "{faces}"\namplitude = 2.0\n'
            for faces in ("right:0", "left:1"))
        _, pressure, moved = self.solution(CASE + inward, ranks=2)
        mirror = numpy.array([-1, 1, 1])
        place = [numpy.linalg.norm(right[0] - x * mirror, axis=1).argmin() for x in left[0]]
        self.assert_each(moved[:, len(left[0]):][:, place], moved[:, :len(left[0])] * mirror, 1e-8)
        self.assert_close(abs(pressure[:, :96]).max(), abs(pressure[:, 96:]).max(), 1e-8)

    def test_one_is_clamped_and_the_other_floats(self):
        self.mesh(cube(2, 1, [0, 0, 0]), cube(2, 1, [1.5, 0, 0]))
        _, _, moved = self.solution(CASE.replace("hz = [60, 250]", "hz = [0.01, 60]") + CLAMPED
            + force("corner:1", [1, 0, 0]), ranks=2, slow=True)
        left = cube(2, 1, [0, 0, 0])[0][:, 0] == 0
        assert abs(moved[:, :27][:, left]).max() == 0
        assert abs(moved[1, :27]).max() > 1e-6 * abs(moved[1, 27:]).max()
        # Slowly, the force moves the free one alone, by its mass and that of the water around: F /
        # (omega^2 (m + m_a)) and more.
        slow = -numpy.mean(moved[0, 27:, 0]).real * (2 * numpy.pi * 0.01) ** 2
        assert 1 / 4000 < slow < 1 / 1500, slow
        assert abs(moved[0, :27]).max() < 1e-6 * abs(moved[0, 27:]).max()

    def test_who_is_not_held_is_named(self):
        self.mesh(cube(2, 1, [0, 0, 0]), cube(2, 1, [5, 0, 0]))
        case = self.write(CASE.replace("free = true", "") + CLAMPED + force("corner:1", [1, 0, 0]))
        for ranks in (1, 2):
            assert ("the supports leave 6 rigid-body motions of body 2 (8 elements, the "
                "first is 8, around (5.5, 0.5, 0.5)) free" in self.refusal("solve", case,
                "--out out", ranks=ranks))

    def test_what_touches_or_lies_within_is_refused(self):
        for origin, side, words in (([1, 0, 0], 1, "overlap or touch"), ([0.5, 0.5, 0.3], 1,
                "overlap or touch"), ([0.3, 0.3, 0.3], 0.4, "is nested inside body 1")):
            mesh = self.mesh(cube(2, 1, [0, 0, 0]), cube(2, side, origin))
            self.assertRegex(self.refusal("mesh inspect", mesh), r"surface: body [12] \(.*" + words)

    def test_bodies_are_counted(self):
        out = self.printed("mesh inspect", self.mesh(cube(2, 1, [0, 0, 0]), cube(1, 1, [5, 0, 0])))
        assert "solid            35 nodes, 9 elements in 2 bodies\n" in out
        assert "volume     12 m^2, 2 m^3\n" in out


RIGID = """
[geometry]
mesh = "balls.h5"
[fluid]
density = 1000
sound_speed = 1500
[[excitation]]
kind = "velocity"
amplitude = 1
[frequency]
hz = [100]
[formulation]
order = %d
"""


OVERLAP = "body 1 .* and body 2 .* overlap or touch"


class Curved(BodiesTest):
    """What is checked and measured is the surface that is solved: curved panels with order 1 and 2,
    flat ones with order 0."""

    def balls(self, distance):
        """Two unit spheres of 80 curved triangles with nodes on the spheres; flat, they are 0.07 m
        smaller where the panels face each other."""
        self.printed("mesh generate sphere frequency=2 --out ball.h5")
        with h5py.File(self.folder / "ball.h5") as file:
            points, panels = file["surface/points"][()], file["surface/panels"][()]
        with h5py.File(self.folder / "balls.h5", "w") as file:
            file["surface/points"] = numpy.vstack([points, points + distance / 3**0.5])
            file["surface/panels"] = numpy.vstack([panels, numpy.where(panels < 0, -1, panels
                + len(points))])
        return self.folder / "balls.h5"

    def test_bodies_that_overlap_as_they_are_solved_are_refused(self):
        for distance, orders in ((1.8, ()), (1.95, (0,)), (2.01, (0, 1, 2))):
            mesh = self.balls(distance)
            if distance > 2:
                self.printed("mesh inspect", mesh)
            else:
                line = self.refusal("mesh inspect", mesh)
                self.assertRegex(line, OVERLAP)
                assert ("order 1 and 2" in line) == (orders == (0,))
            for order, command in itertools.product((0, 1, 2),
                    ("mesh inspect", "solve --estimate")):
                case = self.write(RIGID % order)
                if order in orders:
                    self.printed(command, case)
                else:
                    self.assertRegex(self.refusal(command, case), OVERLAP)

    def test_distances_areas_and_volumes_are_those_of_the_panels(self):
        out = self.printed("mesh inspect", self.balls(2.01))
        flat, curved = (float(line.split()[2]) / (8 * numpy.pi) for line in out.splitlines()
            if line.startswith("area, volume"))
        assert flat < 0.95
        self.assertAlmostEqual(curved, 1, delta=2e-3)
        ratios = {}
        for order in (0, 2):
            figures = self.solve(self.write(RIGID % order))["frequencies"][0]
            ratios[order] = figures["sides_apart_over_panel"]
        self.assertAlmostEqual(ratios[0] - ratios[2], 0.13 / 0.618, delta=0.05)


class Methods(BodiesTest):
    TEXT = CASE + CLAMPED + force("corner:1", [1, 0.5, 0.2]) + force("right:0",
        [0, 1, 0.3]) + "[eliminate]\npanel = 5\n"
    METHODS = [("substructure", "columns"), ("substructure", "rows"), ("frontal",
        "rows")] + PETSC * [("mumps", "columns"), ("mumps", "rows"), ("schur", "columns")]

    def pair(self):
        """Of different sizes, so that halves of the work are no bodies."""
        return self.mesh(cube(2, 1, [0, 0, 0]), cube(3, 0.9, [1.3, 0.1, 0]))

    def test_every_method_on_any_number_of_ranks_has_the_same_answer(self):
        self.pair()
        _, pressure, moved = self.solution(self.TEXT)
        for ranks in (1, 2, 3):
            for merge, reduce in self.METHODS:
                _, p, u = self.solution(self.TEXT, "--merge.method", merge, "--reduce.method",
                    reduce, "--merge.block 5", ranks=ranks)
                self.assert_each(p, pressure, 1e-10)
                self.assert_each(u, moved, 1e-10)
            for merge in ("substructure", "frontal"):
                _, p, _ = self.solution(self.TEXT, "--merge.method", merge,
                    "--eliminate.method krylov", ranks=ranks)
                self.assert_each(p, pressure, 1e-8)

    def test_slow_motions_of_each_body_are_kept_apart(self):
        """Where A_s itself would be singular to rounding, with one body light and one heavy."""
        self.pair()
        text = self.TEXT.replace(CLAMPED, "").replace("hz = [60, 250]",
            "hz = [1e-3, 1]").replace("2e9", "2e11")
        _, pressure, moved = self.solution(text, slow=True)
        for options, ranks in ((["--merge.block 1"], 2),
                (["--merge.method frontal --reduce.method rows"], 3)):
            _, p, u = self.solution(text, *options, ranks=ranks, slow=True)
            self.assert_each(p, pressure, 1e-9)
            for nodes in (slice(0, 27), slice(27, None)):
                self.assert_each(u[:, nodes], moved[:, nodes], 1e-9)

    def test_many_bodies_of_one_element_each(self):
        self.mesh(*(cube(1, 0.5, [i, j, 0]) for i in range(4) for j in range(4)))
        text = CASE + force("corner:5", [1, 0.5, 0.2])
        _, pressure, moved = self.solution(text)
        for options, ranks in (([], 2), ([], 3),
                (["--merge.method frontal --reduce.method rows"], 2)):
            _, p, u = self.solution(text, *options, ranks=ranks)
            self.assert_each(p, pressure, 1e-10)
            self.assert_each(u, moved, 1e-10)

    def test_cut_and_pace_leave_every_bit(self):
        # with nothing between the halves
        self.mesh(cube(2, 1, [0, 0, 0]), cube(2, 1, [1.5, 0.1, 0]))
        case = self.write(self.TEXT.replace("hz = [60, 250]", "hz = [60]"))
        for ranks in (2, 3):
            report, _ = self.reported("study", case,
                "--route star binomial ring --cut 1KiB whole --pace blocking ack "
                "window:2 --repeats 1", ranks=ranks)
            assert report["differing_digests"] == []
            assert len(report["strategies"]) == 3 * 2 * 3

    def test_it_is_estimated_and_modelled(self):
        """A run without arithmetic sends what a computed one sends."""
        self.mesh(cube(2, 1, [0, 0, 0]), cube(2, 1, [1.5, 0.1, 0]))
        case = self.write(self.TEXT)
        for ranks in (1, 2, 3):
            for merge, reduce in (("substructure", "columns"), ("substructure", "rows"),
                    ("frontal", "rows")):
                options = ["--frequency 60 --merge.method", merge, "--reduce.method", reduce]
                computed = self.stages(self.solve(case, *options, ranks=ranks))
                modelled = self.stages(self.reported("solve", case, "--arithmetic free",
                    *options, ranks=ranks)[0])
                for name in ("merge", "form", "reduce", "eliminate"):
                    for key in ("messages", "bytes", "flops"):
                        assert modelled[name][key] == computed[name][key], (name, key, merge,
                            reduce, ranks)
            self.printed("solve", case, "--estimate", ranks=ranks)
