"""Meshes from elsewhere: what they need is said where it is seen, and `mesh repair` mends what can be."""
import re
import unittest

import h5py
import numpy

from cases import SHELL
from program import ProgramTest

# The corners and outward faces of a unit cube.
CORNERS = numpy.array([[i & 1, i >> 1 & 1, i >> 2 & 1] for i in range(8)], float)
FACES = numpy.array([[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]])

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

    def printed(self, *arguments, ranks=1):
        ended = self.run_program(*arguments, ranks=ranks)
        self.assertEqual((ended.status, ended.errors), (0, []))
        return ended.out

    def refused(self, *arguments):
        ended = self.run_program(*arguments)
        self.assertEqual((ended.status, len(ended.errors)), (2, 1), ended.errors)
        return ended.errors[0]


class Bodies(MeshFilesTest):
    def test_a_body_within_another_is_refused_with_its_name(self):
        for inner, word in ((FACES, "nested inside body 1"), (FACES[:, ::-1], "a cavity inside body 1")):
            with self.subTest(word):
                mesh = self.surface(numpy.vstack([3 * CORNERS, CORNERS + 1]), numpy.vstack([FACES, inner + 8]))
                line = self.refused("mesh", "inspect", mesh)
                self.assertIn("mesh.h5': surface: body 2 (6 panels, the first is 6, around (1.5, 1.5, 1.5)) is " + word, line)


class Sizes(MeshFilesTest):
    def test_a_jump_of_size_across_sharp_edges_is_warned_of_once(self):
        warning = r"  ! Warning: across \d+ sharp edges the panels' size jumps by more than 3, by [\d.]+ at worst: panels .*\n"
        for grading, warned in (("grading = 6.0", 1), ("length = 0.1", 0)):
            case = self.write(CYLINDER % grading)
            self.assertEqual(self.printed("mesh", "inspect", case).count("! Warning"), warned)
            for ranks in (1, 2):
                with self.subTest(grading, ranks=ranks):
                    out = self.run_program("solve", case, "--out", self.folder / "out", ranks=ranks).out
                    self.assertEqual(out.count("! Warning: across"), warned)
                    if warned:
                        self.assertRegex(out, warning)


class Materials(MeshFilesTest):
    STEEL = "Young's modulus 207 GPa, Poisson's ratio 0.3, density 7800 kg/m^3, loss factor 0.002"

    def test_default_materials_are_shown_wherever_a_mesh_is(self):
        self.assertIn("  region shell          steel by default: " + self.STEEL, self.printed("mesh", "list"))
        generated = self.printed("mesh", "generate", "shell", "cells=1", "--out", "shell.h5")
        for out in (generated, self.printed("mesh", "inspect", "shell.h5")):
            self.assertIn("region           shell, steel by default: " + self.STEEL, out)

    def test_the_case_goes_before_the_default(self):
        default = re.sub(r"\[\[material\]\].*?(?=\[\[excitation)", "", SHELL, flags=re.DOTALL)
        out = self.printed("mesh", "inspect", self.write(SHELL))
        self.assertIn("shell, material of the case: Young's modulus 200 GPa, Poisson's ratio 0.3, density 7800 kg/m^3, loss "
                      "factor 0.05", out)
        for text, said in ((SHELL, 0), (default, 1)):
            out = self.run_program("solve", self.write(text), "--out", self.folder / "out").out
            self.assertEqual(out.count("  default materials: steel (shell)\n"), said)

    def test_a_material_that_nobody_knows_is_said_to_be_so(self):
        self.printed("mesh", "generate", "shell", "cells=1", "--out", "shell.h5")
        with h5py.File(self.folder / "shell.h5", "a") as file:
            del file["materials"]
            file["materials"] = ["unobtainium"]
        self.assertIn("shell, unobtainium by default: not a known material", self.printed("mesh", "inspect", "shell.h5"))


if __name__ == "__main__":
    unittest.main()
