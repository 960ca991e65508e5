"""What the strategy auto takes beside the best of all others.

Simulates a case with modelled arithmetic, once with auto and once with each usable route x cut x
pace. The others use one strategy for all messages of a stage; auto may use several. Needs the
programs of bench/scaling/run.
"""
import re
import tempfile
from collections import Counter
from itertools import product
from pathlib import Path

import runs
import simulation
from programs import ROOT, Table

STAGES = ("merge", "reduce", "eliminate")  # form sends nothing
OF_1999 = ("fast-ethernet-alpha-mpipro", "myrinet-pii300-hpvm")


def names(kind):
    """Of the plug-ins of a folder of src/comm."""
    listed = (ROOT / "src" / "comm" / kind / "list.inc").read_text(encoding="utf-8")
    return [name.replace("_", "-") for name in re.findall(r"^FEBEM_PLUGIN\((\w+)\)", listed,
        re.MULTILINE)]


def options_of(strategy):
    return tuple(word for axis, name in zip(("--route", "--cut", "--pace"), strategy)
        for word in (axis, name))


class Comparison:
    def __init__(self, given, folder):
        self.given, self.runs, self.refused = given, runs.Runs(given, folder), Counter()
        self.results = []

    def key(self, network, ranks, strategy):
        line = runs.line_of(simulation.networks()[network])
        return self.given.case, ranks, options_of(strategy), line

    def usable(self, network, ranks, candidates):
        """Those of the candidates that can be used; a pace is tried once, with the first of its
        strategies."""
        good, bad = set(), set()
        for strategy in candidates:
            if strategy[2] in good | bad:
                continue
            try:
                self.runs.simulate([self.key(network, ranks, strategy)])
                good.add(strategy[2])
            except RuntimeError as error:
                bad.add(strategy[2])
                self.refused[f"pace {strategy[2]}: {str(error).splitlines()[-1]}"] += 1
        return [strategy for strategy in candidates if strategy[2] in good]

    def candidates(self):
        """Libraries' collectives go by neither cut nor pace."""
        paces = self.given.paces
        return [(route, cut, pace) for route, cut, pace in product(self.given.routes,
            self.given.cuts, paces) if not route.startswith("native") or (cut, pace) == ("whole",
            paces[0])]

    def compare(self):
        for network in self.given.networks:
            for ranks in self.given.ranks:
                usable = self.usable(network, ranks, self.candidates())
                auto = ("auto", "auto", "auto")
                self.runs.simulate([self.key(network, ranks, strategy) for strategy in [auto,
                    *usable]])
                chosen = self.runs[self.key(network, ranks, auto)]
                for stage in STAGES:
                    seconds = {strategy: self.seconds(network, ranks, strategy, stage)
                        for strategy in usable}
                    best = min(seconds, key=seconds.get)
                    mine = chosen["stages"][stage]["seconds"]
                    self.results.append({"network": network, "ranks": ranks, "stage": stage,
                        "auto_seconds": mine, "best_seconds": seconds[best], "best": " ".join(best),
                        "strategies": len(usable), "more": mine / seconds[best] - 1,
                        "default_seconds": seconds.get(("star", "whole", "blocking")),
                        "worst_seconds": max(seconds.values()),
                        "choices": [choice for choice in chosen["choices"] if choice["section"]
                        == stage]})

    def seconds(self, network, ranks, strategy, stage):
        return self.runs[self.key(network, ranks, strategy)]["stages"][stage]["seconds"]


def most_taken(choices):
    """The strategy that auto took most often."""
    taken = Counter()
    for choice in choices:
        words = [choice["strategy"][axis] for axis in ("route", "cut", "pace")]
        taken[" ".join(words)] += choice["transfers"]
    return taken.most_common(1)[0][0] if taken else ""


def add_options(parser):
    parser.add_argument("--ranks", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--routes", nargs="+", default=names("routes"), metavar="NAME")
    parser.add_argument("--cuts", nargs="+", default=["whole", "4KiB", "32KiB"], metavar="CUT")
    parser.add_argument("--paces", nargs="+", default=names("paces"), metavar="NAME")
    runs.add_options(parser, Path(__file__).with_name("shell.toml"), (*runs.TODAY, *OF_1999))


def main(given):
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(given, folder)
        comparison.compare()
    table = Table(("network", ">27"), ("ranks", ">5"), ("stage", ">10"), ("auto", ">9.4g"),
        ("best", ">9.4g"), ("more", ">+7.1%"), (" best strategy", "<27"),
        ("auto took most often", ""))
    for row in comparison.results:
        table.row(row["network"], row["ranks"], row["stage"], row["auto_seconds"],
            row["best_seconds"], row["more"], " " + row["best"], most_taken(row["choices"]))
    for reason, times in comparison.refused.items():
        print(f"left out {times} times: {reason}")
    return {"kind": "auto", "case": given.case.stem, "results": comparison.results,
        "refused": dict(comparison.refused)}, True
