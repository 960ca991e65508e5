"""Rational sweeps beside direct solutions: the printed error beside the true one.

    bench/accuracy/run sweeps                                     40 cases drawn at random
    bench/accuracy/run sweeps --check 25 -- CASE.toml             25 random frequencies of a case

The true error is that of docs/sweeps.md, over the frequencies that both solved directly: a
difference over the value, or over a tenth of the largest of its kind if that is more. Status 1 if a
printed error is below a third of the true one. Builds the program if it does not exist.
"""
import json
import math
import random
import subprocess
import tempfile
from pathlib import Path

import h5py
import numpy
from programs import Table, add_program

FIELDS = ("solution/pressure", "solution/displacement", "field/pressure", "field/directivity")
BODIES = {  # weight, half of the length in m, meshes of order 0 and of order 2
    "sphere": (8, 1, ["frequency = 2", "frequency = 4"], ["frequency = 2"]),
    "cats_eye": (8, 1, ["cells = 2", "cells = 3"], ["cells = 2"]),
    "cylinder": (4, 0.457, ["around = 12\nstations = 20\npiston_rings = 2\nback_rings = 2"], []),
    "shell": (18, 1, ["cells = 1", "cells = 2"], ["cells = 2\nsplit = 1"]),
    "sonobuoy": (2, 0.457, ["split = 1"], [])}
ECHOES = "[[incidence]]\nto = 180\nstep = 60\n"


def add_options(parser):
    add_program(parser)
    parser.add_argument("--cases", type=int, default=40, help="drawn at random (40)")
    parser.add_argument("--seed", type=int, default=1, help="of all that is drawn (1)")
    parser.add_argument("--check", type=int, default=25, metavar="N",
        help="frequencies of a named case that are solved directly (25)")


def excitation(kind, **keys):
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())
    return f'[[excitation]]\nkind = "{kind}"\namplitude = 1\n{lines}'


def loads(draw, body):
    """Some excitations that the body can have."""
    direction = [round(draw.uniform(-1, 1), 3) for _ in range(3)]
    wave = excitation("plane_wave", direction=direction)
    if body == "shell":
        pushed = excitation("pressure", faces="inner", legendre=draw.randrange(4))
        return draw.choice((wave, pushed, pushed + wave, ECHOES))
    if body == "sonobuoy":
        return draw.choice((wave, excitation("force", nodes="hold_xyz", direction=direction)))
    return draw.choice((wave, excitation("velocity"), excitation("monopole", position=[0, 0, 3]),
        ECHOES))


def drawn(draw):
    """A case: its label and its text."""
    body, = draw.choices(list(BODIES), [weight for weight, *_ in BODIES.values()])
    _, half, *meshes = BODIES[body]
    order = draw.choice([2 * i for i in (0, 1) if meshes[i]])
    points = draw.randrange(24, 32) if body == "sonobuoy" else draw.randrange(60, 200)
    low, high = sorted(math.exp(draw.uniform(math.log(0.1), math.log(4.5))) for _ in range(2))
    hz = [round(k * 1500 / (2 * math.pi * half), 1) for k in (low, max(high, 1.3 * low))]
    loss = 10 ** draw.uniform(-4, -1)
    text = (f'[geometry]\ngenerator = "{body}"\n{draw.choice(meshes[order // 2])}\n'
        f"[fluid]\ndensity = 1000\nsound_speed = 1500\n[formulation]\norder = {order}\n")
    if body in ("shell", "sonobuoy"):
        text += "[structure]\nfree = true\n"
    if body == "shell":
        text += ('[[material]]\nregions = ["shell"]\nyoung = 2e11\npoisson = 0.3\n'
            f"density = 7800\nloss_factor = {loss:.3g}\n")
    text += loads(draw, body)
    text += "[output]\nfield_points = [[3, 0, 0], [0, 1, 2]]\n[output.directivity]\nstep = 30\n"
    text += (f"[frequency]\nfrom = {hz[0]}\nto = {hz[1]}\npoints = {points}\n"
        f'spacing = "{draw.choice(("linear", "log"))}"\n')
    return f"{body} {order}, {hz[0]:.0f} .. {hz[1]:.0f} Hz", text


def solved(program, case, folder, *options):
    """The report and the results of a run."""
    done = subprocess.run([program, "solve", case, "--out", folder, "--json", folder / "j.json",
        *options], capture_output=True, text=True, check=False)
    if not (folder / "j.json").exists():
        raise RuntimeError(f"{case}: {done.stderr.strip()[-2000:]}")
    report = json.loads((folder / "j.json").read_text(encoding="utf-8"))
    with h5py.File(folder / "results.h5") as file:
        fields = [file[name + "_real"][()] + 1j * file[name + "_imag"][()] for name in FIELDS
            if name + "_real" in file]
    frequencies = [*dict.fromkeys(row["hz"] for row in report["frequencies"])]

    def of(key):
        values = [numpy.nan if row[key] is None else row[key] for row in report["frequencies"]]
        return numpy.reshape(values, (len(frequencies), -1))

    fields.append(numpy.sqrt(of("far_field_power_w"))[..., None])  # not compared by load case
    echoes = 10 ** (of("target_strength_db") / 20)
    return report, frequencies, [*fields, *([echoes] if numpy.isfinite(echoes).all() else [])]


def error(found, expected):
    """dB, the largest over frequencies, load cases and values."""
    worst = 0
    for a, b in zip(found, expected, strict=True):
        floor = numpy.maximum(abs(b), 0.1 * abs(b).max(axis=-1, keepdims=True))
        worst = max(worst, (abs(a - b) / numpy.where(floor > 0, floor, 1)).max())
    return 20 * math.log10(1 + worst)


def compare(given, draw, label, case, check):
    """A row of the table, of a case with at least `check` frequencies."""
    with tempfile.TemporaryDirectory() as folder:
        run = lambda name, *options: solved(given.program, case, Path(folder) / name, *options)
        report, frequencies, curves = run("rational", "--sweep", "rational")
        numbers = sorted(draw.sample(range(len(frequencies)), min(check, len(frequencies))))
        _, _, exact = run("direct", "--sweep", "direct", "--frequency",
            *(str(frequencies[number]) for number in numbers))
    curve = report["curve"]
    return {"case": label, "points": len(frequencies), "solved": curve["solved"],
        "printed": curve["error_db"], "true": error([c[numbers] for c in curves], exact),
        "checked": len(numbers)}


def main(given):
    table = Table(("case", "<32"), ("points", ">6"), ("solved", ">6"),
        ("printed dB", ">10.2g", "printed"), ("true dB", ">10.2g", "true"))
    for name in given.rest:
        table.add(compare(given, random.Random(given.seed), Path(name).stem, name, given.check))
    with tempfile.TemporaryDirectory() as folder:
        for number in range(0 if given.rest else given.cases):
            draw = random.Random(f"{given.seed} {number}")
            label, text = drawn(draw)
            case = Path(folder) / "case.toml"
            case.write_text(text, encoding="utf-8")
            table.add(compare(given, draw, label, case, 10**9))
    wrong = [row for row in table.rows if row["true"] > 3 * (row["printed"] or 0) + 1e-6]
    print(f"{len(wrong)} of {len(table.rows)} printed errors are below a third of the true one")
    return table.rows, not wrong
