"""How many pivots and rows to eliminate together.

Simulates the sonobuoy with modelled arithmetic, along a binomial tree, with blocks of pivots in
stage 1 and panels of rows in stage 4 of each width. From stage 2 on rows are owned in blocks of
that width. By the methods of 1999 stage 3 receives blocks of the width of stage 1. Needs the
programs of bench/scaling/run.
"""
import tempfile

import runs
import simulation
from programs import STAGES, Table

STRATEGY = ("--route", "binomial", "--cut", "whole", "--pace", "window:4")


def key(given, network, ranks, width):
    return given.case, ranks, (*STRATEGY, "--merge.block", str(width), "--eliminate.panel",
        str(width)), runs.line_of(simulation.networks()[network])


def add_options(parser):
    parser.add_argument("--ranks", type=int, nargs="+", default=[4, 16, 64])
    parser.add_argument("--widths", type=int, nargs="+", default=[1, 4, 8, 16, 32, 48, 96, 192])
    runs.add_options(parser, networks=["ethernet-100gbit"])


def main(given):
    keys = {(network, ranks, width): key(given, network, ranks, width) for network in given.networks
        for ranks in given.ranks for width in given.widths}
    with tempfile.TemporaryDirectory() as folder:
        found = runs.Runs(given, folder)
        found.simulate(keys.values())
    rows = [{"network": network, "ranks": ranks, "width": width, **found[one]["stages"]}
        for (network, ranks, width), one in keys.items()]
    table = Table(("network", ">27"), ("ranks", ">5"), ("width", ">5"), *((stage, ">10.4g")
        for stage in STAGES))
    for row in rows:
        table.row(row["network"], row["ranks"], row["width"], *(row[stage]["seconds"]
            for stage in STAGES))
    return {"kind": "widths", "case": given.case.stem, "rows": rows}, True
