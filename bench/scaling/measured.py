"""Runs of the four stages on this machine: each is repeated, in turn with all others, so that a
change of the machine's speed meets them all."""
import os
import statistics
import sys
import tempfile
from pathlib import Path

from runs import KEPT, figures_of, kept, simulation
from programs import report_of

MACHINE = "this machine"


def cores():
    return len(os.sched_getaffinity(0))


class Measured:
    """By (case file, ranks, options of solve): the runs, in the order in which they were made."""

    def __init__(self, program, methods):
        self.program, self.methods = program, methods
        # in a build folder, where it is installed
        beside = [program.parent / name for name in ("mpirun", "minifebem-mpirun")]
        self.launcher = next((path for path in beside if path.exists()), "mpirun")
        self.found = {}

    def report(self, ranks, *arguments):
        """What the program writes with --json."""
        with tempfile.TemporaryDirectory() as folder:
            return report_of(self.launcher, "-n", ranks, self.program, *arguments, cwd=folder)

    def repeat(self, keys, times):
        for turn in range(times):
            for number, (case, ranks, options) in enumerate(keys):
                if sys.stderr.isatty():
                    print(f"\rrun {turn * len(keys) + number + 1} of {times * len(keys)}: {ranks} "
                        f"ranks  ", end="", file=sys.stderr, flush=True)
                report = self.report(ranks, "solve", Path(case).resolve(), "--methods",
                    self.methods, *options, "--out", "results")
                self.found.setdefault((case, ranks, options), []).append(report)
        if sys.stderr.isatty():
            print(file=sys.stderr)

    def stage(self, key, name):
        """As a simulated run gives it: of each figure the median, and the least and the most
        seconds."""
        runs = [figures_of(kept(report), name) for report in self.found[key]]
        seconds = [run["seconds"] for run in runs]
        return {"method": runs[0]["method"],
            **{figure: statistics.median(run[figure] for run in runs) for figure in KEPT if figure
            != "method"}, "least_seconds": min(seconds), "most_seconds": max(seconds)}

    def panels(self, key):
        return self.found[key][0]["case"]["acoustic_dofs"]

    def memory_bytes(self, key):
        return self.found[key][0]["peak_memory_bytes"]

    def line(self, times=5):
        """Latency and bandwidth of a message between two ranks here, as
        bench/networks/networks.toml gives them: medians."""
        pairs = [simulation.latency_and_bandwidth(self.report(2, "bench", "pingpong",
            *simulation.PING_PONG)) for _ in range(times)]
        latency_us, mb_per_s = map(statistics.median, zip(*pairs))
        if mb_per_s <= 0:
            raise RuntimeError(
                "the bandwidth between two ranks cannot be measured: the machine is busy")
        return {"latency_us": latency_us, "mb_per_s": mb_per_s}
