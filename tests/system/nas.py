"""The kernels of the NAS Parallel Benchmarks give the prescribed results on any number of ranks
that they can use."""
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
        assert ended.returncode == 0, ended.stdout + ended.stderr
        report = self.json("n.json")
        assert (report["kind"], report["ranks"], report["class"]) == ("nas", ranks, name)
        assert [kernel["kernel"] for kernel in report["kernels"]] == ["ep", "cg", "is"]
        assert [len(kernel["checks"]) for kernel in report["kernels"]] == [2, 1, 2]
        for kernel in report["kernels"]:
            assert kernel["seconds"] > 0
            for check in kernel["checks"]:
                assert check["holds"], check
                assert check["relative_error"] <= 1e-8
        assert ended.stdout.count(" successful\n") == 5

    def test_the_prescribed_results(self):
        for ranks in (1, 2, 4):
            self.verified("S", ranks)

    def test_a_larger_class(self):
        self.verified("W", 2)

    def test_embarrassingly_parallel_on_three_ranks(self):
        ended = self.nas("ep", ranks=3)
        assert ended.returncode == 0, ended.stdout + ended.stderr

    def test_time_passes_at_the_rate(self):
        assert self.nas("all", "--rate", "100", "--json", "n.json").returncode == 0
        for kernel in self.json("n.json")["kernels"]:
            # of CG what is done is charged, of which the benchmark's count is an estimate
            assert kernel["seconds"] > 0.98 * kernel["operations"] / 100e6, kernel["kernel"]

    def test_bad_input_is_one_line(self):
        for arguments, ranks, part in ((["lu"], 1, "lu"), (["--class", "Z"], 2, "Z"),
                (["--rate", "-1"], 1, "--rate"), (["--rate", "nan"], 2, "--rate"),
                (["cg"], 3, "cg needs a power of two of ranks"),
                (["is"], 3, "is needs a power of two of ranks"), (["ep", "--json", "."], 2,
                "--json")):
            ended = self.nas(*arguments, ranks=ranks)
            assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
            errors = [line for line in ended.stderr.splitlines()
                if line.startswith(("nas: ", "minifebem: "))]
            assert len(errors) == 1, ended.stderr
            assert part in errors[0]
