"""How many pivots and rows to eliminate together.

Simulates the sonobuoy with modelled arithmetic, along a binomial tree, with blocks of pivots in
stage 1 and panels of rows in stage 4 of each width. From stage 2 on rows are owned in blocks of
that width. By the methods of 1999 stage 3 receives blocks of the width of stage 1. Needs the
programs of bench/scaling/run.
"""
import itertools
import tempfile

import runs
import simulation
from programs import STAGES, Table

STRATEGY = ("--route", "binomial", "--cut", "whole", "--pace", "window:4")


def add_options(parser):
    parser.add_argument("--ranks", type=int, nargs="+", default=[4, 16, 64])
    parser.add_argument("--widths", type=int, nargs="+", default=[1, 4, 8, 16, 32, 48, 96, 192])
    runs.add_options(parser, networks=["ethernet-100gbit"])


def main(given):
    keys = {(network, ranks, width): (given.case, ranks, (*STRATEGY, "--merge.block", str(width),
        "--eliminate.panel", str(width)), runs.line_of(simulation.networks()[network]))
        for network, ranks, width in itertools.product(given.networks, given.ranks, given.widths)}
    with tempfile.TemporaryDirectory() as folder:
        found = runs.Runs(given, folder)
        found.simulate(list(keys.values()))
    table = Table(("network", ">27"), ("ranks", ">5"), ("width", ">5"), *((stage, ">10.4g",
        lambda row, stage=stage: row[stage]["seconds"]) for stage in STAGES))
    for one, key in keys.items():
        table.add({**dict(zip(("network", "ranks", "width"), one)), **found[key]["stages"]})
    return {"kind": "widths", "case": given.case.stem, "rows": table.rows}, True
