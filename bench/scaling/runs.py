"""Simulated runs of the four stages with modelled arithmetic, each done once: what was simulated is
kept, and so is a journal that an interrupted command goes on from.
"""
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

KEPT = ("method", "seconds", "communication_seconds", "messages", "bytes", "flops")
MANY = 256  # ranks, from where on simulations run one at a time, since they need the memory
METHODS = ("fast", "1999")  # of solve
TODAY = ("ethernet-10gbit", "ethernet-100gbit", "infiniband-200gbit")


def figures_of(stages, name):
    """The figures of a stage, or of "all" four together."""
    if name != "all":
        return stages[name]
    return {"method": "four stages", **{figure: sum(stages[stage][figure] for stage in STAGES)
        for figure in KEPT if figure != "method"}}


def kept(report):
    """By stage, what is kept of a report of solve."""
    return {name: {figure: stage[figure] for figure in KEPT}
        for name, stage in stages_of(report).items()}


def add_options(parser, case=SONOBUOY, networks=TODAY):
    parser.add_argument("--case", type=Path, default=case)
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
        self.program, self.at_once, self.journal, self.methods = (given.program, given.at_once,
            given.journal, given.methods)
        self.profile = given.profile.resolve() if given.profile else measured_profile(
            given.measured_by, folder)
        self.found, self.digests = {}, {}
        if self.journal and self.journal.exists():
            for line in self.journal.read_text(encoding="utf-8").splitlines():
                name, result = json.loads(line)
                self.found[name] = result

    def name(self, key):
        """What the result depends on, but for the program."""
        case, ranks, options, line = key
        return json.dumps([self.digest(case), self.digest(self.profile), self.methods, ranks,
            options, line])

    def digest(self, path):
        """Of a file as it was when first asked for."""
        if path not in self.digests:
            self.digests[path] = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
        return self.digests[path]

    def __getitem__(self, key):
        return self.found[self.name(key)]

    def stage(self, key, name):
        return figures_of(self[key]["stages"], name)

    def simulate(self, keys):
        """All that are not there yet. Raises RuntimeError if one fails."""
        missing = {self.name(key): key for key in keys}
        missing = {name: key for name, key in missing.items() if name not in self.found}
        few = [item for item in missing.items() if item[1][1] < MANY]
        with ThreadPoolExecutor(self.at_once) as pool:
            for name, result in zip((name for name, _ in few),
                    pool.map(lambda item: self.run(item[1]), few)):
                self.keep(name, result)
        for name, key in missing.items():
            if key[1] >= MANY:
                result = self.run(key)
                self.keep(name, result)
                print(f"{key[1]} ranks, {' '.join(key[2])}: simulated in "
                    f"{result['wall_seconds']:.0f} s, {result['memory_bytes'] / 1e9:.2f} GB",
                    file=sys.stderr, flush=True)

    def keep(self, name, result):
        self.found[name] = result
        if self.journal:
            self.journal.parent.mkdir(parents=True, exist_ok=True)
            with open(self.journal, "a", encoding="utf-8") as file:
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
            "memory_bytes": report["peak_memory_bytes"],
            "choices": [{name: choice[name] for name in ("section", "operation", "longest_bytes",
            "strategy", "transfers")} for choice in report["choices"]]}

    def report_of(self, case, ranks, *options, **line):
        return simulation.report_of(["solve", case, "--methods", self.methods, *options], ranks,
            self.program, **line)

    def held_bytes(self, case, ranks):
        """By stage, what the rank that holds most is going to hold (solve --estimate), program and
        model included; None for methods that cannot tell. One rank tells of many, of as many as
        there are where it does not.
        """
        if self.methods == "1999":
            return None
        name = json.dumps(["held", self.digest(case), self.methods, ranks])
        for asked in (1, ranks):
            if name in self.found:
                break
            for held in self.report_of(case, asked, "--estimate")["memory"]:
                if held["ranks"] == ranks:
                    self.keep(name, held["stages"])
        return self.found[name]


def line_of(network, change=""):
    """Bandwidth and latency of a line of a network as in networks.toml, without latency or with a
    hundred times the bandwidth if so changed."""
    line = simulation.lines_of(network)
    if change == "latency":
        line["latency"] = "0us"
    if change == "bandwidth":
        line["bandwidth"] = f"{100 * network['mb_per_s']}MBps"
    return line["bandwidth"], line["latency"]
