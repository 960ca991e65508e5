"""Meshes from elsewhere: what they need is said where it is seen, and `mesh repair` mends what can
be."""
import re

import h5py
import numpy

from cases import SHELL
from program import ProgramTest

# The corners and outward faces of a unit cube.
CORNERS = numpy.array([[i & 1, i >> 1 & 1, i >> 2 & 1] for i in range(8)], float)
FACES = numpy.array([[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2],
    [1, 3, 7, 5]])

CYLINDER = """
[geometry]
generator = "cylinder"
around = 8
stations = 3
%s
[fluid]
density = 1000.0
sound_speed = 1500.0
[[excitation]]
kind = "velocity"
panels = "piston"
amplitude = 1.0
[frequency]
hz = [500.0]
"""

RIGID = """
[geometry]
mesh = "%s"
[fluid]
density = 1000.0
sound_speed = 1500.0
[[excitation]]
kind = "velocity"
amplitude = 1.0
[frequency]
hz = [10.0]
"""


class MeshFilesTest(ProgramTest):
    def surface(self, points, panels, name="mesh.h5", units=None, **more):
        with h5py.File(self.folder / name, "w") as file:
            file["surface/points"] = points
            file["surface/panels"] = panels
            for key, value in more.items():
                file["surface/" + key] = value
            if units:
                file["surface/points"].attrs["units"] = units
        return self.folder / name


class Sizes(MeshFilesTest):
    def test_a_jump_of_size_across_sharp_edges_is_warned_of_once(self):
        warning = (r"  ! Warning: across \d+ sharp edges the size of the panels differs by more "
            r"than a factor of 3, by [\d.]+ at worst: panels .*\n")
        for grading, warned in (("grading = 6.0", 1), ("length = 0.1", 0)):
            case = self.write(CYLINDER % grading)
            assert self.printed("mesh inspect", case).count("! Warning: across") == warned
            for ranks in (1, 2):
                out = self.run_program("solve", case, "--out", self.folder / "out", ranks=ranks).out
                assert out.count("! Warning: across") == warned
                if warned:
                    self.assertRegex(out, warning)


def soup(points, panels):
    """Each panel with points of its own."""
    return points[panels].reshape(-1, 3), numpy.arange(panels.size).reshape(panels.shape)


class Repair(MeshFilesTest):
    def repaired(self, *arguments):
        """What is printed, by its first words, and the lengths and volume of the result by `mesh
        inspect`."""
        out = self.printed("mesh repair", *arguments, "--out sound.h5")
        lines = {line[:17].strip(): line[17:] for line in out.splitlines()}
        assert self.printed("mesh inspect sound.h5") == out[out.index("panels           "):]
        return lines

    def refusal(self, *arguments):
        line = super().refusal(*arguments)
        assert not (self.folder / "sound.h5").exists(), "something is written"
        return line

    def test_a_soup_of_turned_panels_becomes_a_surface(self):
        points, panels = soup(CORNERS, FACES)
        points, panels = numpy.vstack([points, [[9, 9, 9]]]), numpy.vstack([panels, panels[:2],
            [[0, 0, 1, 1]]])
        panels[3] = panels[3][::-1]
        loose = self.surface(points, panels, region=[0, 1, 0, 0, 0, 0, 0, 0, 0],
            regions=["hull", "piston"])
        said = self.repaired(loose)
        assert said["points merged"] == "16, nearer to each other than 0.01 m"
        assert said["points dropped"] == "1, unused"
        assert said["panels dropped"] == "1 degenerate, 2 repeated"
        assert said["panels turned"] == "1"
        assert said["bodies"] == "1"
        assert said["area, volume"] == "6 m^2, 1 m^3"
        with h5py.File(self.folder / "sound.h5") as file:
            assert file["surface/points"].shape == (8, 3)
            assert file["surface/points"].attrs["units"] == "m"
            assert list(file["surface/region"]) == [0, 1, 0, 0, 0, 0]
            assert list(file["surface/regions"].asstr()) == ["hull", "piston"]

    def test_a_repaired_surface_can_be_solved(self):
        self.surface(*soup(CORNERS, FACES), name="loose.h5")
        solve = ["--out", self.folder / "out"]
        assert "mesh repair" in super().refusal("solve", self.write(RIGID % "loose.h5"), *solve)
        self.repaired("loose.h5")
        assert "6 panels, 1 rank\n" in self.run_program("solve", self.write(RIGID % "sound.h5"),
            *solve).out

    def test_units_are_heard_and_given(self):
        loose = self.surface(*soup(1000 * CORNERS, FACES), units="mm")
        assert self.repaired(loose)["area, volume"] == "6 m^2, 1 m^3"
        assert self.repaired(loose)["points merged"] == "16, nearer to each other than 0.01 m"
        for tolerance in ("20 mm", "2cm", "0.02"):
            said = self.repaired(loose, "--tolerance", tolerance)
            assert said["points merged"] == "16, nearer to each other than 0.02 m"

    def test_a_wider_tolerance_closes_wider_seams(self):
        points, panels = soup(CORNERS, FACES)
        loose = self.surface(points + 1e-3
            * numpy.sin(numpy.arange(points.size)).reshape(points.shape), panels)
        self.assertRegex(self.refusal("mesh repair", loose, "--tolerance", "0.1 mm",
            "--out sound.h5"),
            r"mesh.h5': surface: it cannot be closed: 24 edges have a panel on one "
            r"side only, first panel 0 from "
            r"\(.*\) to \(.*\) \(points nearer than 0.0001 m were merged: --tolerance\)$")
        assert self.repaired(loose, "--tolerance", "4 mm")["panels"] == "6, closed and outward"

    def test_what_cannot_be_repaired_is_refused_and_nothing_written(self):
        hole = self.surface(*soup(CORNERS, FACES[:5]), name="hole.h5")
        assert "4 edges have a panel on one side only" in self.refusal("mesh repair", hole,
            "--out sound.h5")
        self.printed("mesh generate shell cells=1 --out shell.h5")
        assert ("shell.h5': /elements are solid elements; a surface alone is needed"
            in self.refusal("mesh repair shell.h5 --out sound.h5"))
        for tolerance, line in (("3 parsec", "parsec.*mm"), ("nan", "length of 0 or more"),
                ("-1", "length of 0 or more"), ("wide", "not a number")):
            self.assertRegex(self.refusal("mesh repair", hole, "--tolerance=" + tolerance,
                "--out sound.h5"), "--tolerance.*" + line)
        assert "nowhere.h5' does not exist" in self.refusal("mesh repair nowhere.h5 --out sound.h5")

    def test_a_file_that_repair_helps_is_refused_with_that_advice(self):
        turned = FACES.copy()
        turned[2] = turned[2][::-1]
        merges, mends = ("some of its points coincide: 'minifebem mesh repair' merges them",
            "'minifebem mesh repair' can mend it")
        twice, touching = numpy.vstack([CORNERS, CORNERS]), numpy.vstack([CORNERS, CORNERS
            + [1, 0, 0]])
        for points, panels, advice in ((twice, numpy.vstack([FACES, FACES + 8]), mends),
                                       (touching, numpy.vstack([FACES, FACES + 8]), None),
                                       (*soup(CORNERS, FACES), merges), (*soup(CORNERS, FACES[:5]),
                                           merges),
                                       (CORNERS, turned, mends), (CORNERS, FACES[:, ::-1], mends),
                                       (CORNERS, FACES[:5], None)):
            loose = self.surface(points, panels)
            case = self.write(RIGID % "mesh.h5")
            for command in (["mesh inspect", loose], ["solve", case, "--out", self.folder
                    / "out"]):
                line = super().refusal(*command)
                assert line.endswith("; " + advice) if advice else "mesh repair" not in line, line


