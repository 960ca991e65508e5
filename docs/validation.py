#!/usr/bin/env python3
"""Writes docs/validation.md and its pictures: what `minifebem verify --published` compares, whole
curves of the BeTSSi models and of a sphere, and checks of every solution. Takes two minutes, and
needs cmake/install-dependencies --plots."""
import csv
import datetime
import re
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench"))
import h5py  # noqa: E402
import numpy as np  # noqa: E402
from plots import style  # noqa: E402
from programs import add_program, end_with, parser_of, report_of  # noqa: E402

PAGE, CASES, FIGURES = ROOT / "docs" / "validation.md", ROOT / "meshes" / "cases", "figures"
BEGIN, END = "<!-- measured: written by docs/validation.py -->", "<!-- end of the measured -->"
AROUND = "from = 0\nto = 359\nstep = 1\n"
DIRECTIONS = ("vectors = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, 0, -1], [1, 1, 0], "
    "[1, 2, 3], [-2, 1, -1], [0.3, -1, 0.5]]\n")

# Curve -> the case of verify, the case file, what takes the place of its incidences, and the title.
CURVES = {"m5b_monostatic": ("betssi_m5b", "betssi_m5b", None, "M5B, 1 kHz, monostatic"),
    "m5b_bistatic": ("betssi_m5b", "betssi_m5b", '[[incidence]]\nplane = "xy"\nangles = [60]\n'
        + f'[output.directivity]\nplane = "xy"\n{AROUND}', "M5B, 1 kHz, the wave from 60 degrees"),
    "ph_monostatic": ("betssi_ph", "betssi_ph", None, "PH, 200 Hz, monostatic"),
    "m1_monostatic": ("betssi_m1", "betssi_m1", None, "M1, 100 Hz, monostatic"),
    "m4_monostatic": ("betssi_m4", "betssi_m4", None, "M4, 1 kHz, monostatic, 30 degrees up")}
WITHIN = 20  # dB below the largest target strength: there levels are compared

TUNGSTEN_CARBIDE = """
[geometry]
generator = "solid_sphere"
radius = 0.01905
cells = 6
layers = 2
split = 1
[structure]
free = true
[[material]]
regions = ["sphere"]
young = {young!r}
poisson = {poisson!r}
density = 14900
[fluid]
density = 1026.8
sound_speed = 1477.3
[formulation]
order = 2
[[symmetry]]
normal = "y"
cut = true
[[symmetry]]
normal = "z"
cut = true
[[incidence]]
angles = [0]
[frequency]
hz = {hz}
"""


SONOBUOY = """
[geometry]
generator = "sonobuoy"
split = 1
[structure]
free = true
[fluid]
density = 1025
sound_speed = 1500
[formulation]
order = 2
[frequency]
hz = [1000]
"""


class Solver:
    """Solves texts of cases in a folder of its own."""

    def __init__(self, program, folder):
        self.program, self.folder = program, Path(folder)

    def solve(self, text):
        """The report, and the far field of each load case at the first frequency, if asked for."""
        case = self.folder / "case.toml"
        case.write_text(text)
        report = report_of(self.program, "solve", case, "--out", self.folder / "results")
        with h5py.File(self.folder / "results" / "results.h5") as file:
            field = file["field"] if "field" in file else {}
            if "directivity_real" not in field:
                return report, None
            return report, field["directivity_real"][0] + 1j * field["directivity_imag"][0]


def case_with(name, incidences):
    """The text of a case file, with other incidences if they are given."""
    text = (CASES / f"{name}.toml").read_text()
    if incidences is None:
        return text
    before, after = text.split("[[incidence]]")
    return before + after[after.index("[frequency]"):] + incidences


def levels(report):
    return np.array([one["target_strength_db"] for one in report["frequencies"]])


def published_curves():
    """Name -> angles in degrees, levels in dB."""
    with open(ROOT / "docs" / "published.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    return {name: np.array([[float(row["degrees"]), float(row[name])] for row in rows]).T
        for name in CURVES}


def amplitude(level):
    return 10 ** (level / 20)


