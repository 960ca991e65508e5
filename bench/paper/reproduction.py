"""Tables 1, 3, 4 and 5 of the 1999 paper, published beside reproduced: the same four stages by the
methods and messages of the time, on simulated networks with the latency and bandwidth of Table
1.

Fitted are a stage's arithmetic, to the published time on one processor, and the `volume` of its
messages, to Table 3: all of a stage by one factor, since the code of 1999 sent more than ours does.
That is simulated as a network with `volume` times the latency and one part in `volume` of the
bandwidth (docs/paper.md). Status 1 if the median error of the cells of several processors exceeds
20 % in Table 3 or in the others, or one of them 60 %. Builds the program for SimGrid if it is not
there.
"""
import csv
import json
import math
import os
import statistics
import tempfile
import tomllib
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import simulation
from programs import SIMULATED, SONOBUOY, STAGES, Table, add_program, progress, stages_of

HERE = Path(__file__).resolve().parent
VOLUMES = HERE / "volumes.toml"
MEDIAN, WORST = 0.2, 0.6  # errors
TITLES = {3: "Pentium II 450, 10 Mbit Ethernet", 4: "Pentium II 450, 100 Mbit Ethernet",
    5: "100 Mbit Ethernet"}
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


class Cell(NamedTuple):
    table: int
    network: str  # of networks.toml
    processor: str
    stage: str
    ranks: int
    published: float  # seconds


def published():
    with open(HERE / "published.csv", newline="", encoding="utf-8") as file:
        return [Cell(int(row["table"]), row["network"], row["processor"], row["stage"], ranks,
            float(row[str(ranks)])) for row in csv.DictReader(file) for ranks in range(1, 5)]


def fitted_volumes():
    return tomllib.loads(VOLUMES.read_text(encoding="utf-8"))


