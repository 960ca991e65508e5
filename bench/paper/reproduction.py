"""The stage times of the 1999 paper, simulated: the same four stages by the methods and messages of
the time, on networks with the latency and bandwidth of its Table 1.

The paper: Takeda, Allsopp, Hardwick, Macey, Nicole, Cox, Lancaster, An assessment of MPI
environments for Windows NT, PDPTA 1999. published.csv holds its Tables 3 to 5.

Two things are fitted, and nothing else. A stage's arithmetic takes the published time on one
processor: a factor for each processor and stage. And its transfers have `volume` times our
messages, all of a stage by one factor in all environments, since the code of 1999 sent more than
ours does; that is simulated as a network with `volume` times the latency and one part in `volume`
of the bandwidth. The volumes are fitted on Table 3 alone. The rest of Tables 3 to 5 follows.
"""
import csv
import json
import math
import os
import tempfile
import tomllib
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import simulation
from programs import SONOBUOY, STAGES

HERE = Path(__file__).resolve().parent
# One pivot at a time. The global sums of stage 1 are sent in small acknowledged messages, as the
# paper says; what the other stages broadcast goes along a binomial tree, as MPI_Bcast did in MPICH,
# from which both libraries derive.
BROADCAST = ["route", "binomial"], ["cut", "whole"], ["pace", "blocking"]
METHODS = ["--merge.method", "frontal", "--merge.block", "1", "--merge.strategy", "celestion",
    "--form.schedule", "static", "--reduce.method", "rows", "--eliminate.method", "rows",
    "--eliminate.panel", "1", *(word for stage in ("reduce", "eliminate") for key,
    value in BROADCAST for word in (f"--{stage}.{key}", value))]
# What is left out of a simulation that is asked for one stage only, for speed: it changes nothing
# of that stage.
LESS = {"merge": [], "reduce": ["--merge.cut", "whole", "--merge.pace", "blocking"],
    "eliminate": ["--merge.block", "64"]}
ASKED = {"form": "eliminate"}  # stages that are read off the simulation of another


@dataclass(frozen=True)
class Cell:
    table: int
    network: str  # of networks.toml
    processor: str
    stage: str
    ranks: int
    seconds: float


def published():
    with open(HERE / "published.csv", newline="", encoding="utf-8") as file:
        return [Cell(int(row["table"]), row["network"], row["processor"], row["stage"],
            int(row["ranks"]), float(row["seconds"])) for row in csv.DictReader(file)]


def fitted_volumes():
    return tomllib.loads((HERE / "volumes.toml").read_text(encoding="utf-8"))


class Reproduction:
    def __init__(self, program):
        self.program = program
        self.networks = simulation.networks()
        self.cells = published()
        self.processor = json.loads((HERE / "processor.json").read_text(encoding="utf-8"))
        alone = {(cell.processor, cell.stage): cell.seconds for cell in self.cells if cell.ranks
            == 1}
        priced = self.run(1, self.networks["ethernet-pii450-mpipro"], self.processor)
        self.flops = {stage: priced[stage]["flops"] for stage in STAGES}
        self.factors = defaultdict(dict)
        for (processor, stage), seconds in alone.items():
            self.factors[processor][stage] = seconds / priced[stage]["seconds"]

    def run(self, ranks, network, profile, less=()):
        """What a simulated run says of each stage."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "profile.json"
            path.write_text(json.dumps(profile), encoding="utf-8")
            report = simulation.report_of(["solve", SONOBUOY, *METHODS, *less, "--arithmetic",
                "modelled", "--profile", path], ranks, self.program, **simulation.lines_of(network))
        return {stage["name"]: stage for stage in report["stages"]}

    def seconds_of_stages(self, key):
        network, processor, ranks, asked, volume = key
        line = {"latency_us": volume * self.networks[network]["latency_us"],
            "mb_per_s": self.networks[network]["mb_per_s"] / volume}
        stages = self.run(ranks, line, {**self.processor, "stages": self.factors[processor]},
            LESS[asked])
        return {stage: stages[stage]["seconds"] for stage in STAGES}

    def simulate(self, cells, volumes, progress=lambda done, of: None):
        """Seconds of each cell, in their order; `volumes` by stage."""
        asked = {cell: ASKED.get(cell.stage, cell.stage) for cell in cells}
        key_of = {cell: (cell.network, cell.processor, cell.ranks, asked[cell],
            volumes[asked[cell]]) for cell in cells}
        keys = sorted(set(key_of.values()), key=lambda key: -key[2])  # the longest first
        found = {}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for key, seconds in zip(keys, pool.map(self.seconds_of_stages, keys)):
                found[key] = seconds
                progress(len(found), len(keys))
        return [found[key_of[cell]][cell.stage] for cell in cells]

    def fit(self, progress):
        """The volumes that reproduce Table 3 best, by the squares of logarithms. Time is linear in
        the volume: two of them tell."""
        low, high = 1.0, 5.0
        cells = [cell for cell in self.cells if cell.table == 3 and cell.ranks > 1 and cell.stage
            not in ASKED]
        at_low, at_high = (self.simulate(cells, dict.fromkeys(STAGES, volume), progress)
            for volume in (low, high))
        volumes = {}
        for stage in LESS:
            lines = [(cell.seconds, t, (u - t) / (high - low)) for cell, t, u in zip(cells, at_low,
                at_high) if cell.stage == stage]
            volumes[stage] = min((0.1 * step for step in range(5, 200)),
                key=lambda v: sum(math.log((t + (v - low) * slope) / seconds) ** 2 for seconds, t,
                slope in lines))
        return {stage: round(volume, 1) for stage, volume in volumes.items()}