class Curves(MeshFilesTest):
    def test_curved_panels_of_a_file_have_the_solution_of_the_generator(self):
        for name, parameter in (("sphere", "frequency"), ("cats_eye", "cells")):
            out = self.printed("mesh generate", name, parameter + "=1", "--out", name + ".h5")
            assert "closed and outward, curved in boundary elements of order 1 and 2\n" in out
            assert self.printed("mesh inspect", name + ".h5") == out
            of_file = RIGID % (name + ".h5") + "[formulation]\norder = 2\n"
            cases = (of_file, of_file.replace(f'mesh = "{name}.h5"',
                f'generator = "{name}"\n{parameter} = 1'))
            for ranks in (1, 2):  # whose digests may differ: not all kernels of a BLAS round alike
                digests = {self.solve(self.write(case), ranks=ranks)["frequencies"][0][
                    "solution_digest"] for case in cases}
                assert len(digests) == 1, (name, digests)


class Materials(MeshFilesTest):
    STEEL = "Young's modulus 207 GPa, Poisson's ratio 0.3, density 7800 kg/m^3, loss factor 0.002"

    def test_default_materials_are_shown_wherever_a_mesh_is(self):
        listed = " ".join(self.printed("mesh list").split())
        assert " region shell steel by default: " + self.STEEL in listed
        generated = self.printed("mesh generate shell cells=1 --out shell.h5")
        for out in (generated, self.printed("mesh inspect shell.h5")):
            assert "region           shell, steel by default: " + self.STEEL in out

    def test_the_case_goes_before_the_default(self):
        default = re.sub(r"\[\[material\]\].*?(?=\[\[excitation)", "", SHELL, flags=re.DOTALL)
        out = self.printed("mesh inspect", self.write(SHELL))
        assert ("shell, material of the case: Young's modulus 200 GPa, Poisson's ratio 0.3, "
            "density 7800 kg/m^3, loss " "factor 0.05" in out)
        for text, said in ((SHELL, 0), (default, 1)):
            out = self.run_program("solve", self.write(text), "--out", self.folder / "out").out
            assert out.count("  default materials: steel (shell)\n") == said

    def test_a_material_that_nobody_knows_is_said_to_be_so(self):
        self.printed("mesh generate shell cells=1 --out shell.h5")
        with h5py.File(self.folder / "shell.h5", "a") as file:
            del file["materials"]
            file["materials"] = ["unobtainium"]
        assert ("shell, unobtainium by default: not a known material"
            in self.printed("mesh inspect shell.h5"))
