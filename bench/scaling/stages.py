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
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import runs
import simulation
from measured import MACHINE, Measured, cores
from programs import ROOT, SIMULATED, STAGES, Table, built, write_json

TWIN = MACHINE + ", simulated"
RANKS = (1, 4, 16, 64, 256)

STRATEGIES = {
    "star": ("--route", "star", "--cut", "whole", "--pace", "blocking"),
    "binomial": ("--route", "binomial", "--cut", "whole", "--pace", "window:4"),
    "chain": ("--route", "chain", "--cut", "whole", "--pace", "window:4"),
    "pieces": ("--route", "chain", "--cut", "256KiB", "--pace", "window:4"),
}
GAIN = 0.2  # that tells what a stage waits for


def finer(case, ranks, folder):
    """The case on a mesh that grows with the ranks. Raises RuntimeError if the case has no
    generator whose mesh could be made finer."""
    text, found = re.subn(r"(?m)^(generator\s*=.*)$", rf"\1\ndensity = {ranks ** 0.25:.6g}",
        Path(case).read_text(encoding="utf-8"))
    if found != 1:
        raise RuntimeError(f"{case}: --weak needs a mesh generator")
    path = Path(folder) / f"case-{ranks}.toml"
    path.write_text(text, encoding="utf-8")
    return path


class Plan:
    """What is run, on a network or here: the case for each number of ranks, and the options."""

    def __init__(self, given, folder):
        self.cases = {ranks: finer(given.case, ranks, folder) if given.weak else given.case
            for ranks in given.ranks}

    def key(self, ranks, strategy):
        return self.cases[ranks], ranks, STRATEGIES[strategy]


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
    rows = []
    for stage in given.stages:
        for ranks in given.ranks:
            by_strategy = {name: figures(ranks, name, stage) for name in tried(ranks)}
            best = min(by_strategy, key=lambda name: by_strategy[name]["seconds"])
            run = by_strategy[best]
            parts = [figures(ranks, best, part) for part in (STAGES if given.weak and stage == "all"
                else [stage])]
            firsts = parts if ranks == given.ranks[0] else firsts
            alone = given.ranks[0] * seconds_alone(given.weak, firsts, parts)
            rows.append({"network": network, "stage": stage, "ranks": ranks, "strategy": best,
                **run, "efficiency": alone / (ranks * run["seconds"]) if run["seconds"] > 0
                else None, **more(ranks, best, stage), "by_strategy": {name: found["seconds"]
                for name, found in by_strategy.items()}})
    return rows


def measured_rows(given, plan, here):
    here.repeat([plan.key(ranks, strategy) for ranks in given.ranks
        for strategy in given.strategies], given.repeats)

    def more(ranks, strategy, _):
        key = plan.key(ranks, strategy)
        return {"panels": here.panels(key), "held_bytes": here.memory_bytes(key), "limit": ""}

    return rows_of(given, MACHINE, lambda _: given.strategies, lambda ranks, strategy,
        stage: here.stage(plan.key(ranks, strategy), stage), more)


class Scaling:
    """Simulated runs; `networks`: by name."""

    def __init__(self, given, folder, plan, networks):
        self.given, self.plan, self.networks = given, plan, networks
        self.runs = runs.Runs(given, folder)
        self.tried = {}  # strategies by network and ranks

    def key(self, network, ranks, strategy, change=""):
        return *self.plan.key(ranks, strategy), runs.line_of(self.networks[network], change)

    def simulate(self):
        """On many ranks only by the strategies that were best on the number before."""
        for network in self.networks:
            strategies = self.given.strategies
            for ranks in self.given.ranks:
                self.tried[network, ranks] = strategies
                self.runs.simulate([self.key(network, ranks, strategy) for strategy in strategies])
                chosen = sorted({self.best(network, ranks, stage) for stage in self.given.stages})
                if ranks > 1:
                    self.runs.simulate([self.key(network, ranks, strategy, change)
                        for strategy in chosen for change in ("latency", "bandwidth")])
                if ranks * 4 >= runs.MANY:
                    strategies = chosen

    def seconds(self, network, ranks, strategy, stage, change=""):
        return self.runs.stage(self.key(network, ranks, strategy, change), stage)["seconds"]

    def best(self, network, ranks, stage):
        return min(self.tried[network, ranks], key=lambda strategy: self.seconds(network, ranks,
            strategy, stage))

    def limit(self, network, ranks, stage, held):
        """What holds the best strategy back."""
        if held is not None and held > self.given.memory:
            return "memory"
        if ranks == 1:
            return "arithmetic"
        strategy = self.best(network, ranks, stage)
        base = self.seconds(network, ranks, strategy, stage)
        gains = {change: 1 - self.seconds(network, ranks, strategy, stage, change) / base
            for change in ("latency", "bandwidth")}
        most = max(gains, key=gains.get)
        return most if gains[most] >= GAIN else "arithmetic"

    def rows(self):
        held = {ranks: self.runs.held_bytes(self.plan.cases[ranks], ranks)
            for ranks in self.given.ranks}
        return [row for network in self.networks for row in self.rows_on(network, held)]

    def rows_on(self, network, held):
        def more(ranks, strategy, stage):
            whole = self.runs[self.key(network, ranks, strategy)]
            held_bytes = held[ranks] and (max(held[ranks].values()) if stage == "all"
                else held[ranks][stage])
            return {"panels": whole["sizes"]["acoustic_dofs"], "held_bytes": held_bytes,
                "limit": self.limit(network, ranks, stage, held_bytes),
                "simulated_in_seconds": whole["wall_seconds"],
                "simulated_in_bytes": whole["memory_bytes"]}

        return rows_of(self.given, network, lambda ranks: self.tried[network, ranks], lambda ranks,
            strategy, stage: self.runs.stage(self.key(network, ranks, strategy), stage), more)


def print_rows(rows):
    network = None
    for row in rows:
        if row["network"] != network:
            network = row["network"]
            print(f"\n{network}")
            table = Table(("stage", ">10"), ("ranks", ">6"), ("panels", ">7"),
                ("seconds", ">10.4g"), ("efficiency", ">11.3f"), ("communication", ">14.2f"),
                ("MB held", ">8.0f"), ("limit", ">11"), ("best", ">9"), (" others", ""))
        others = ", ".join(f"{name} {value:.3g}" for name, value in row["by_strategy"].items()
            if name != row["strategy"])
        if "least_seconds" in row:
            others = f"from {row['least_seconds']:.3g} to {row['most_seconds']:.3g}; {others}"
        table.row(row["stage"], row["ranks"], row["panels"], row["seconds"], row["efficiency"],
            row["communication_seconds"] / row["seconds"], row["held_bytes"] and row["held_bytes"]
            / 1e6, row["limit"], row["strategy"], " " + others)


def all_rows(given, folder):
    plan, rows, networks = Plan(given, folder), [], {name: simulation.networks()[name]
        for name in given.networks}
    if given.real:
        here = Measured(given.measured_by, given.methods)
        rows = measured_rows(given, plan, here)
        if given.program and cores() > 1:
            networks[TWIN] = here.line()
    if networks:
        scaling = Scaling(given, folder, plan, networks)
        scaling.simulate()
        rows += scaling.rows()
    return rows


def up_to(most):
    """1, 2, 4 ..."""
    return [1 << power for power in range(most.bit_length())]


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
    given.ranks = sorted(given.ranks or (up_to(cores()) if given.real else RANKS))
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
