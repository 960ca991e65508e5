#!/usr/bin/env python3
"""docs/figures.py NAME...: makes pictures of the pages anew, each by one command, and writes the
table that stands beside a picture from the same run. Without a name it lists them. Needs
cmake/install-dependencies --plots; idle cores where seconds are measured."""
import datetime
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "docs" / "figures"
SOLVE = "build/mpirun -n 2 build/minifebem solve"
PLANE = """
[[output.grid]]
origin = [-4, 0, -4]
edges = [[8, 0, 0], [0, 0, 8]]
counts = [161, 161]
"""

# Name -> commands; the file that bench/plot draws, in $OUT; which of its figures; the page that has
# its table, too.
PICTURES = {
    "field": (f"(cat meshes/cases/scattering_shell.toml; echo '{PLANE}') > $OUT/case.toml && "
        f"{SOLVE} $OUT/case.toml --out $OUT", "results.h5", "field", None),
    "sweep": (f"{SOLVE} meshes/cases/scattering_shell.toml --frequency $(seq 100 2 1500) "
        "--sweep rational --out $OUT", "results.h5", "curve", None),
    "ring": (f"{SOLVE} meshes/cases/ring.toml --frequency $(seq 1000 50 20000) --sweep rational "
        "--out $OUT", "results.h5", "transducer", None),
    "pieces-of-stage-1": ("build/mpirun -n 2 build/minifebem study meshes/cases/sonobuoy.toml "
        "--stage merge --merge.method frontal --route star --cut 4KiB 16KiB 64KiB 256KiB whole "
        "--pace ack blocking window:4 --repeats 3..5 --emulate-bandwidth 1Gbit "
        "--emulate-latency 50us --json $OUT/study.json", "study.json", "pieces-merge", "README.md"),
    "roofline": ("bench/peers/run --pairs 9 --json $OUT/peers.json", "peers.json", "roofline",
        None),
    "scaling": ("bench/scaling/run --networks ethernet-10gbit ethernet-100gbit "
        "infiniband-200gbit --strategies star binomial chain --profile bench/scaling/epyc.json "
        "--json $OUT/scaling.json", "scaling.json", "stages", None),
    "table-5-of-1999": ("bench/paper/run --json $OUT/paper.json", "paper.json", "table-5", None)}


def shell(command, folder):
    ended = subprocess.run(["bash", "-ec", command], cwd=ROOT, env={**os.environ, "OUT": folder})
    if ended.returncode != 0:
        sys.exit(f"docs/figures.py: status {ended.returncode} of: {command}")


def write_table(page, name, report):
    """Below the mark of this picture: the median seconds of each cut and pace."""
    seconds = {(result["strategy"]["cut"], result["strategy"]["pace"]): result["median_seconds"]
        for result in report["results"]}
    cuts, paces = (list(dict.fromkeys(names)) for names in zip(*seconds))
    rows = [["pieces", *(f"`{pace}`, s" for pace in paces)], ["---"] * (1 + len(paces))]
    rows += [[cut, *(f"{seconds[cut, pace]:.2f}" for pace in paces)] for cut in cuts]
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    path, mark = ROOT / page, f"<!-- written by docs/figures.py {name} -->\n\n"
    before, after = path.read_text().split(mark)
    path.write_text(f"{before}{mark}`{report['commit'][:7]}, {datetime.date.today()}`:\n\n{table}"
        + re.sub(r"\A`.*\n\n(?:\|.*\n)+", "", after))


def draw(name):
    command, file, figure, page = PICTURES[name]
    with tempfile.TemporaryDirectory() as folder:
        shell(command, folder)
        shell(f"bench/plot $OUT/{file} --out $OUT/drawn --format svg > /dev/null", folder)
        (drawn,) = Path(folder, "drawn").glob(f"*-{figure}.svg")
        (FIGURES / f"{name}.svg").write_text(drawn.read_text())
        if page:
            write_table(page, name, json.loads(Path(folder, file).read_text()))


def main():
    for name in sys.argv[1:]:
        if name not in PICTURES:
            sys.exit(f"docs/figures.py: '{name}' is not one of {', '.join(PICTURES)}")
    if not sys.argv[1:]:
        print(__doc__, *(f"\n{name}\n    {command}" for name, (command, *_) in PICTURES.items()))
    for name in sys.argv[1:]:
        draw(name)


main()
