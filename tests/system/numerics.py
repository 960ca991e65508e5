"""Honesty where there is no accurate answer."""
import unittest

from program import SHELL, ProgramTest


class Numerics(ProgramTest):
    def test_a_singular_structure_is_an_outcome(self):
        for ranks in (1, 2):
            (result,) = self.solve(self.write(SHELL), "--frequency", "1e-7", ranks=ranks)["frequencies"]
            self.assertNotEqual(result["outcome"], "solved")
            self.assertIsNone(result["radiated_power_w"])


if __name__ == "__main__":
    unittest.main()
