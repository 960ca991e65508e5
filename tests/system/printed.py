"""What the program prints has the right heads, units and lines in their order, and what it reports
has the right keys. A third of the random changes that no other test saw were in these texts.

Outputs that a person reads are the files of `printed`, in which numbers and names of builds are
left out; `keys.txt` has the keys of the reports. printed.py --write makes the files anew, for a
reader to compare. MINIFEBEM and MPI_LAUNCHER name the program and the launcher.
"""
import difflib
import functools
import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
WRITE = "--write" in sys.argv
if WRITE:
    os.environ.setdefault("MINIFEBEM", str(ROOT / "build" / "minifebem"))
    os.environ.setdefault("MPI_LAUNCHER", str(ROOT / "build" / "mpirun"))

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
BENCH = "--sizes 64..256 --repeats 2"
STUDY = "--repeats 2..2 --json report.json"
SOLVE = "solve shell.toml --route star --cut 256 --pace ack --outstanding --json report.json"

# Name of the file: ranks and arguments.
PRINTED = {
    "study": (2, "study shell.toml --route star --cut 256 whole --pace ack --outstanding " + STUDY),
    "solve": (3, SOLVE), "solve_estimate": (2, "solve shell.toml --estimate --memory 1GiB"),
    "bench_pingpong": (2, f"bench pingpong {BENCH} --cut 64 --pace ack --outstanding "
        "--json report.json"),
    "bench_compute": (1, "bench compute --sizes 1KiB --repeats 2 --json report.json"),
    "verify": (1, "verify pulsating_sphere --json report.json"),
    "mesh_inspect": (1, "mesh inspect shell.toml")}
# Reports whose keys are told apart from those above.
REPORTED = {
    "solve sphere.toml": (2, "solve sphere.toml --json report.json"),
    "solve --convergence": (1, "solve sphere.toml --convergence --json report.json"),
    "study --sensitivity": (2, "study sphere.toml --stage form --route star --sensitivity "
        + STUDY)}


def changed(case, was, becomes):
    assert was in case, was
    return case.replace(was, becomes)


IMPEDANCE = "[impedance]\nstiffness = 0.0\nmass = 0.0\nloss_factor = 0.0\n"
WAVE = changed(SPHERE, 'kind = "velocity"', 'kind = "plane_wave"\ndirection = [0, 0, 1]')
FACTOR = ["--merge.method", "frontal", "--reduce.method", "columns"]
LONG = 300 * "x" + "/out"

# One line each, on one rank: what the tests of cases, which read the keys alone, do not refuse.
REFUSED = [
    (changed(SPHERE, "[100.0]", "[1e200]"), [], "case.toml:14: key 'frequency.hz': 1e+200 Hz: the "
        "square of its wavenumber is beyond the range of numbers"),
    (changed(SPHERE, "frequency = 2", "frequency = 2.5"), [], "case.toml:2: key 'geometry': mesh "
        "'sphere': frequency = 2.5 must be a whole number"),
    (changed(SHELL, '["shell"]', '["hull"]'), [], "case.toml:10: key 'material.regions': unknown "
        "region 'hull'; did you mean 'shell'?"),
    (WAVE + IMPEDANCE, [], "case.toml:16: key 'impedance': is zero at 100 Hz: there the pressure "
        "would be zero"),
    (SPHERE + '[[support]]\nnodes = "all"\nfix = ["x"]\n', [], "case.toml:15: key 'support': needs "
        "an elastic structure: add [structure]"),
    (WAVE + "[structure]\nfree = true\n", [], "case.toml:16: key 'structure': the mesh has only a "
        "surface: a structure needs solid elements"),
    (SPHERE + "[output.directivity]\nstep = 7.0\n", [], "case.toml:16: key 'output.directivity."
        "step': must divide the 360 deg into at most 36000 parts"),
    (SHELL, FACTOR, "case.toml: option 'reduce.method': 'columns' cannot take the factor of "
        "merge.method 'frontal'; use 'substructure'"),
    (SPHERE, ["--profile", "p.json"], "option '--profile' needs '--arithmetic modelled'"),
    (SPHERE, ["--arithmetic", "modelled"], "option '--arithmetic modelled' needs '--profile FILE'; "
        "minifebem bench compute --profile FILE measures one"),
    (SPHERE, ["--convergence", "--densities", "2", "1"], "option '--densities': each must be "
        "greater than the one before"),
    (SPHERE, ["--convergence", "--arithmetic", "free"], "option '--convergence' needs "
        "'--arithmetic computed'"),
    (SPHERE, ["--groups", "2"], "option '--groups': 2 groups, but only 1 rank"),
    (SPHERE, ["--strategy", "auto"], "command line: option '--strategy': unknown strategy 'auto'; "
        "known: bulk, celestion"),
    (SPHERE, ["--route", "auto"], "command line: option '--route': unknown route 'auto'; known: "
        "star, binomial, chain, ring, rabenseifner, native, native-nb"),
    (SPHERE, ["--cut", "4KB4"], "command line: option '--cut': unknown cut '4KB4'; known: whole, "
        "SIZE, grow:SIZE"),
    (SPHERE, ["--json", "a.json", "--trace", "a.json"], "options '--json' and '--trace' name one "
        "file: 'a.json'"),
    (SPHERE, ["--out", "case.toml"], "option '--out': cannot write 'case.toml': Not a directory"),
    (SPHERE, ["--out", LONG], f"option '--out': cannot write '{LONG}': File name too long")]
