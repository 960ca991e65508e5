"""What the program prints and reports reads as the files of `printed` say, word by word; numbers
and names of builds are left out. A third of the random changes that no other test saw were in these
texts.

printed.py --write makes the files anew, for a reader to compare. MINIFEBEM and MPI_LAUNCHER name
the program and the launcher.
"""
import difflib
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

WRITE = "--write" in sys.argv
if WRITE:
    build = pathlib.Path(__file__).resolve().parents[2] / "build"
    os.environ.setdefault("MINIFEBEM", str(build / "minifebem"))
    os.environ.setdefault("MPI_LAUNCHER", str(build / "mpirun"))

from cases import SHELL, SPHERE  # noqa: E402
from program import PROGRAM, ProgramTest  # noqa: E402

EXPECTED = pathlib.Path(__file__).with_name("printed")
FIELDS = """
[output]
field_points = [[0.0, 0.0, 3.0]]
[output.directivity]
step = 90.0
[[output.grid]]
origin = [-1.5, 0.0, 2.0]
edges = [[3.0, 0.0, 0.0]]
counts = [3]
"""
VELOCITY = 'kind = "velocity"'
ONE = ["--route", "star", "--cut", "256", "--pace", "ack"]
BENCH = ["--sizes", "64..256", "--repeats", "2"]

# Name of the file: cases by the name that the arguments call them, ranks, arguments; of reports the
# JSON files.
PRINTED = {
    "solve": ({"sphere.toml": SPHERE}, 2, ["solve", "sphere.toml", "--json", "report.json"]),
    "solve_structure": ({"shell.toml": SHELL + FIELDS}, 3, ["solve", "shell.toml", *ONE,
        "--outstanding", "--json", "report.json"]),
    "solve_1999": ({"shell.toml": SHELL}, 2, ["solve", "shell.toml", "--methods", "1999"]),
    "solve_free": ({"shell.toml": SHELL}, 2, ["solve", "shell.toml", "--arithmetic", "free",
        "--json", "report.json"]),
    "solve_convergence": ({"sphere.toml": SPHERE}, 1, ["solve", "sphere.toml", "--convergence",
        "--json", "report.json"]),
    "solve_estimate": ({"shell.toml": SHELL}, 2, ["solve", "shell.toml", "--estimate", "--memory",
        "1GiB"]),
    "study": ({"shell.toml": SHELL}, 2, ["study", "shell.toml", "--route", "star", "--cut", "256",
        "whole", "--pace", "ack", "--repeats", "2..2", "--outstanding", "--json", "report.json"]),
    "study_sensitivity": ({"sphere.toml": SPHERE}, 2, ["study", "sphere.toml", "--stage", "form",
        "--route", "star", "--sensitivity", "--repeats", "2..2", "--json", "report.json"]),
    "bench_pingpong": ({}, 2, ["bench", "pingpong", *BENCH, "--cut", "64", "--pace", "ack",
        "--outstanding", "--json", "report.json"]),
    "bench_incast": ({}, 2, ["bench", "incast", *BENCH]),
    "bench_multi": ({}, 2, ["bench", "multi", *BENCH, "--cut", "64"]),
    "bench_broadcast": ({}, 2, ["bench", "broadcast", *BENCH, "--route", "star"]),
    "bench_reduce": ({}, 2, ["bench", "reduce", *BENCH, "--route", "star"]),
    "bench_compute": ({}, 1, ["bench", "compute", "--sizes", "1KiB", "--repeats", "2", "--json",
        "report.json"]),
    "check_list": ({}, 1, ["check", "--list"]),
    "verify_list": ({}, 1, ["verify", "--list"]),
    "verify": ({}, 1, ["verify", "pulsating_sphere", "--json", "report.json"]),
    "mesh_list": ({}, 1, ["mesh", "list"]),
    "mesh_inspect": ({"shell.toml": SHELL}, 1, ["mesh", "inspect", "shell.toml"]),
    "mesh_generate": ({}, 1, ["mesh", "generate", "box", "--out", "mesh.h5"]),
    "help": ({}, 1, ["help"]),
}


