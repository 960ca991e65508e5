"""How far each stage scales on networks of today.

    bench/scaling/run --stages eliminate --networks ethernet-100gbit --json out/stage-4.json --plot

Simulates the sonobuoy at 1 kHz with modelled arithmetic on networks of
bench/networks/networks.toml, by several strategies. Prints seconds, efficiency against one rank,
and, for each stage, network and number of ranks, the best strategy and what holds it back. With
--weak the density of the mesh grows with the fourth root of the number of ranks, so that each rank
keeps its part of the dense matrices; efficiency is that of the flop.

    bench/scaling/run --real --json out/here.json --plot
    bench/scaling/run --real --measured-by PREFIX/bin/minifebem

runs the case on this machine, on 1, 2, 4 ... ranks up to its cores, all in turn and --repeats
times, and simulates the same beside it where the program for SimGrid is. An installed program needs
no compiler. docs/scaling.md explains the figures.
"""
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import runs
import simulation
from programs import (ROOT, SIMULATED, STAGES, Table, built, finer, launched, progress,
    write_json)

MACHINE = "this machine"
RANKS = (1, 4, 16, 64, 256)
STRATEGIES = {name: ("--route", route, "--cut", cut, "--pace", pace) for name, route, cut, pace in (
    ("star", "star", "whole", "blocking"), ("binomial", "binomial", "whole", "window:4"),
    ("chain", "chain", "whole", "window:4"), ("pieces", "chain", "256KiB", "window:4"))}
GAIN = 0.2  # that tells what a stage waits for


def cores():
    return len(os.sched_getaffinity(0))


def seconds_alone(weak, firsts, runs):
    """Of the fewest ranks, for what these stages do in a run. With --weak the flop of each stage
    take as long as on the fewest ranks: stages differ in their rates, and the share of each in the
    flop changes with the mesh."""
    return sum(first["seconds"] * (run["flops"] / first["flops"] if weak else 1) for first,
        run in zip(firsts, runs, strict=True))


def rows_of(given, network, tried, figures, more):
    """A row for each stage and number of ranks, by the best of the strategies tried(ranks).
    figures(ranks, strategy, stage) are those of a run, and more(ranks, strategy, stage) what else a
    row has.
    """
    for stage in given.stages:
        for ranks in given.ranks:
            by_strategy = {name: figures(ranks, name, stage) for name in tried(ranks)}
            best = min(by_strategy, key=lambda name: by_strategy[name]["seconds"])
            run = by_strategy[best]
            parts = [figures(ranks, best, part) for part in (STAGES if given.weak and stage == "all"
                else [stage])]
            firsts = parts if ranks == given.ranks[0] else firsts
            alone = given.ranks[0] * seconds_alone(given.weak, firsts, parts)
            yield {"network": network, "stage": stage, "ranks": ranks, "strategy": best, **run,
                "efficiency": alone / (ranks * run["seconds"]) if run["seconds"] > 0 else None,
                **more(ranks, best, stage),
                "by_strategy": {name: one["seconds"] for name, one in by_strategy.items()}}


def here(given, *arguments, ranks):
    """The report of the program on this machine."""
    with tempfile.TemporaryDirectory() as folder:
        return launched(given.measured_by, ranks, *arguments, cwd=folder)