REFUSED_COMMANDS = [
    ("study case.toml", "nothing to compare: give --route, --cut, --pace or --strategy with one "
        "word or more, or --network"),
    ("study case.toml --route star --sensitivity", "option '--sensitivity': one rank alone sends "
        "nothing; start two or more"),
    ("study case.toml --stage merge --cut whole", "case.toml: there is no structure, so nothing to "
        "merge"),
    ("study case.toml --stage mrge --cut whole", "option '--stage': unknown stage 'mrge'; did you "
        "mean 'merge'?"),
    ("study case.toml --cut whole --network nowhere.toml", "nowhere.toml: cannot be read: No such "
        "file or directory"),
    ("bench pingpong", "bench pingpong needs 2 ranks or more: mpirun -n 2 minifebem ..."),
    ("bench pinpong", "unknown benchmark 'pinpong'; did you mean 'pingpong'?"),
    ("bench compute --cut 64", "bench compute sends nothing: --route, --cut, --pace, "
        "--barrier and --buffers have no meaning"),
    ("bench compute --kernel dot --profile p.json", "--profile times the operations of the stages: "
        "--kernel has no meaning with it"),
    ("bench pingpong --kernel dot", "option '--kernel' belongs to bench compute"),
    ("bench pingpong --profile p.json", "option '--profile' belongs to bench compute"),
    ("bench compute --sizes 17", "option '--sizes': 17 is not a multiple of 16 bytes"),
    ("bench compute --sizes 64..16", "option '--sizes': '64..16' begins above its end"),
    ("bench compute --sizes many", "option '--sizes': 'many' is neither a size from 1 to 1GiB nor "
        "MIN..MAX"), ("mesh generate sphere", "--out is required; see --help"),
    ("mesh generate sphere radius --out a.h5", "'radius' is not PARAMETER=NUMBER, such as "
        "radius=0.5"),
    ("mesh generate sphere radius=-1 --out a.h5", "mesh 'sphere': radius = -1 is out of range; "
        "from 1e-06 to 1e+06 m"),
    ("mesh generate sphere size=1 --out a.h5", "mesh 'sphere': unknown parameter 'size'; known: "
        "radius, frequency, cap_angle, stretch, density"),
    ("mesh generate spere --out a.h5", "unknown mesh 'spere'; did you mean 'sphere'?"),
    ("mesh inspect nowhere.h5", "mesh file 'nowhere.h5' does not exist"),
    ("mesh repair nowhere.h5 --out a.h5", "mesh file 'nowhere.h5' does not exist"),
    ("check --program nowhere", "--program: File does not exist: nowhere; see --help"),
    ("check --against nowhere.json", "--against: File does not exist: nowhere.json; see --help")]

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
BY_CHANCE_IN_REPORTS = re.compile(r"^(kernels|warnings|latency_seconds_costing)$|^(r_inf|n_half)_|"
    r"_share$")


@functools.cache
def names_of_the_build():
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    mpi, blas = re.search(r"\nMPI +(.+)\nBLAS +(.+)\n", said).groups()
    return {mpi: "MPI-LIBRARY", blas: "BLAS-LIBRARY"}


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


