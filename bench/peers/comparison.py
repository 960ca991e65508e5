"""The program's own methods beside those of libraries, on the same work in the same build.

    bench/peers/run --pairs 9 --density 1 1.41 2

does each part by our methods and by those of libraries in turns. It prints how many times longer
the libraries took: the median over the rounds, and an interval that holds it with 96 %.

stages      A case. Stage 1: MUMPS. Stage 3: MUMPS with the rows of B as dense or the columns of T
            as sparse right-hand sides, then the product. Both together ("both"): also MUMPS with
            the Schur complement of [A_s T; T^T 0]. Stage 4: ScaLAPACK. Stage 2 is ours in both. All
            four: the sum of the libraries' better ways.
kernels     Stage 2: evaluations of Green's function and its derivatives, by ours, by our scalar
            reference, and by bempp-cl, which pip installs below the build's folder.
eliminate   Stage 4 alone, on random systems (--sizes): ScaLAPACK's best grid and width of blocks,
            and LAPACK on one rank.

docs/performance.md says how both sides are timed. Builds the programs if they are not there; needs
PETSc (cmake/install-dependencies --reference) and an idle machine.
"""
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import stages
from programs import (SONOBUOY, Table, add_program, built, count, in_turns, launcher_beside,
    report_of)
from stages import compared, interval, spread

PARTS = ("stages", "kernels", "eliminate")
# The last Numba whose wheels use Intel's vector functions for sine and cosine, where they are
# installed: bempp-cl is several times faster by them.
BEST = ["bempp-cl==0.4.2", "numba==0.60.0", "numpy<2.1", "meshio", "intel-cmplr-lib-rt"]
ANY = ["bempp-cl", "numba", "meshio"]
# At a pair of points ours does G, G'/r and the hypersingular kernel at once (bench compute --kernel
# green); bempp-cl does one of them.
KERNELS_OF_OURS = 3


def python_with_bempp(folder):
    """The interpreter of an environment that has bempp-cl, made if it is not there. Throws
    RuntimeError with what was tried."""
    python = folder / "bin" / "python"
    if python.exists() and subprocess.run([python, "-c", "import bempp_cl.api"],
            capture_output=True, check=False).returncode == 0:
        return python
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    for wanted in (BEST, ANY):
        command = [python, "-m", "pip", "install", "--quiet", *wanted]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return python
    raise RuntimeError(f"bempp-cl cannot be installed: {' '.join(map(str, command))}: "
        f"{done.stderr.strip()[-1000:]}")


