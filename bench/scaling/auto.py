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
AXES = ("route", "cut", "pace")
AUTO, DEFAULT = ("auto", "auto", "auto"), ("star", "whole", "blocking")


def names(kind):
    """Of the plug-ins of a folder of src/comm."""
    listed = (ROOT / "src" / "comm" / kind / "list.inc").read_text(encoding="utf-8")
    return [name.replace("_", "-") for name in re.findall(r"(?m)^FEBEM_PLUGIN\((\w+)\)", listed)]


def usable(found, key, candidates, refused):
    """Those of the candidates that can be used; a pace is tried once, with the first of its
    strategies. Counts the reasons of the others."""
    good, tried = [], {}
    for strategy in candidates:
        pace = strategy[2]
        if pace not in tried:
            try:
                found.simulate([key(strategy)])
                tried[pace] = True
            except RuntimeError as error:
                tried[pace] = False
                refused[f"pace {pace}: {str(error).splitlines()[-1]}"] += 1
        if tried[pace]:
            good.append(strategy)
    return good


def compared(given, found, network, ranks, refused):
    """A row for each stage."""
    line = runs.line_of(simulation.networks()[network])

    def key(strategy):
        return given.case, ranks, tuple(word for axis, name in zip(AXES, strategy)
            for word in ("--" + axis, name)), line

    # Libraries' collectives go by neither cut nor pace.
    strategies = usable(found, key, [(route, cut, pace) for route, cut, pace in product(
        given.routes, given.cuts, given.paces) if not route.startswith("native") or (cut, pace)
        == ("whole", given.paces[0])], refused)
    found.simulate([key(strategy) for strategy in [AUTO, *strategies]])
    choices = found[key(AUTO)]["choices"]
    for stage in STAGES:
        auto = found.stage(key(AUTO), stage)["seconds"]
        seconds = {one: found.stage(key(one), stage)["seconds"] for one in strategies}
        best = min(seconds, key=seconds.get)
        yield {"network": network, "ranks": ranks, "stage": stage, "auto_seconds": auto,
            "best_seconds": seconds[best], "best": " ".join(best), "strategies": len(strategies),
            "more": auto / seconds[best] - 1, "default_seconds": seconds.get(DEFAULT),
            "worst_seconds": max(seconds.values()),
            "choices": [choice for choice in choices if choice["section"] == stage]}


def most_taken(choices):
    """The strategy that auto took most often."""
    taken = Counter()
    for choice in choices:
        taken[" ".join(choice["strategy"][axis] for axis in AXES)] += choice["transfers"]
    return taken.most_common(1)[0][0] if taken else ""


def add_options(parser):
    parser.add_argument("--ranks", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--routes", nargs="+", default=names("routes"), metavar="NAME")
    parser.add_argument("--cuts", nargs="+", default=["whole", "4KiB", "32KiB"], metavar="CUT")
    parser.add_argument("--paces", nargs="+", default=names("paces"), metavar="NAME")
    runs.add_options(parser, Path(__file__).with_name("shell.toml"), (*runs.TODAY, *OF_1999))


def main(given):
    refused = Counter()
    with tempfile.TemporaryDirectory() as folder:
        found = runs.Runs(given, folder)
        results = [row for network, ranks in product(given.networks, given.ranks)
            for row in compared(given, found, network, ranks, refused)]
    table = Table(("network", ">27"), ("ranks", ">5"), ("stage", ">10"),
        ("auto", ">9.4g", "auto_seconds"), ("best", ">9.4g", "best_seconds"), ("more", ">+7.1%"),
        (" best strategy", "<27", lambda row: " " + row["best"]),
        ("auto took most often", "", lambda row: most_taken(row["choices"])))
    for row in results:
        table.add(row)
    for reason, times in refused.items():
        print(f"left out {times} times: {reason}")
    return {"kind": "auto", "case": given.case.stem, "results": results,
        "refused": dict(refused)}, True
