"""The command line teaches, and only one rank prints."""
import os
import pathlib
import subprocess
import unittest

from program import HYDRA, PROGRAM, ProgramTest

CASES = pathlib.Path(__file__).parents[2] / "meshes" / "cases"


class CommandLine(ProgramTest):
    def printed(self, *arguments, ranks):
        ended = self.run_program(*arguments, ranks=ranks)
        self.assertEqual((ended.status, ended.errors), (0, []))
        return ended.out

    def test_one_rank_prints(self):
        for ranks in (1, 3):
            self.assertRegex(self.printed("--version", ranks=ranks),
                             r"^minifebem \d+\.\d+\.\d+ \(commit \S+\)\ncompiler  \S.+\nMPI       \S.+\nBLAS      \S.+\nPETSc     \S.+\n$")
            self.assertEqual(self.printed("--help", ranks=ranks).count("Usage:"), 1)
            self.assertEqual(self.printed("solve", "--help", ranks=ranks).count("--eliminate.panel"), 1)
            self.assertEqual(self.printed("help", "case", ranks=ranks).count("[[excitation]]"), 1)
            self.assertEqual(self.printed("mesh", "list", ranks=ranks).count("sonobuoy:"), 1)

    def test_a_wrong_command_is_one_line(self):
        wrong = [(["slove", "a.toml"], "did you mean 'solve'?"), (["help", "csae"], "did you mean 'case'?"),
                 (["verify", "nonsense"], "known: "), (["solve"], "CASE is required")]
        for arguments, part in wrong:
            for ranks in (1, 3):
                with self.subTest(arguments=arguments, ranks=ranks):
                    ended = self.run_program(*arguments, ranks=ranks)
                    self.assertEqual((ended.status, len(ended.errors)), (2, 1), ended.errors)
                    self.assertIn(part, ended.errors[0])

    def test_ranks_that_another_librarys_launcher_started_refuse_to_run_alone(self):
        other = ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE") if HYDRA else ("PMI_RANK", "PMI_SIZE")
        slurm = ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS")
        for names, rank, size, lines in ((other, 0, 3, 1), (other, 2, 3, 0), (other, 0, 1, None), (slurm, 0, 3, 1), (slurm, 0, 1, None)):
            with self.subTest(names=names, rank=rank, size=size):
                ended = subprocess.run([PROGRAM, "mesh", "list"], env=dict(os.environ, **dict(zip(names, (str(rank), str(size))))),
                                       capture_output=True, text=True, timeout=60)
                if lines is None:
                    self.assertEqual((ended.returncode, ended.stderr), (0, ""))
                    continue
                self.assertEqual((ended.returncode, ended.stdout), (2, ""))
                self.assertEqual(ended.stderr.count("started as 3 ranks by the launcher of another MPI library"), lines)

    def test_a_generated_mesh_can_be_inspected(self):
        self.printed("mesh", "generate", "shell", "cells=2", "--out", "shell.h5", ranks=1)
        self.assertIn("96, closed and outward", self.printed("mesh", "inspect", "shell.h5", ranks=1))

    def test_every_case_is_valid(self):
        names = [path.name for path in CASES.glob("*.toml")]
        self.assertIn("sonobuoy.toml", names)
        for name in names:
            with self.subTest(name):
                self.assertIn("panels", self.printed("mesh", "inspect", CASES / name, ranks=1))


if __name__ == "__main__":
    unittest.main()
