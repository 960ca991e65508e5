"""Sizes that are absurd: used as the largest that means anything, or refused before anything is allocated."""
import unittest

from cases import SPHERE
from program import ProgramTest


class Sizes(ProgramTest):
    def test_a_panel_larger_than_the_matrix_is_the_whole_matrix(self):
        case = self.write(SPHERE)
        for ranks in (1, 3):
            digests = set()
            for panel in ("80", "1500000000", "2147483647"):
                (figures,) = self.solve(case, "--eliminate.panel", panel, ranks=ranks, out="panel" + panel)["frequencies"]
                self.assertEqual(figures["outcome"], "solved")
                digests.add(figures["solution_digest"])
            self.assertEqual(len(digests), 1, f"{ranks} ranks")


if __name__ == "__main__":
    unittest.main()
