"""How the time of each stage grows with the number of panels.

Solves the sonobuoy on finer and finer meshes in turns, structure and surface refined alike, and
fits seconds = c n^e, with n the number of panels, by least squares of the logarithms of the
medians; the flops of each stage in the same way. With --stage form only stage 2 is computed, so
that meshes may be finer than those that can be solved. Needs an idle machine.
"""
import math
import statistics
import tempfile
from pathlib import Path

import stages
from programs import SONOBUOY, STAGES, Table, add_program, count, finer, launched, stages_of


def panels_and_stages(given, case, folder):
    """Panels, and seconds and flops by stage, of one run; of one stage alone flops are not told."""
    if given.stage:
        report = launched(given.program, given.ranks, "study", case, "--stage", given.stage,
            "--strategy", "bulk", "--repeats", "1..1")
        found = {given.stage: (report["results"][0]["median_seconds"], None)}
    else:
        report = stages.solve(given, case, given.ranks, stages.OURS, folder)
        found = {name: (stage["seconds"], stage["flops"])
            for name, stage in stages_of(report).items()}
    return report["case"]["acoustic_dofs"], found


def exponent(panels, values):
    """Of the power of the number of panels that fits best."""
    return statistics.linear_regression([math.log(n) for n in panels],
        [math.log(value) for value in values]).slope


def add_options(parser):
    parser.add_argument("--case", type=Path, default=SONOBUOY, help="default: the sonobuoy")
    parser.add_argument("--densities", type=float, nargs="+", default=[1, 1.19, 1.41, 1.68, 2],
        help="of the mesh; default 1 1.19 1.41 1.68 2")
    parser.add_argument("--stage", choices=STAGES, help="this one alone; default all")
    parser.add_argument("--ranks", type=int, default=1, help="default 1")
    parser.add_argument("--repeats", type=int, default=3,
        help="runs of each, of which the median counts; default 3")
    add_program(parser)


def main(given):
    if len(set(given.densities)) < 2:
        given.error("--densities: a growth needs at least two")
    if given.repeats < 1:
        given.error("--repeats: must be at least 1")
    timed = (given.stage,) if given.stage else STAGES
    panels, seen = {}, {density: {stage: [] for stage in timed} for density in given.densities}
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        cases = {density: finer(given.case, density, folder) for density in given.densities}
        for _ in range(given.repeats):
            for density, case in cases.items():
                panels[density], of_run = panels_and_stages(given, case, folder)
                for stage in timed:
                    seen[density][stage].append(of_run[stage])
    medians = {density: {stage: (statistics.median(run[0] for run in runs), runs[0][1]) for stage,
        runs in of_stage.items()} for density, of_stage in seen.items()}
    print(f"{count(given.ranks, 'rank')}, seconds")
    table = Table(("panels", ">12"), *((stage, ">11.3f") for stage in timed))
    for density, of_stage in medians.items():
        table.add([panels[density], *(seconds for seconds, _ in of_stage.values())])
    exponents = {what: {stage: exponent(panels.values(), [medians[density][stage][k]
        for density in panels]) for stage in timed} for k, what in enumerate(("seconds",)
        if given.stage else ("seconds", "flops"))}
    for what, of_stage in exponents.items():
        table.add(["of " + what, *(f"{power:.2f}" for power in of_stage.values())])
    runs = [{"density": density, "panels": panels[density],
        "stages": {stage: {"seconds": [run[0] for run in seen[density][stage]],
        "flops": medians[density][stage][1]} for stage in timed}} for density in panels]
    return {"kind": "growth", "ranks": given.ranks, "runs": runs, "exponents": exponents}, True