class Bempp:
    """A process that has compiled its operators, and does them once whenever it is asked."""

    def __init__(self, folder, level):
        libraries = f"{folder / 'lib'}:{os.environ.get('LD_LIBRARY_PATH', '')}"
        script = Path(__file__).resolve().parent / "bempp_rates.py"
        self.process = subprocess.Popen([python_with_bempp(folder), script, str(level)],
            env={**os.environ, "LD_LIBRARY_PATH": libraries}, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.about = self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"bempp-cl ended with status {self.process.wait()}")
        return json.loads(line)

    def once(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return {name: one["evaluations"] / one["seconds"] for name, one in self.answer().items()}

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def measure_kernels(given):
    """Kernels a second and core, printed and returned."""
    def ours_once():
        report = report_of(given.program, "bench", "compute", "--kernel", "green", "--repeats", "5")
        return {one["kernel"]: one["rate_per_second"] for one in report["results"]}

    steps, bempp = [ours_once], None
    try:
        if given.without_bempp:
            raise RuntimeError("not asked for")
        bempp = Bempp(given.program.resolve().parent / "bempp", given.bempp_level)
        steps.append(bempp.once)
        about = bempp.about
        title = (f"; bempp-cl {about['bempp']}, Numba {about['numba']}, "
            f"{'with' if about['svml'] else 'without'} Intel's vector functions, "
            f"{about['triangles']} triangles of {about['points_per_triangle']} points")
    except (RuntimeError, subprocess.CalledProcessError, OSError) as error:
        about, title = {"missing": str(error)}, f"; no bempp-cl: {error}"
    rounds = [{name: rate for one in results for name, rate in one.items()}
        for results in in_turns(steps, given.pairs)]
    if bempp:
        bempp.end()
    print("stage 2, kernels a second and core" + title)
    table = Table(("ours M/s", ">11.1f", lambda row: row["ours_kernels_per_second"] / 1e6),
        ("peer M/s", ">9.1f", lambda row: row["peer_kernels_per_second"] / 1e6),
        ("ours / peer", ">12.2f", "ratio"), ("interval", ">16", spread),
        ("by pairs", ">9.2f", "ratio_of_pairs"), (" peer", "", lambda row: " " + row["peer"]))
    for row in kernel_rows(rounds):
        table.add(row)
    return {"kernels_of_ours": KERNELS_OF_OURS, "rounds": rounds, "bempp": about,
        "rows": table.rows}


def kernel_rows(rounds):
    """A row for each peer: kernels a second and core, and how many times as many ours are."""
    rows = []
    for peer in rounds[0]:
        if peer == "green":
            continue
        of_peer = KERNELS_OF_OURS if peer.startswith("green") else 1
        ours, theirs = ([one[name] for one in rounds] for name in ("green", peer))
        pairs = [mine / other for mine, other in zip(ours, theirs)]
        ratios = [KERNELS_OF_OURS / of_peer * pair for pair in pairs]
        rows.append({"peer": "scalar reference" if of_peer > 1 else "bempp-cl, " + peer,
            "ours_kernels_per_second": KERNELS_OF_OURS * statistics.median(ours),
            "peer_kernels_per_second": of_peer * statistics.median(theirs),
            "ratio": statistics.median(ratios), "interval": interval(ratios),
            "ratio_of_pairs": statistics.median(pairs)})
    return rows


def measure_elimination(given, size, ranks):
    """Prints and returns the report of the program dense_elimination, with a row for each
    library."""
    program = built(given.program.parent / "bench" / "dense_elimination")
    report = report_of(launcher_beside(given.program), "-n", ranks, program, size, "--rounds",
        given.pairs)
    report["rows"] = elimination_rows(report)
    print(f"stage 4 alone, {report['size']} random equations, {count(report['ranks'], 'rank')}, "
        f"{len(report['zgemm_flops_per_second'])} rounds, {report['blas']}")

    def layout(row):
        peer = row["peer"]
        return f" {peer['way']}" + (f", {peer['grid'][0]} x {peer['grid'][1]} processes, blocks of "
            f"{peer['block']}" if "grid" in peer else "")

    table = Table(("ours s", ">10.3f", "ours_seconds"), ("peer s", ">8.3f", "peer_seconds"),
        ("peer / ours", ">12.2f", "ratio"), ("interval", ">14", spread),
        ("ours of zgemm", ">14.0%", "ours_of_zgemm"), ("peer", ">7.0%", "peer_of_zgemm"),
        (" peer", "", layout))
    for row in report["rows"]:
        table.add(row)
    return report


def elimination_rows(report):
    """How many times longer each library took than our method. Of ScaLAPACK's finalists the one
    with the smaller median."""
    ours, *others = report["ways"]
    ceiling = report["ranks"] * statistics.median(report["zgemm_flops_per_second"])
    rows = []
    for name in dict.fromkeys(way["way"] for way in others):
        peer = min((way for way in others if way["way"] == name),
            key=lambda way: statistics.median(way["seconds"]))
        row = {"peer": {key: peer[key] for key in ("way", "grid", "block") if key in peer},
            **compared(ours["seconds"], peer["seconds"])}
        for side in ("ours", "peer"):
            row[f"{side}_of_zgemm"] = report["flops"] / row[f"{side}_seconds"] / ceiling
        rows.append(row)
    return rows


def add_options(parser):
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS,
        help="what is compared; default all")
    parser.add_argument("--case", type=Path, default=SONOBUOY,
        help="of the stages; default: the sonobuoy")
    parser.add_argument("--density", type=float, nargs="+", default=[1],
        help="of its mesh, one table for each; default 1")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1664, 4096],
        help="of stage 4 alone; default 1664 (the sonobuoy) and 4096")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2],
        help="one table for each; default 1 2")
    parser.add_argument("--bempp-level", type=int, default=4,
        help="refinements of the sphere for bempp-cl; default 4: 2048 triangles")
    parser.add_argument("--without-bempp", action="store_true",
        help="do not install nor time bempp-cl")
    parser.add_argument("--pairs", type=int, default=9, help="rounds; default 9")
    add_program(parser)


def main(given):
    if given.pairs < 1:
        given.error("--pairs: must be at least 1")
    report = {"kind": "peers"}
    if "stages" in given.parts:
        report["tables"] = [stages.measure(given, density, ranks) for density in given.density
            for ranks in given.ranks]
    if "kernels" in given.parts:
        report["kernels"] = measure_kernels(given)
    if "eliminate" in given.parts:
        report["elimination"] = [measure_elimination(given, size, ranks) for size in given.sizes
            for ranks in given.ranks]
    return report, True
