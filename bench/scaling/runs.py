"""Simulated runs of the four stages with modelled arithmetic, each done once: what was simulated is
kept, and so is a journal that an interrupted command goes on from.
"""
import functools
import hashlib
import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import simulation
from programs import (MINIFEBEM, SIMULATED, SONOBUOY, STAGES, add_program, measured_profile,
    stages_of)

FIGURES = ("seconds", "communication_seconds", "messages", "bytes", "flops")
MANY = 256  # ranks, from where on simulations run one at a time, since they need the memory
METHODS = ("fast", "1999")  # of solve
TODAY = ("ethernet-10gbit", "ethernet-100gbit", "infiniband-200gbit")


def figures_of(stages, name):
    """The figures of a stage, or of "all" four together."""
    if name != "all":
        return stages[name]
    return {"method": "four stages", **{figure: sum(stages[stage][figure] for stage in STAGES)
        for figure in FIGURES}}


def kept(report):
    """By stage, what is kept of a report of solve."""
    return {name: {figure: stage[figure] for figure in ("method", *FIGURES)}
        for name, stage in stages_of(report).items()}


def add_options(parser, networks=TODAY):
    parser.add_argument("--case", type=Path, default=SONOBUOY)
    parser.add_argument("--methods", default=METHODS[0], choices=METHODS,
        help="the defaults of solve (fast), or those of the paper, one pivot at a time (1999)")
    parser.add_argument("--networks", nargs="+", default=list(networks),
        choices=simulation.networks(), metavar="NAME")
    parser.add_argument("--profile", type=Path, help="of a machine; else measured")
    parser.add_argument("--measured-by", type=Path, default=MINIFEBEM,
        help="minifebem that measures the profile")
    add_program(parser, default=SIMULATED)
    parser.add_argument("--at-once", type=int, default=os.cpu_count(), metavar="N",
        help=f"simulations of fewer than {MANY} ranks (one for each core)")
    parser.add_argument("--journal", type=Path,
        help="file of what was simulated: the same command goes on from it")


class Runs:
    """By key: (case file, ranks, options of solve, bandwidth and latency of a line), the last two
    as tuples."""

    def __init__(self, given, folder):
        self.given, self.found = given, {}
        self.profile = given.profile.resolve() if given.profile else measured_profile(
            given.measured_by, folder)
        if given.journal and given.journal.exists():
            self.found.update(map(json.loads, given.journal.read_text("utf-8").splitlines()))
        # of a file as it is when first asked for
        self.digest = functools.cache(
            lambda path: hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16])

    def name(self, key):
        """What the result depends on, but for the program."""
        case, *others = key
        return json.dumps([self.digest(case), self.digest(self.profile), self.given.methods,
            *others])

    def __getitem__(self, key):
        return self.found[self.name(key)]

    def stage(self, key, name):
        return figures_of(self[key]["stages"], name)

    def simulate(self, keys):
        """All that are not there yet. Raises RuntimeError if one fails."""
        missing = {name: key for name, key in zip(map(self.name, keys), keys)
            if name not in self.found}
        few = {name: key for name, key in missing.items() if key[1] < MANY}
        with ThreadPoolExecutor(self.given.at_once) as pool:
            for name, result in zip(few, pool.map(self.run, few.values())):
                self.keep(name, result)
        for name, key in missing.items():
            if name in few:
                continue
            _, ranks, options, _ = key
            result = self.run(key)
            self.keep(name, result)
            print(f"{ranks} ranks, {' '.join(options)}: simulated in "
                f"{result['wall_seconds']:.0f} s, {result['memory_bytes'] / 1e9:.2f} GB",
                file=sys.stderr, flush=True)

    def keep(self, name, result):
        self.found[name] = result
        if self.given.journal:
            self.given.journal.parent.mkdir(parents=True, exist_ok=True)
            with open(self.given.journal, "a", encoding="utf-8") as file:
                file.write(json.dumps([name, result]) + "\n")

    def run(self, key):
        """The stages of one simulation, the sizes of its case, and what it took to simulate."""
        case, ranks, options, (bandwidth, latency) = key
        began = time.monotonic()
        report = self.report_of(case, ranks, *options, "--arithmetic", "modelled", "--profile",
            self.profile, bandwidth=bandwidth, latency=latency)
        sizes = {name: report["case"][name] for name in ("acoustic_dofs", "structural_dofs",
            "front_size")}
        return {"stages": kept(report), "sizes": sizes, "wall_seconds": time.monotonic() - began,
            "memory_bytes": report["peak_memory_bytes"]}

    def report_of(self, case, ranks, *options, **line):
        return simulation.report_of(["solve", case, "--methods", self.given.methods, *options],
            ranks, self.given.program, **line)

    def held_bytes(self, case, ranks):
        """By stage, what the rank that holds most is going to hold (solve --estimate), program and
        model included; None for methods that cannot tell. One rank tells of many, of as many as
        there are where it does not.
        """
        if self.given.methods == "1999":
            return None
        name = json.dumps(["held", self.digest(case), self.given.methods, ranks])
        for asked in (1, ranks):
            if name not in self.found:
                for held in self.report_of(case, asked, "--estimate")["memory"]:
                    if held["ranks"] == ranks:
                        self.keep(name, held["stages"])
        return self.found[name]


def line_of(network, change=""):
    """Bandwidth and latency of a line of a network as in networks.toml, without latency or with a
    hundred times the bandwidth if so changed."""
    line = simulation.lines_of(network)
    return (f"{100 * network['mb_per_s']}MBps" if change == "bandwidth" else line["bandwidth"],
        "0us" if change == "latency" else line["latency"])