def changed(case, *pairs):
    for was, becomes in pairs:
        assert was in case, was
        case = case.replace(was, becomes)
    return case


# One line each, on one rank: what the tests of bad input, which look for one word, do not read
# whole.
REFUSED = [
    ("no generator and no mesh", changed(SPHERE, ('generator = "sphere"\nfrequency = 2', "")), []),
    ("both", changed(SPHERE, ('"sphere"', '"sphere"\nmesh = "mesh.h5"')), []),
    ("a frequency twice", changed(SPHERE, ("[100.0]", "[100.0, 100.0]")), []),
    ("no frequency", changed(SPHERE, ("hz = [100.0]", "")), []),
    ("an empty list", changed(SPHERE, ("[100.0]", "[]")), []),
    ("a sweep to below its start",
        changed(SPHERE, ("hz = [100.0]", "sweep = {start = 2.0, stop = 1.0, count = 3}")), []),
    ("a frequency beyond numbers", changed(SPHERE, ("[100.0]", "[1e200]")), []),
    ("a text for a number", changed(SPHERE, ("1500.0", '"fast"')), []),
    ("a number for a text", changed(SPHERE, ('"sphere"', "3")), []),
    ("a fraction for a count", changed(SPHERE, ("frequency = 2", "frequency = 2.5")), []),
    ("Poisson's ratio", changed(SHELL, ("poisson = 0.3", "poisson = 0.5")), []),
    ("no material for a region", changed(SHELL, ('["shell"]', '["hull"]')), []),
    ("a region with two materials",
        SHELL + '[[material]]\nregions = ["shell"]\nyoung = 1.0\npoisson = 0.3\ndensity = 1.0\n',
        []),
    ("no fluid", changed(SPHERE, ("[fluid]\ndensity = 1000.0\nsound_speed = 1500.0\n", "")), []),
    ("two fluids", SPHERE + "[[fluid]]\n", []),
    ("a section for a list", changed(SPHERE, ("[[excitation]]", "[excitation]")), []),
    ("a direction of two numbers", changed(SHELL, ("[0.3, 0.2, 1.0]", "[0.3, 0.2]")), []),
    ("no direction", changed(SHELL, ("[0.3, 0.2, 1.0]", "[0.0, 0.0, 0.0]")), []),
    ("pressure without faces", changed(SHELL, ('faces = "inner"\n', "")), []),
    ("faces that are not there", changed(SHELL, ('"inner"', '"iner"')), []),
    ("a velocity on a structure", changed(SHELL, ('kind = "pressure"\nfaces = "inner"\n', VELOCITY
        + "\n")), []),
    ("a force without a structure",
        changed(SPHERE, (VELOCITY, 'kind = "force"\nnodes = "all"\ndirection = [0, 0, 1]')), []),
    ("a velocity on a reacting surface", SPHERE
        + "[impedance]\nstiffness = 1.0\nmass = 1.0\nloss_factor = 0.0\n", []),
    ("an impedance of nothing",
        changed(SPHERE, (VELOCITY, 'kind = "plane_wave"\ndirection = [0, 0, 1]'))
        + "[impedance]\nstiffness = 0.0\nmass = 0.0\nloss_factor = 0.0\n", []),
    ("an impedance and a structure",
        SHELL + "[impedance]\nstiffness = 1.0\nmass = 1.0\nloss_factor = 0.0\n", []),
    ("a support without a structure", SPHERE + '[[support]]\nnodes = "all"\nfix = ["x"]\n', []),
    ("a material without a structure", SPHERE
        + SHELL[SHELL.index("[[material]]"):SHELL.index("[[excitation]]")], []),
    ("a node set that is not there", changed(SHELL, ("free = true", "free = false"))
        + '[[support]]\nnodes = "rim"\nfix = ["x"]\n', []),
    ("a structure of a surface", SPHERE.replace(VELOCITY,
        'kind = "plane_wave"\ndirection = [0, 0, 1]') + "[structure]\nfree = true\n", []),
    ("a circle cut unevenly", SPHERE + "[output.directivity]\nstep = 7.0\n", []),
    ("a grid without counts", SPHERE
        + "[[output.grid]]\norigin = [0, 0, 3]\nedges = [[1, 0, 0]]\n", []),
    ("a grid of other counts", SPHERE
        + "[[output.grid]]\norigin = [0, 0, 3]\nedges = [[1, 0, 0]]\ncounts = [2, 2]\n", []),
    ("a point in the body", SPHERE + "[output]\nfield_points = [[0, 0, 0]]\n", []),
    ("a method that cannot take another's factor", SHELL, ["--merge.method", "frontal",
        "--reduce.method", "columns"]),
    ("mixed precision by another method", SHELL, ["--precision", "mixed", "--merge.method",
        "frontal"]),
    ("a profile without a model", SPHERE, ["--profile", "p.json"]),
    ("a model without a profile", SPHERE, ["--arithmetic", "modelled"]),
    ("densities that fall", SPHERE, ["--convergence", "--densities", "2", "1"]),
    ("convergence of a model", SPHERE, ["--convergence", "--arithmetic", "free"]),
    ("groups of more than the frequencies", SPHERE, ["--groups", "2"]),
    ("no strategy", SPHERE, ["--strategy", "star"]),
    ("no size", SPHERE, ["--cut", "4KB4"]),
    ("one report on another", SPHERE, ["--json", "a.json", "--trace", "a.json"]),
]
REFUSED_COMMANDS = [
    ["study", "case.toml"], ["study", "case.toml", "--route", "star", "--sensitivity"],
    ["study", "case.toml", "--stage", "merge", "--cut", "whole"],
    ["study", "case.toml", "--stage", "mrge", "--cut", "whole"], ["bench", "pingpong"],
    ["bench", "pinpong"], ["bench", "compute", "--cut", "64"],
    ["bench", "compute", "--kernel", "dot", "--profile", "p.json"], ["bench", "pingpong",
        "--kernel", "dot"], ["bench", "pingpong", "--profile", "p.json"],
    ["bench", "compute", "--sizes", "17"], ["bench", "compute", "--sizes", "64..16"],
    ["bench", "compute", "--sizes", "many"],
    ["mesh", "generate", "sphere"], *(["mesh", "generate", "sphere", set, "--out", "a.h5"]
        for set in ("radius", "radius=-1", "size=1")),
    ["mesh", "generate", "spere", "--out", "a.h5"], ["mesh", "inspect", "nowhere.h5"],
    ["mesh", "repair", "nowhere.h5", "--out", "a.h5"],
    ["check", "--program", "nowhere"], ["check", "--against", "nowhere.json"],
    ["study", "case.toml", "--cut", "whole", "--network", "nowhere.toml"], ["solve", "case.toml",
        "--out", "case.toml"], ["solve", "case.toml", "--out", 300 * "x" + "/out"],
]

