"""What fails while running ends every rank with status 1, one line, and no file that looks whole."""
import os
import unittest

from program import SPHERE, ProgramTest


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


if __name__ == "__main__":
    unittest.main()