def keys_of(value, place=""):
    """Of each object in a report its place, and its keys in their order. Those whose value is null
    everywhere in a list have a ? behind."""
    values = value if isinstance(value, list) else [value]
    objects = [value for value in values if isinstance(value, dict)]
    keys = list(dict.fromkeys(key for found in objects for key in found))
    if not keys:
        return []
    inner = {key: [found[key] for found in objects if key in found] for key in keys}
    by_chance = {key for key in keys if BY_CHANCE_IN_REPORTS.search(key)}
    lines = [(place or ".", [key if key in by_chance or any(value is not None
        for value in inner[key]) else key + "?" for key in keys])]
    for key in [key for key in keys if key not in by_chance]:
        lines += keys_of([item for part in inner[key] for item in (part if isinstance(part, list)
            else [part])], f"{place}/{key}")
    return lines


class Printed(ProgramTest):
    def said(self, ranks, arguments):
        for name, text in {"sphere": SPHERE, "shell": SHELL + FIELDS}.items():
            self.write(text, name + ".toml")
        ended = self.run_program(*arguments.split(), ranks=ranks, limit=120)
        return words_of(ended.out + "\n".join(ended.errors), self.folder)

    def heads(self, ranks, arguments):
        """The first words of all lines, and the lines with them."""
        lines = self.said(ranks, arguments).splitlines()
        return " ".join(line.split()[0] for line in lines if line), lines

    def compare(self, name, found):
        expected = EXPECTED / (name + ".txt")
        if WRITE:
            expected.write_text(found)
        elif (wanted := expected.read_text()) != found:
            changes = difflib.unified_diff(wanted.splitlines(), found.splitlines(), "expected",
                "found", lineterm="", n=1)
            self.fail("\n".join(["", *changes, "where the new text is right, printed.py --write"]))

    def test_outputs_and_keys_of_reports(self):
        """Where an earlier report of the kind has a place too, behind ~ the keys that come, and
        with a minus those that go."""
        keys, known = [], {}
        for name, (ranks, arguments) in {**PRINTED, **REPORTED}.items():
            text = self.said(ranks, arguments)
            if name in PRINTED:
                self.compare(name, f"$ minifebem {arguments}   # on {ranks}\n{text}")
            if "--json" in arguments:
                report = self.json("report.json")
                keys.append(f"# {name}")
                for place, found in keys_of(report):
                    before = known.setdefault((report.get("kind"), place), found)
                    told = found if before is found else ["~", *(key for key in found if key not
                        in before), *("-" + key for key in before if key not in found
                        and key.strip("?") not in {k.strip("?") for k in found})]
                    line = f"{place}: {' '.join(told)}"
                    keys += [line] if told != ["~"] and line not in keys else []
        self.compare("keys", "\n".join(keys) + "\n")
        assert {path.stem for path in EXPECTED.iterdir()} == {*PRINTED, "keys"}

    def test_heads_of_other_solutions(self):
        """Of a surface, of the methods of 1999, without arithmetic, and on several meshes."""
        stages = ("stage {} distribute check recover total Stages: from message of frequency # "
            "frequency # residual: frequency # {}peak results to")
        surface = stages.format("form reduce eliminate", "")
        heads, lines = self.heads(2, "solve sphere.toml")
        assert heads == "sphere.toml: BLAS-LIBRARY " + surface
        assert (" frequency panels/wavelength sides apart/panel elements/shear wavelength "
            "elements/bending wavelength surface/far field" in lines)
        assert " # Hz # # - - #" in lines
        heads, lines = self.heads(2, "solve shell.toml --methods 1999")
        assert heads == "shell.toml: BLAS-LIBRARY " + stages.format("merge form reduce eliminate",
            "sides error: ")
        for row in ("merge # # - # # B # frontal", "reduce # # - # # B # rows"):
            assert f" {row} STRATEGY" in lines
        heads, lines = self.heads(2, "solve shell.toml --arithmetic free")
        assert (heads == "shell.toml: arithmetic stage merge form reduce eliminate "
            "distribute total Stages: from message of peak")
        assert " merge # # - # # B - substructure STRATEGY" in lines
        assert lines[-1] == "peak memory: # B on the largest rank"
        heads, lines = self.heads(1, "solve sphere.toml --convergence")
        mesh = "density sphere.toml: BLAS-LIBRARY " + surface
        assert heads == f"{mesh} {mesh} {mesh} convergence frequency # # # # Errors this"
        assert (" frequency quantity density # density # density # extrapolated order error "
            "at # error at # error at #" in lines)
        assert " # Hz mean_pressure_pa # Pa # Pa # Pa # Pa # # % # % # %" in lines
        assert "results in out/sphere/density-1.5" in lines

    def test_heads_of_a_study_of_sensitivity(self):
        heads, lines = self.heads(*REPORTED["study --sensitivity"])
        assert (heads == "sphere.toml a BLAS-LIBRARY emulated about round round round "
            "sensitivity stage form Median speed-up stage form Messages added repeats report")
        for line in (" emulated network: latency # s, overhead # s, # B/s; native collectives are "
                "a binomial tree", " about # s to go, without the sensitivities",
                " sensitivity # of #: form, STRATEGY", " stage route x cut x pace seconds dT/dL +- "
                "dT/do +- dT/dG +- # % # % # %", " form STRATEGY # # # # # # # LATENCIES"):
            assert line in lines

    def test_what_other_benchmarks_time(self):
        slowest = "until the slowest rank is done, {}by the clock of that rank"
        each = "before each repetition, outside the clock"
        for name, clock, barrier, counted, strategy in (
                ("incast", slowest, each, "message from every rank but #", "whole x blocking"),
                ("multi", "half a round trip, by the clock of the slowest pair", "before each "
                    "sample, outside the clock; none between its repetitions",
                    "round trip of every pair", "bare MPI_Send and MPI_Recv"),
                ("broadcast", slowest, each, "broadcast", "STRATEGY"),
                ("reduce", slowest.replace("{}", "additions included, "), each, "global sum",
                    "STRATEGY")):
            route = "--route star" if strategy == "STRATEGY" else ""
            lines = self.said(2, f"bench {name} {BENCH} {route}").splitlines()
            assert lines[:8] == [f"{name} on # ranks, MPI-LIBRARY", " time: " + clock.format(""),
                " barrier: " + barrier, " buffers: the same in each repetition",
                " messages: of all ranks in one repetition, a " + counted,
                "", strategy,
                " bytes median, us lower quartile upper quartile P95 rate samples messages"]

    def test_a_list_of_checks_has_the_rule_of_each(self):
        page = (ROOT / "docs" / "reference" / "checks.md").read_text().replace("\\", "")
        lines = self.said(1, "check --list").splitlines()
        assert len(lines) % 2 == 0
        named = [line.split(maxsplit=1) for line in lines[::2]]
        assert sorted(name for name, _ in named) == sorted(re.findall(r"^\| `(\w+)`", page, re.M))
        assert {rest.split()[0] for _, rest in named} == {"legal", "unsafe", "erroneous"}
        for rule in lines[1::2]:
            self.assertRegex(rule, r"^ [^ ].*\(MPI #, .*\)$")

    def test_a_topic_has_the_words_of_its_page(self):
        def words(text):
            return re.findall(r"[\w.]+", text)
        topics = {path.stem for path in (ROOT / "docs" / "reference").glob("*.md")} - {"README"}
        told = self.printed("help").partition("\ntopics\n")[2]
        assert set(re.findall(r"(?m)^  (\w+) +\S", told)) == {*topics, "completion"}
        for topic in topics:
            plain, page = (self.printed("help", topic, *form) for form in ((), ("--markdown",)))
            assert max(map(len, plain.splitlines())) <= 100
            page = re.sub(r"^# .*|\| name \| meaning \||\\", "", page, flags=re.M)
            assert words(plain) == words(page), topic

    def test_a_list_of_verifications_has_the_names_that_are_known(self):
        known = self.refusal("verify", "nonsense").partition("; known: ")[2].split(", ")
        lines = self.printed("verify --list").splitlines()
        assert [re.match(r"(\w+) +\S", line)[1] for line in lines] == known
        assert len(known) >= 18

    def test_refused(self):
        for case, options, message in REFUSED:
            self.write(case)
            assert self.refusal("solve", "case.toml", *options) == "minifebem: " + message
        self.write(SPHERE)
        for arguments, message in REFUSED_COMMANDS:
            assert self.refusal(*arguments.split()) == "minifebem: " + message


if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument != "--write"])
