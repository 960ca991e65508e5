"""Accuracy where the structure hardly resists, and honesty where there is no accurate answer."""
import pathlib
import unittest

from cases import SHELL
from program import ProgramTest


CASES = pathlib.Path(__file__).parents[2] / "meshes" / "cases"

# The shell of shell.toml without losses in air, and frequencies (Hz) beside its resonance of order 2 in vacuo.
UNDAMPED = """[[material]]
name = "steel"
young = 210e9
poisson = 0.3
density = 7800
loss_factor = 0
regions = ["shell"]
"""
RESONANCE = ("623.904", "623.905", "623.906")


class Numerics(ProgramTest):
    def test_an_undamped_resonance_is_solved_accurately(self):
        text = UNDAMPED + (CASES / "shell.toml").read_text().split("title", 1)[1].split("\n", 1)[1]
        text = text.replace("density = 1000.0", "density = 1.2").replace("sound_speed = 1500.0", "sound_speed = 340.0")
        report = self.solve(self.write(text.replace("legendre = 1", "legendre = 2")), "--frequency", *RESONANCE, ranks=2,
                            limit=240)
        for figures in report["frequencies"]:
            self.assertEqual(figures["outcome"], "solved")
            self.assertEqual(figures["dissipated_power_w"], 0)
            self.assertLessEqual(figures["structural_backward_error"], 1e-12)
            self.assertLessEqual(figures["residual"], 16)
            self.assertLessEqual(figures["power_balance_error"], 1e-9)

    def test_a_singular_structure_is_an_outcome(self):
        for ranks in (1, 2):
            (result,) = self.solve(self.write(SHELL), "--frequency", "1e-7", ranks=ranks,
                                   unsolved=r"1 of 1 frequencies not solved: 1e-07 Hz \(.+\)$")["frequencies"]
            self.assertNotEqual(result["outcome"], "solved")
            self.assertIsNone(result["radiated_power_w"])


if __name__ == "__main__":
    unittest.main()