def measured_rows(given, cases):
    """Of runs on this machine, each repeated in turn with all others, so that a change of the
    machine's speed meets them all."""
    reports = {(ranks, strategy): [] for ranks in given.ranks for strategy in given.strategies}
    total = given.repeats * len(reports)
    for turn in range(total):
        ranks, strategy = key = list(reports)[turn % len(reports)]
        progress(f"run {turn + 1} of {total}: {ranks} ranks  ")
        reports[key].append(here(given, "solve", Path(cases[ranks]).resolve(), "--methods",
            given.methods, *STRATEGIES[strategy], "--out", "results", ranks=ranks))
    progress("")

    def figures(ranks, strategy, stage):
        """As a simulated run gives them: medians, and the least and the most seconds."""
        found = [runs.figures_of(runs.kept(report), stage) for report in reports[ranks, strategy]]
        seconds = [run["seconds"] for run in found]
        return {"method": found[0]["method"], **{figure: statistics.median(run[figure]
            for run in found) for figure in runs.FIGURES}, "least_seconds": min(seconds),
            "most_seconds": max(seconds)}

    def more(ranks, strategy, _):
        first = reports[ranks, strategy][0]
        return {"panels": first["case"]["acoustic_dofs"],
            "held_bytes": first["peak_memory_bytes"], "limit": ""}

    return list(rows_of(given, MACHINE, lambda _: given.strategies, figures, more))


def measured_line(given, times=5):
    """Latency and bandwidth of a message between two ranks here, as bench/networks/networks.toml
    gives them: medians."""
    links = [simulation.link_of(here(given, "bench", "pingpong", *simulation.PING_PONG, ranks=2))
        for _ in range(times)]
    link = {figure: statistics.median(one[figure] for one in links) for figure in links[0]}
    if link["mb_per_s"] <= 0:
        raise RuntimeError(
            "the bandwidth between two ranks cannot be measured: the machine is busy")
    return link


class Scaling:
    """Simulated runs on a network."""

    def __init__(self, given, cases, found, name, network):
        self.given, self.cases, self.runs = given, cases, found
        self.name, self.network = name, network
        self.tried = {}  # strategies by ranks

    def key(self, ranks, strategy, change=""):
        return self.cases[ranks], ranks, STRATEGIES[strategy], runs.line_of(self.network, change)

    def simulate(self):
        """On many ranks only by the strategies that were best on the number before."""
        strategies = self.given.strategies
        for ranks in self.given.ranks:
            self.tried[ranks] = strategies
            self.runs.simulate([self.key(ranks, strategy) for strategy in strategies])
            chosen = sorted({min(strategies, key=lambda strategy: self.seconds(ranks, strategy,
                stage)) for stage in self.given.stages})
            if ranks > 1:
                self.runs.simulate([self.key(ranks, strategy, change) for strategy in chosen
                    for change in ("latency", "bandwidth")])
            if ranks * 4 >= runs.MANY:
                strategies = chosen

    def figures(self, ranks, strategy, stage):
        return self.runs.stage(self.key(ranks, strategy), stage)

    def seconds(self, ranks, strategy, stage, change=""):
        return self.runs.stage(self.key(ranks, strategy, change), stage)["seconds"]

    def limit(self, ranks, strategy, stage, held):
        """What holds the best strategy back."""
        if held is not None and held > self.given.memory:
            return "memory"
        if ranks == 1:
            return "arithmetic"
        base = self.seconds(ranks, strategy, stage)
        gains = {change: 1 - self.seconds(ranks, strategy, stage, change) / base
            for change in ("latency", "bandwidth")}
        most = max(gains, key=gains.get)
        return most if gains[most] >= GAIN else "arithmetic"

    def rows(self):
        def more(ranks, strategy, stage):
            whole, held = self.runs[self.key(ranks, strategy)], self.runs.held_bytes(
                self.cases[ranks], ranks)
            held_bytes = held and (max(held.values()) if stage == "all" else held[stage])
            return {"panels": whole["sizes"]["acoustic_dofs"], "held_bytes": held_bytes,
                "limit": self.limit(ranks, strategy, stage, held_bytes),
                "simulated_in_seconds": whole["wall_seconds"],
                "simulated_in_bytes": whole["memory_bytes"]}

        return list(rows_of(self.given, self.name, self.tried.get, self.figures, more))


