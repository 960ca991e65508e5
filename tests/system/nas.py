"""The kernels of the NAS Parallel Benchmarks give the prescribed results on any number of ranks
that they can use."""
import json
import pathlib
import subprocess

import program
from program import LAUNCHER, PATIENCE, ProgramTest

NAS = pathlib.Path(program.PROGRAM).resolve().parent / "bench" / "nas" / "nas"


class Nas(ProgramTest):
    def nas(self, *arguments, ranks=1):
        return subprocess.run([LAUNCHER, "-n", str(ranks), NAS, *map(str, arguments)],
            cwd=self.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60
            * PATIENCE, check=False)

    def verified(self, name, ranks):
        ended = self.nas("all", "--class", name, "--json", "n.json", ranks=ranks)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        report = json.loads((self.folder / "n.json").read_text())
        self.assertEqual((report["kind"], report["ranks"], report["class"]), ("nas", ranks, name))
        self.assertEqual([kernel["kernel"] for kernel in report["kernels"]], ["ep", "cg", "is"])
        self.assertEqual([len(kernel["checks"]) for kernel in report["kernels"]], [2, 1, 2])
        for kernel in report["kernels"]:
            self.assertGreater(kernel["seconds"], 0)
            for check in kernel["checks"]:
                self.assertTrue(check["holds"], check)
                self.assertLessEqual(check["relative_error"], 1e-8)
        self.assertEqual(ended.stdout.count(" successful\n"), 5)

    def test_the_prescribed_results(self):
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks):
                self.verified("S", ranks)

    def test_a_larger_class(self):
        self.verified("W", 2)

    def test_embarrassingly_parallel_on_three_ranks(self):
        ended = self.nas("ep", ranks=3)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_time_passes_at_the_rate(self):
        self.assertEqual(self.nas("all", "--rate", "100", "--json", "n.json").returncode, 0)
        for kernel in json.loads((self.folder / "n.json").read_text())["kernels"]:
            # of CG what is done is charged, of which the benchmark's count is an estimate
            self.assertGreater(kernel["seconds"], 0.98 * kernel["operations"] / 100e6,
                kernel["kernel"])

    def test_bad_input_is_one_line(self):
        for arguments, ranks, part in ((["lu"], 1, "lu"), (["--class", "Z"], 2, "Z"),
                (["--rate", "-1"], 1, "--rate"), (["--rate", "nan"], 2, "--rate"),
                (["cg"], 3, "cg needs a power of two of ranks"),
                (["is"], 3, "is needs a power of two of ranks"), (["ep", "--json", "."], 2,
                "--json")):
            with self.subTest(arguments):
                ended = self.nas(*arguments, ranks=ranks)
                self.assertEqual((ended.returncode, ended.stdout), (2, ""), ended.stderr)
                errors = [line for line in ended.stderr.splitlines()
                    if line.startswith(("nas: ", "minifebem: "))]
                self.assertEqual(len(errors), 1, ended.stderr)
                self.assertIn(part, errors[0])