NUMBER = r"(?<![\w.\-])[-+]?(\d+(\.\d*)?(e[-+]?\d+)?|inf)(?![\w.]*\w)"
RULES = [
    (r"\b(star|binomial|chain|native|ring) x \S+ x [a-z]+\S*", "STRATEGY"),
    (NUMBER, "#"),
    (r"# [kMGTmunp]?(s|B|B/s|flop|flop/s|evaluation/s|bit/s)(?![\w/])", r"# \1"),
    (r"# [kMGTmun](?=\s|$)", "#"),
    (r"#!", "#"),
    (r", (about|less than) # \w+ left$", ""),
    (r"less than # s", "about # s"),
    (r"[ \t]+", " "),
    (r"(?<=^ # #) .*", " STRATEGY # STRATEGY"),  # the fastest and the slowest
    (r"( # s| -){3}$", " LATENCIES"),
    (r" $", ""),
]
# Lines that some machines and moments give and others do not: what disturbed a run, and regimes
# found in noise.
BY_CHANCE = re.compile(r"^cores: |^ *! |^ from # B: t0 ")


@functools.cache
def names_of_the_build():
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    version, commit, mpi, blas = re.match(
        r"minifebem (\S+) \(commit (.+)\)\n.*\nMPI +(.+)\nBLAS +(.+)\n", said).groups()
    return {PROGRAM: "PROGRAM", mpi: "MPI-LIBRARY", blas: "BLAS-LIBRARY",
        f"minifebem {version} (commit {commit})": "NAME",
        f'"commit": "{commit}"': '"commit": COMMIT',
        f'"version": "{version}"': '"version": VERSION'}


