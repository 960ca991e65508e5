"""Runs of the four stages on this machine: each is repeated, in turn with all others, so that a
change of the machine's speed meets them all."""
import os
import statistics
import tempfile
from pathlib import Path

import simulation
from programs import launched, progress
from runs import KEPT, figures_of, kept

MACHINE = "this machine"


def cores():
    return len(os.sched_getaffinity(0))


class Measured:
    """By (case file, ranks, options of solve): the runs, in the order in which they were made."""

    def __init__(self, program, methods):
        self.program, self.methods, self.found = program, methods, {}

    def report(self, ranks, *arguments):
        """What the program writes with --json."""
        with tempfile.TemporaryDirectory() as folder:
            return launched(self.program, ranks, *arguments, cwd=folder)

    def repeat(self, keys, times):
        for turn in range(times):
            for number, (case, ranks, options) in enumerate(keys):
                progress(f"run {turn * len(keys) + number + 1} of {times * len(keys)}: {ranks} "
                    f"ranks  ")
                report = self.report(ranks, "solve", Path(case).resolve(), "--methods",
                    self.methods, *options, "--out", "results")
                self.found.setdefault((case, ranks, options), []).append(report)
        progress("")

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
        links = [simulation.link_of(self.report(2, "bench", "pingpong", *simulation.PING_PONG))
            for _ in range(times)]
        link = {figure: statistics.median(one[figure] for one in links) for figure in links[0]}
        if link["mb_per_s"] <= 0:
            raise RuntimeError(
                "the bandwidth between two ranks cannot be measured: the machine is busy")
        return link
