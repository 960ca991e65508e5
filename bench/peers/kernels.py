"""Stage 2: evaluations of Green's function and its derivatives a second and core, by ours, by our
scalar reference and by bempp-cl."""
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from programs import Table, in_turns, report_of
from stages import interval, spread

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


def ours_once(given):
    """Pairs of points a second, by name of the kernel, of one launch."""
    report = report_of(given.program, "bench", "compute", "--kernel", "green", "--repeats", "5")
    return {one["kernel"]: one["rate_per_second"] for one in report["results"]}


def measure(given):
    report = {"kernels_of_ours": KERNELS_OF_OURS, "rounds": []}
    bempp = None
    try:
        if given.without_bempp:
            raise RuntimeError("not asked for")
        bempp = Bempp(given.program.resolve().parent / "bempp", given.bempp_level)
        report["bempp"] = bempp.about
    except (RuntimeError, subprocess.CalledProcessError, OSError) as error:
        report["bempp"] = {"missing": str(error)}
    steps = [lambda: ours_once(given)] + ([bempp.once] if bempp else [])
    for results in in_turns(steps, given.pairs):
        report["rounds"].append({name: rate for one in results for name, rate in one.items()})
    if bempp:
        bempp.end()
    report["rows"] = rows_of(report["rounds"])
    return report


def rows_of(rounds):
    """A row for each peer: kernels a second and core, and how many times as many ours are."""
    rows = []
    for peer in rounds[0]:
        if peer == "green":
            continue
        of_peer = KERNELS_OF_OURS if peer.startswith("green") else 1
        pairs = [(one["green"], one[peer]) for one in rounds]
        ours, theirs = map(statistics.median, zip(*pairs))
        ratios = [KERNELS_OF_OURS * mine / (of_peer * other) for mine, other in pairs]
        rows.append({"peer": "scalar reference" if of_peer > 1 else "bempp-cl, " + peer,
            "ours_kernels_per_second": KERNELS_OF_OURS * ours,
            "peer_kernels_per_second": of_peer * theirs, "ratio": statistics.median(ratios),
            "interval": interval(ratios),
            "ratio_of_pairs": statistics.median(mine / other for mine, other in pairs)})
    return rows


def print_report(report):
    bempp = report["bempp"]
    print("stage 2, kernels a second and core" + (f"; no bempp-cl: {bempp['missing']}"
        if "missing" in bempp else f"; bempp-cl {bempp['bempp']}, Numba {bempp['numba']}, "
        f"{'with' if bempp['svml'] else 'without'} Intel's vector functions, "
        f"{bempp['triangles']} triangles of {bempp['points_per_triangle']} points"))
    table = Table(("ours M/s", ">11.1f"), ("peer M/s", ">9.1f"), ("ours / peer", ">12.2f"),
        ("interval", ">16"), ("by pairs", ">9.2f"), (" peer", ""))
    for row in report["rows"]:
        table.row(row["ours_kernels_per_second"] / 1e6, row["peer_kernels_per_second"] / 1e6,
            row["ratio"], spread(row), row["ratio_of_pairs"], " " + row["peer"])
