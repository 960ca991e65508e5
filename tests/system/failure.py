"""What fails while running ends every rank with status 1, one line, and no file that looks whole."""
import os
import stat
import unittest

from cases import SPHERE
from program import ProgramTest


class Failure(ProgramTest):
    def test_a_device_is_not_replaced(self):
        ended = self.run_program("solve", self.write(SPHERE), "--json", "/dev/full", ranks=3)
        self.assertEqual(ended.status, 2)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode), "the device was replaced")

    def test_full_disk_leaves_what_is_solved_and_nothing_half_written(self):
        # The text of the case is kept in results.h5, which then exceeds a limit (5 or 10 MiB, as the shell counts) that
        # leaves room for the files of the MPI library itself.
        case = self.write(SPHERE + "#" * (12 << 20) + "\n")
        ended = self.run_program("solve", case, "--out", "out", file_blocks=5 << 11)
        self.assertEqual(ended.status, 1)
        self.assertEqual(ended.errors, ["minifebem: rank 0: cannot write 'out/results.h5': File too large"])
        left = [path.name for path in (self.folder / "out").rglob("*") if path.is_file()]
        self.assertEqual(left, ["100Hz.h5"])
        (again,) = self.solve(case)["frequencies"]
        self.assertTrue(again["resumed"])


if __name__ == "__main__":
    unittest.main()