class Reproduction:
    def __init__(self, program):
        self.program = program
        self.networks = simulation.networks()
        self.cells = published()
        self.processor = json.loads((HERE / "processor.json").read_text(encoding="utf-8"))
        priced = self.run(1, self.networks["ethernet-pii450-mpipro"], self.processor)
        self.factors, self.mflops = defaultdict(dict), defaultdict(dict)  # by processor and stage
        for cell in self.cells:
            if cell.ranks == 1:
                stage = priced[cell.stage]
                self.factors[cell.processor][cell.stage] = cell.published / stage["seconds"]
                self.mflops[cell.processor][cell.stage] = stage["flops"] * 1e-6 / cell.published

    def run(self, ranks, network, profile, less=()):
        """What a simulated run says of each stage."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "profile.json"
            path.write_text(json.dumps(profile), encoding="utf-8")
            report = simulation.report_of(["solve", SONOBUOY, *METHODS, *less, "--arithmetic",
                "modelled", "--profile", path], ranks, self.program, **simulation.lines_of(network))
        return stages_of(report)

    def stages_on(self, key):
        network, processor, ranks, asked, volume = key
        network = self.networks[network]
        line = {"latency_us": volume * network["latency_us"],
            "mb_per_s": network["mb_per_s"] / volume}
        return self.run(ranks, line, {**self.processor, "stages": self.factors[processor]},
            LESS[asked])

    def simulate(self, cells, volumes):
        """Seconds of each cell, in their order; `volumes` by stage."""
        key_of = {}
        for cell in cells:
            asked = ASKED.get(cell.stage, cell.stage)
            key_of[cell] = cell.network, cell.processor, cell.ranks, asked, volumes[asked]
        keys = sorted(set(key_of.values()), key=lambda key: -key[2])  # the longest first
        found = {}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for key, stages in zip(keys, pool.map(self.stages_on, keys)):
                found[key] = stages
                progress(f"{len(found)} of {len(keys)} simulations ")
        progress("")
        return [found[key_of[cell]][cell.stage]["seconds"] for cell in cells]

    def fit(self):
        """The volumes that reproduce Table 3 best, by the squares of logarithms. Time is linear in
        the volume: two of them tell."""
        low, high = 1.0, 5.0
        cells = [cell for cell in self.cells if cell.table == 3 and cell.ranks > 1 and cell.stage
            not in ASKED]
        at_low, at_high = (self.simulate(cells, dict.fromkeys(STAGES, volume))
            for volume in (low, high))
        volumes = {}
        for stage in LESS:
            lines = [(cell.published, t, (u - t) / (high - low)) for cell, t, u in zip(cells,
                at_low, at_high) if cell.stage == stage]
            volumes[stage] = min((0.1 * step for step in range(5, 200)),
                key=lambda v: sum(math.log((t + (v - low) * slope) / seconds) ** 2 for seconds, t,
                slope in lines))
        return {stage: round(volume, 1) for stage, volume in volumes.items()}


def table_1(networks, program):
    """Published and reproduced latency and bandwidth of each network."""
    print("Table 1. Latency and bandwidth: the networks are made of them.\n")
    table = Table(("latency us, bandwidth MB/s of", ">28", "network"), *((head, form,
        lambda row, key=key, at=at: row[key][at]) for key in ("latency_us", "mb_per_s")
        for at, (head, form) in enumerate((("published", ">9g"), ("reproduced", ">10.4g")))))
    for name, network in networks.items():
        latency, bandwidth = simulation.ping_pong(network, program)
        table.add({"network": name, "latency_us": [network["latency_us"], latency],
            "mb_per_s": [network["mb_per_s"], bandwidth]})
    return table.rows


def error_of(cell):
    return cell["reproduced"] / cell["published"] - 1


def print_table(number, cells):
    """A column for each environment: published, reproduced and the error in per cent."""
    columns = list(dict.fromkeys(cell["network"] for cell in cells))
    print(f"\nTable {number}. {TITLES[number]}, seconds.\n")
    print(f"{'':>15}" + "".join(f" {name:>30}" for name in columns))
    table = Table(("stage", ">9"), ("ranks", ">5"), *(len(columns) * [("published", ">10.0f"),
        ("reproduced", ">10.0f"), ("%", ">+8.1f")]))
    by_place = {(cell["network"], cell["stage"], cell["ranks"]): cell for cell in cells}
    for stage in STAGES:
        for ranks in range(1, 5):
            found = [by_place[name, stage, ranks] for name in columns]
            table.add([stage, ranks, *(value for cell in found for value in (cell["published"],
                cell["reproduced"], "fitted" if ranks == 1 else 100 * error_of(cell)))])


def print_summary(cells, rates, volumes):
    """Returns whether the errors are within their limits."""
    near = True
    for tables, what in (((3,), "Table 3, on which the volumes are fitted"),
            ((4, 5), "Tables 4 and 5, predicted")):
        chosen = [cell for cell in cells if cell["table"] in tables and cell["ranks"] > 1]
        median = statistics.median(abs(error_of(cell)) for cell in chosen)
        worst = max(chosen, key=lambda cell: abs(error_of(cell)))
        near = near and median <= MEDIAN and abs(error_of(worst)) <= WORST
        print(f"\n{what}: {len(chosen)} cells of 2 to 4 ranks, median error {100 * median:.1f} %, "
            f"worst {100 * error_of(worst):+.1f} %: {worst['stage']} on {worst['ranks']}, "
            f"{worst['network']}.")

    def listed(figures, form):
        return ", ".join(f"{stage} {value:{form}}" for stage, value in figures.items())

    print("\nFitted on one processor, Mflop/s of our arithmetic: " + "; ".join(f"{name} "
        + listed(of, ".3g") for name, of in rates.items())
        + f".\nFitted on Table 3, messages of 1999 for one of ours: {listed(volumes, 'g')}.")
    return near


def add_options(parser):
    add_program(parser, default=SIMULATED)
    parser.add_argument("--fit", action="store_true",
        help="fit the volumes again, and keep them in volumes.toml")


def main(given):
    reproduction = Reproduction(given.program.resolve())
    volumes = reproduction.fit() if given.fit else fitted_volumes()
    if given.fit:
        comments = [line for line in VOLUMES.read_text("utf-8").splitlines() if line[:1] == "#"]
        VOLUMES.write_text("".join(line + "\n" for line in (*comments, *(f"{stage} = {volume}"
            for stage, volume in volumes.items()))), encoding="utf-8")
    rows = table_1(simulation.of_1999(), given.program.resolve())
    times = reproduction.simulate(reproduction.cells, volumes)
    cells = [{**cell._asdict(), "reproduced": seconds}
        for cell, seconds in zip(reproduction.cells, times)]
    rates = {processor: {stage: of[stage] for stage in STAGES}
        for processor, of in reproduction.mflops.items()}
    for number in TITLES:
        print_table(number, [cell for cell in cells if cell["table"] == number])
    near = print_summary(cells, rates, volumes)
    return {"kind": "paper", "table_1": rows, "cells": cells, "mflops": rates,
        "volumes": volumes}, near