def compared(name, title, along, ours, theirs):
    """The picture of levels and of the error of the amplitude over angle or frequency, and what is
    said of them."""
    figure, (top, below) = style.plt.subplots(2, 1, sharex=True, figsize=(6, 3.6),
        gridspec_kw={"height_ratios": [3, 1]})
    here, largest = np.interp(theirs[0], *ours), theirs[1].max()
    off = 100 * (amplitude(here) - amplitude(theirs[1])) / amplitude(largest)
    few = slice(None, None, max(1, len(off) // 90))
    top.plot(theirs[0][few], theirs[1][few], color=style.colour(1), marker="o", markersize=3,
        linestyle="none", label="published")
    top.plot(*ours, color=style.colour(0), linewidth=1, label="here")
    top.set_ylabel("target strength, dB")
    top.set_title(title, fontsize=9)
    top.legend(fontsize=7)
    below.plot(theirs[0], off, color=style.colour(0), linewidth=1)
    below.set_ylabel("error of |f|,\n% of largest", fontsize=7)
    below.set_xlabel(along)
    list(style.save(figure, PAGE.parent / FIGURES, f"validation-{name}", ["svg"]))
    error = (here - theirs[1])[theirs[1] > largest - WITHIN]
    return (f"![{title}]({FIGURES}/validation-{name}.svg)\n\nThe amplitude |f| is off by at most "
        f"{abs(off).max():.2f} % of the largest. Where the published level is within {WITHIN} dB "
        f"of its maximum, the error is {np.sqrt(np.mean(error**2)):.3f} dB rms and at most "
        f"{abs(error).max():.2f} dB.\n")


def section(name, report):
    """The table of a case of verify."""
    rows = [row for row in report["rows"] if row["case"] == name]
    yield (f"### {name}\n\n{report['sources'][name]} Here: {report['unknowns'][name]} unknowns, "
        f"{report['seconds'][name]:.1f} s.\n")
    yield "| quantity | here | published | error | tolerance |\n| --- | --- | --- | --- | --- |"
    for row in rows:
        form = ".3f" if "dB" in row["quantity"] else ".6g"
        yield (f"| {row['quantity']} | {row['computed'][0]:{form}} | {row['exact'][0]:{form}} | "
            f"{row['error']:.2g} | {row['tolerance']:g} |")
    yield ""


def checked(solver, name, case):
    """What holds for any body: the optical theorem, and f(a to b) = f(b to a)."""
    waves = f"[[incidence]]\n{DIRECTIONS}[output.directivity]\n{DIRECTIONS}"
    report, far = solver.solve(SONOBUOY + waves if case is None else case_with(case, waves))
    theorem = max(abs(one["extinction_over_loss"] - 1) for one in report["frequencies"])
    difference = abs(far - far.T).max() / abs(far).max()
    return f"| {name} | {100 * theorem:.3f} % | {difference:.1e} |"


def measured(solver, program):
    """The block of the page, line by line."""
    verified = report_of(program, "verify", "--published")
    pictures = {}
    theirs = published_curves()
    for name, (case, file, incidences, title) in CURVES.items():
        report, far = solver.solve(case_with(file, incidences))
        ours = levels(report) if incidences is None else 20 * np.log10(abs(far[0]))
        degrees = np.arange(len(ours))
        pictures.setdefault(case, []).append(compared(name, title, "angle, degrees", (degrees,
            ours), theirs[name][:, :len(ours)]))
    squares = (6853 / 4171)**2
    poisson = (squares - 2) / (2 * (squares - 1))
    report, _ = solver.solve(TUNGSTEN_CARBIDE.format(poisson=poisson, young=2 * 14900 * 4171**2
        * (1 + poisson), hz=list(range(20000, 121000, 1000))))
    exact = [row["exact"][0] for row in verified["rows"] if row["case"] == "tungsten_carbide"]
    title = "Tungsten carbide, 38.1 mm, every 10 kHz of the series"
    pictures["tungsten_carbide"] = [compared("tungsten_carbide", title, "frequency, kHz", (
        np.arange(20, 121), levels(report)), np.array([np.arange(20, 121, 10), exact]))]
    today, processor = datetime.date.today(), re.search("model name.*: (.*)", Path(
        "/proc/cpuinfo").read_text(encoding="utf-8"))[1]
    yield (f"`{verified['commit'][:7]}, {today}`, one rank on one core, {processor}: "
        f"{len(verified['rows'])} quantities, "
        f"{sum(row['passes'] for row in verified['rows'])} within their tolerance.\n")
    for name in style.distinct(verified["rows"], "case"):
        yield from section(name, verified)
        yield from pictures.get(name, ())
    yield "### Checks of every solution\n"
    yield "| body | optical theorem | reciprocity |\n| --- | --- | --- |"
    for name, case in (("M5B, 1 kHz", "betssi_m5b"), ("PH, 200 Hz", "betssi_ph"),
            ("M1, 100 Hz", "betssi_m1"), ("M4, 1 kHz", "betssi_m4")):
        yield checked(solver, name, case)
    yield checked(solver, "sonobuoy, 1 kHz", None)


def main():
    parser = parser_of(__doc__, "docs/validation.py")
    add_program(parser)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        block = "\n".join(measured(Solver(given.program, folder), given.program))
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text(before + BEGIN + "\n\n" + block + "\n\n" + END + rest.split(END)[1])
    return 0


end_with(main)