def words_of(text, folder):
    for name, becomes in {str(folder): "FOLDER", **names_of_the_build()}.items():
        text = text.replace(name, becomes)
    lines = []
    for line in text.splitlines():
        for pattern, becomes in RULES:
            line = re.sub(pattern, becomes, line)
        if not BY_CHANCE.search(line):
            lines.append(line)
    return "\n".join(lines).strip("\n") + "\n"


BY_CHANCE_IN_REPORTS = re.compile(r"digest$|^(kernels|ranks_outnumber_cores|warnings|disturbed|"
    r"latency_seconds_costing)$|_share$|^(r_inf|n_half)_")


def shape_of(value):
    """Of a list its first entry, and of a number that it is one: what a report says, whatever was
    measured."""
    if isinstance(value, dict):
        return {key: "by chance" if BY_CHANCE_IN_REPORTS.search(key) else shape_of(item) for key,
            item in value.items()}
    if isinstance(value, list):
        return [shape_of(item) for item in value[:1]]
    return 0 if isinstance(value, (int, float)) and not isinstance(value, bool) else value


class Printed(ProgramTest):
    def said(self, cases, ranks, arguments):
        for name, text in cases.items():
            self.write(text, name)
        ended = self.run_program(*arguments, ranks=ranks, limit=120)
        text = f"$ minifebem {' '.join(arguments)}   # on {ranks}\n" + words_of(ended.out
            + "\n".join(ended.errors), self.folder)
        if "--json" in arguments:
            report = shape_of(json.loads((self.folder / "report.json").read_text()))
            text += "\nreport.json\n" + words_of(json.dumps(report, indent=1), self.folder)
        return text

    def refused(self):
        text = ""
        for what, case, options in REFUSED:
            self.write(case)
            text += f"# {what}\n{self.refusal('solve', 'case.toml', *options)}\n"
        self.write(SPHERE)
        for arguments in REFUSED_COMMANDS:
            text += f"$ minifebem {' '.join(arguments)}\n{self.refusal(*arguments)}\n"
        return text.replace(str(self.folder), "FOLDER").replace(PROGRAM, "PROGRAM")

    def compare(self, name, found):
        expected = EXPECTED / (name + ".txt")
        if WRITE:
            expected.write_text(found)
        elif (wanted := expected.read_text()) != found:
            changes = difflib.unified_diff(wanted.splitlines(), found.splitlines(), "expected",
                "found", lineterm="", n=1)
            self.fail("\n".join(["", *changes, "where the new text is right, printed.py --write"]))

    def test_refused(self):
        self.compare("refused", self.refused())

    def test_every_file_is_compared(self):
        self.assertEqual({path.stem for path in EXPECTED.iterdir()}, {*PRINTED, "refused"})


for file, command in PRINTED.items():
    setattr(Printed, "test_" + file, lambda self, file=file, command=command: self.compare(file,
        self.said(*command)))

if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument != "--write"])
