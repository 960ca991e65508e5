"""Compares `minifebem bench pingpong` with the PingPong of Intel's IMB-MPI1.

The bare MPI calls of `bench pingpong` must take as long as those of IMB-MPI1, else one of the two
measures badly. The difference between the message layer (whole, blocking) and the bare calls is its
cost. Both run on Intel MPI, in turns. The command installs IMB-MPI1 and the library from Intel's
Python packages under build/imb, and builds minifebem there.
"""
import itertools
import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

from programs import ROOT, Table, in_turns, report_of

FOLDER = ROOT / "build" / "imb"
# bytes, repetitions, us, MB/s
LINE = re.compile(r"^\s+(\d+)\s+\d+\s+[\d.]+\s+([\d.]+)\s*$", re.MULTILINE)


def add_options(parser):
    parser.add_argument("--launches", type=int, default=10, help="of each program; %(default)s")
    parser.add_argument("--largest", type=int, default=22, metavar="LOG2",
        help="longest message, 2^LOG2 bytes; %(default)s")
    parser.add_argument("--tolerance", type=float, metavar="PERCENT", default=float("inf"),
        help="end with status 1 if the medians differ by more at any size")
    parser.add_argument("--mpi", type=Path, metavar="DIR", default=FOLDER / "venv",
        help="where Intel MPI is or is to be installed; build/imb/venv")
    parser.add_argument("--build", type=Path, metavar="DIR", default=FOLDER / "build",
        help="where minifebem is built with it; build/imb/build")


def prepare(given, environment):
    """Intel MPI with its benchmarks, from their Python packages, and minifebem with it."""
    if not (given.mpi / "bin" / "IMB-MPI1").is_file():
        subprocess.run([sys.executable, "-m", "venv", given.mpi], check=True)
        subprocess.run([given.mpi / "bin" / "pip", "install", "--quiet", "impi-rt", "impi-devel"],
            check=True)
    subprocess.run(["cmake", "-S", ROOT, "-B", given.build, "-G", "Ninja",
        "-DCMAKE_BUILD_TYPE=Release", "-DFEBEM_PETSC=OFF", "-DFEBEM_TESTS=OFF",
        f"-DMPI_CXX_COMPILER={given.mpi / 'bin' / 'mpigxx'}"], check=True,
        stdout=subprocess.DEVNULL, env=environment)
    subprocess.run(["cmake", "--build", given.build, "--target", "minifebem"], check=True,
        env=environment)


def measure(given, environment):
    """Lists of seconds by bytes, of IMB-MPI1, bare calls and the layer."""
    times = {"imb": {}, "bare": {}, "layer": {}}
    launch = given.mpi / "bin" / "mpiexec.hydra", "-n", "2"

    def imb():
        # Of long messages IMB-MPI1 by itself times ten; here as many as make 400 MB.
        text = subprocess.run([*launch, given.mpi / "bin" / "IMB-MPI1", "PingPong", "-msglog",
            f"0:{given.largest}", "-iter", "1000,400"], env=environment, text=True,
            stdout=subprocess.PIPE, check=True).stdout
        # The rate has more digits than the time.
        return [("imb", int(size), 1e-6 * int(size) / float(rate))
            for size, rate in LINE.findall(text) if size != "0"]

    def minifebem():
        """Of bare MPI calls, and through the message layer."""
        results = report_of(*launch, given.build / "minifebem", "bench", "pingpong", "--sizes",
            f"1..{2**given.largest}", env=environment)["results"]
        return [("bare" if result["strategy"]["route"] == "bare" else "layer", result["bytes"],
            result["median_seconds"]) for result in results]

    for results in in_turns([imb, minifebem], given.launches):
        for who, size, seconds in itertools.chain(*results):
            times[who].setdefault(size, []).append(seconds)
    return times


def main(given):
    environment = dict(os.environ, I_MPI_ROOT=str(given.mpi), I_MPI_FABRICS="shm",
        I_MPI_HYDRA_BOOTSTRAP="fork", LD_LIBRARY_PATH=os.pathsep.join([str(given.mpi / "lib"),
        os.environ.get("LD_LIBRARY_PATH", "")]))
    prepare(given, environment)
    times = measure(given, environment)
    table = Table(("bytes", ">9"), ("IMB-MPI1 us", ">12.3f"), ("bare us", ">12.3f"),
        ("ratio", ">7.3f"), ("layer us", ">12.3f"), ("its cost us", ">12.3f"))
    for size in sorted(times["imb"]):
        theirs, bare, layer = (1e6 * statistics.median(one[size]) for one in times.values())
        table.add((size, theirs, bare, bare / theirs, layer, layer - bare))
    deviations = [100 * abs(row[3] - 1) for row in table.rows]
    print(f"bare calls deviate from IMB-MPI1 by {statistics.median(deviations):.1f} % (median), "
        f"{max(deviations):.1f} % at most")
    return times, max(deviations) <= given.tolerance
