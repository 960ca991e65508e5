"""Times of ranks whose cores others used say so, and so do those of more ranks than cores."""
import os
import pathlib
import re
import subprocess
import sys
import unittest

from cases import SPHERE
from program import ProgramTest

# Long enough for the system to change between processes many times.
CASE = SPHERE.replace("frequency = 2", "frequency = 8").replace("panel = 5", "panel = 32")
CORE = str(min(os.sched_getaffinity(0)))
PINNED = ["taskset", "-c", CORE]
KNOWN = pathlib.Path("/proc/thread-self/schedstat").exists()  # how long a process waits for a core


class SharedCores(ProgramTest):
    def busy(self):
        """Two processes that leave the core a third of its time."""
        for _ in range(2):
            loop = subprocess.Popen([*PINNED, sys.executable, "-c", "while True: pass"])
            self.addCleanup(loop.wait)
            self.addCleanup(loop.kill)

    def solved(self, *options, **how):
        return self.reported("solve", self.write(CASE), "--out out", *options, **how)

    @unittest.skipUnless(KNOWN, "this kernel does not say how long a process waits for a core")
    def test_a_solution_on_a_shared_core_says_so(self):
        self.busy()
        report, out = self.solved(prefix=PINNED)
        cores = report["cores"]
        assert cores["queued_share"] > 0.2
        assert cores["ran_share"] < 0.8
        assert cores["involuntary_switches"] > 0
        assert not cores["ranks_outnumber_cores"]
        self.assertRegex(cores["warnings"][0],
            "^other processes used the cores of this run: a rank was ready to run but waited")
        self.assertRegex(out, r"(?m)^cores: ranks ran [0-9.]+ % of the time and waited for a core "
            r"[0-9.]+ % at most; [0-9]+ involuntary")
        self.assertRegex(out, "(?m)^  ! Warning: other processes used the cores of this run: ")

    @unittest.skipUnless(KNOWN, "this kernel does not say how long a process waits for a core")
    def test_a_study_on_a_shared_core_says_so_and_marks_what_was_disturbed(self):
        self.busy()
        report, out = self.reported("study", self.write(CASE),
            "--pace ack blocking --stage form eliminate --repeats 3", prefix=PINNED)
        assert report["cores"]["queued_share"] > 0.2
        assert "! Warning: other processes used the cores of this run" in out
        disturbed = [result for result in report["results"] if result["disturbed"]]
        assert disturbed
        assert f"! Disturbed, {len(disturbed)} of {len(report['results'])}: " in out
        for result in report["results"]:
            assert result["disturbed"] == (result["queued_share"] > 0.05)

    def test_more_ranks_than_cores_are_told_of(self):
        report, out = self.solved(ranks=2, prefix=PINNED)
        assert report["cores"]["ranks_outnumber_cores"]
        self.assertRegex(report["cores"]["warnings"][0], "^the ranks outnumber the cores: ")
        assert "  ! Warning: the ranks outnumber the cores: " in out

    def test_the_warning_follows_from_the_figure(self):
        report, out = self.solved()
        cores = report["cores"]
        assert any("other processes" in warning for warning
            in cores["warnings"]) == ((cores["queued_share"] or 0) > 0.05)
        assert cores["observed_seconds"] > 0
        assert cores["ran_share"] <= 1
        # others warn of the BLAS, or of the mesh
        (said,) = re.findall(r"(?ms)^cores: .*?(?=^results in )", out)
        assert re.findall(r"(?m)^  ! Warning: (.*)$", said) == cores["warnings"]

    def test_a_modelled_run_says_nothing(self):
        report, out = self.reported("solve", self.write(CASE), "--arithmetic free")
        assert report["cores"] is None
        assert "cores:" not in out