def others(row):
    """Seconds by the other strategies, after the range of the best one if it was measured."""
    seconds = ", ".join(f"{name} {value:.3g}" for name, value in row["by_strategy"].items()
        if name != row["strategy"])
    spread = (f"from {row['least_seconds']:.3g} to {row['most_seconds']:.3g}; "
        if "least_seconds" in row else "")
    return f" {spread}{seconds}"


def print_rows(rows):
    network = None
    for row in rows:
        if row["network"] != network:
            network = row["network"]
            print(f"\n{network}")
            table = Table(("stage", ">10"), ("ranks", ">6"), ("panels", ">7"),
                ("seconds", ">10.4g"), ("efficiency", ">11.3f"), ("communication", ">14.2f",
                lambda row: row["communication_seconds"] / row["seconds"]), ("MB held", ">8.0f",
                lambda row: row["held_bytes"] and row["held_bytes"] / 1e6), ("limit", ">11"),
                ("best", ">9", "strategy"), (" others", "", others))
        table.add(row)


def all_rows(given, folder):
    cases = {ranks: finer(given.case, ranks ** 0.25 if given.weak else 1, folder)
        for ranks in given.ranks}
    rows = measured_rows(given, cases) if given.real else []
    networks = {name: simulation.networks()[name] for name in given.networks}
    if given.real and given.program and cores() > 1:
        networks[MACHINE + ", simulated"] = measured_line(given)
    if networks:
        found = runs.Runs(given, folder)
        on = [Scaling(given, cases, found, name, network) for name, network in networks.items()]
        for scaling in on:
            scaling.simulate()
        rows += [row for scaling in on for row in scaling.rows()]
    return rows


def add_options(parser):
    parser.add_argument("--ranks", type=int, nargs="+",
        help=f"default {' '.join(map(str, RANKS))}; with --real 1 2 4 ... up to the cores")
    parser.add_argument("--stages", nargs="+", default=[*STAGES, "all"], choices=[*STAGES, "all"],
        metavar="NAME", help="stages to print, all: the four together; default all of these")
    parser.add_argument("--weak", action="store_true", help="the mesh grows with the ranks")
    parser.add_argument("--strategies", nargs="+", default=list(STRATEGIES), choices=STRATEGIES,
        metavar="NAME", help=", ".join(STRATEGIES))
    parser.add_argument("--memory", type=float, default=4e9, metavar="BYTES",
        help="of a rank (4e9)")
    parser.add_argument("--plot", action="store_true",
        help="has bench/plot draw the JSON file, beside it")
    parser.add_argument("--real", action="store_true",
        help="on this machine, by the program of --measured-by; networks only if they are named")
    parser.add_argument("--repeats", type=int, default=5, metavar="N",
        help="of each run with --real (5)")
    runs.add_options(parser)
    parser.set_defaults(program=None, networks=None)


def complete(given):
    """Sets what depends on other options."""
    if given.plot and not given.json:
        given.error("--plot needs --json FILE")
    if given.repeats < 1 or min(given.ranks or [1]) < 1:
        given.error("--repeats and --ranks are 1 at least")
    given.ranks = sorted(given.ranks or ([1 << power for power in range(cores().bit_length())]
        if given.real else RANKS))
    if given.networks is None:
        given.networks = [] if given.real else list(runs.TODAY)
    if given.program is None and (SIMULATED.exists() or given.networks):
        given.program = built(SIMULATED)
    if given.program is None:
        print(f"{sys.argv[0]}: nothing is simulated beside it: there is no program for SimGrid "
            f"(cmake --preset smpi)", file=sys.stderr)


def main(given):
    complete(given)
    with tempfile.TemporaryDirectory() as folder:
        rows = all_rows(given, folder)
    print_rows(rows)
    report = {"kind": "scaling", "weak": given.weak, "measured": given.real,
        "case": given.case.stem, "methods": given.methods, "rows": rows}
    write_json(given.json, report)
    return report, not given.plot or subprocess.run([ROOT / "bench" / "plot", given.json],
        check=False).returncode == 0
