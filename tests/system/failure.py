"""What fails while running ends every rank with status 1, one line, and no file that looks whole."""
import os
import stat
import unittest

from cases import SPHERE
from program import ProgramTest


class Failure(ProgramTest):
    def check(self, arguments, names, ranks, **options):
        ended = self.run_program(*arguments, ranks=ranks, **options)
        self.assertEqual(ended.status, 1)
        self.assertEqual(len(ended.errors), 1, ended.errors)
        self.assertRegex(ended.errors[0], "minifebem: rank 0: .*" + names)
        left = [path.name for path in self.folder.rglob("*") if path.suffix in (".h5", ".xdmf", ".tmp", ".json")]
        self.assertEqual(left, [])

    def test_output_directory_is_a_file(self):
        case = self.write(SPHERE)
        self.write("", "out")
        for ranks in (1, 3):
            self.check(["solve", case, "--out", "out"], "'out'", ranks)

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_output_directory_is_not_writable(self):
        case = self.write(SPHERE)
        (self.folder / "out").mkdir(mode=0o555)
        self.check(["solve", case, "--out", "out"], "out.*denied", 1)

    def test_output_directory_cannot_be_made(self):
        self.check(["solve", self.write(SPHERE), "--out", "/proc/febem"], "/proc/febem", 1)

    def test_report_on_a_full_device(self):
        for ranks in (1, 3):
            ended = self.run_program("solve", self.write(SPHERE), "--json", "/dev/full", ranks=ranks)
            self.assertEqual(ended.status, 1)
            self.assertEqual(ended.errors, ["minifebem: rank 0: cannot write '/dev/full': No space left on device"])
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
