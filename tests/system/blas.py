"""A BLAS library that computes wrongly ends the run at its start, and one whose kernels are too old for the processor is named."""
import json
import os
import shutil
import subprocess
import unittest

from cases import SPHERE
from program import PROGRAM, ProgramTest, Run

WRONG = {  # routines that leave their result as it was
    "zgemm": "void zgemm_(void) {}", "dgemm": "void dgemm_(void) {}",
    "zgetrf": "void zgetrf_(const int* m, const int* n, void* a, const int* lda, int* pivots, int* info) {"
              " for (int i = 0; i < *n; ++i) pivots[i] = i + 1; *info = 0; }"}


class Blas(ProgramTest):
    def test_wrong_kernels_end_the_run(self):
        compiler = shutil.which("cc") or self.skipTest("no C compiler")
        for routine, source in WRONG.items():
            library = self.folder / f"{routine}.so"
            subprocess.run([compiler, "-shared", "-fPIC", "-o", library, self.write(source, f"{routine}.c")], check=True)
            for ranks in (1, 3):
                with self.subTest(routine=routine, ranks=ranks):
                    ended = self.run_program("solve", self.write(SPHERE), "--out", self.folder / "out", ranks=ranks,
                                             prefix=["env", f"LD_PRELOAD={library}"])
                    self.assertEqual((ended.status != 0, len(ended.errors)), (True, 1), ended.errors)
                    self.assertRegex(ended.errors[0], f"^minifebem: rank [0-2]: {routine} of .* gives wrong numbers: .*OPENBLAS_CORETYPE")
                    self.assertFalse((self.folder / "out").exists(), "something is written")

    def test_old_kernels_are_named(self):
        def version(**settings):
            return subprocess.run([PROGRAM, "--version"], env={**os.environ, **settings}, capture_output=True, text=True, check=True).stdout

        if "Prescott" not in version(OPENBLAS_CORETYPE="Prescott"):
            self.skipTest("this BLAS does not choose its kernels when it starts")
        flags = open("/proc/cpuinfo").read().split()
        for kernels, narrow in (("Prescott", "avx2" in flags), ("Haswell", "avx512dq" in flags)):
            if kernels == "Haswell" and "avx2" not in flags:
                continue
            ended = Run(["solve", self.write(SPHERE), "--out", self.folder / "out", "--json", self.folder / "r.json"], 1, self.folder,
                        settings={"OPENBLAS_CORETYPE": kernels}).end()
            self.assertEqual((ended.status, ended.errors), (0, []))
            self.assertIn(f", kernels for {kernels}\n", ended.out)
            self.assertEqual(f"! Warning: OpenBLAS computes by its kernels for {kernels}" in ended.out, narrow)
            self.assertEqual(json.loads((self.folder / "r.json").read_text())["blas"]["kernels"], kernels)


if __name__ == "__main__":
    unittest.main()
