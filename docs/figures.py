#!/usr/bin/env python3
"""docs/figures.py NAME...: makes pictures of the pages anew, each by one command, and writes the
table that stands beside a picture from the same run. Without a name it lists them. Needs
cmake/install-dependencies --plots; idle cores where seconds are measured."""
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

# Name -> commands; the file that bench/plot draws, in $OUT; which of its figures; the page with the
# table that the commands print.
PICTURES = {
    "field": (f"(cat meshes/cases/scattering_shell.toml; echo '{PLANE}') > $OUT/case.toml && "
        f"{SOLVE} $OUT/case.toml --out $OUT", "results.h5", "field", None),
    "sweep": (f"{SOLVE} meshes/cases/scattering_shell.toml --frequency $(seq 100 2 1500) "
        "--sweep rational --out $OUT", "results.h5", "curve", None),
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
    """What a command prints, which is shown too."""
    ended = subprocess.run(["bash", "-ec", command], cwd=ROOT, env={**os.environ, "OUT": folder},
        stdout=subprocess.PIPE, text=True)
    sys.stdout.write(ended.stdout)
    if ended.returncode != 0:
        sys.exit(f"docs/figures.py: status {ended.returncode} of: {command}")
    return ended.stdout


def write_table(page, name, printed):
    """In place of the block below the mark of this picture: the lines of the stage."""
    lines = re.search(r"^ *stage .*\n(?:.+\n)+", printed, re.MULTILINE)[0]
    path, mark = ROOT / page, f"<!-- written by docs/figures.py {name} -->\n\n"
    before, after = path.read_text().split(mark)
    indented = "".join(f"    {line.strip()}\n" if not line.startswith("      ") else
        f"    {line[2:]}" for line in lines.splitlines(keepends=True))
    path.write_text(before + mark + indented + re.sub(r"\A(?:    .*\n)+", "", after))


def draw(name):
    command, file, figure, page = PICTURES[name]
    with tempfile.TemporaryDirectory() as folder:
        printed = shell(command, folder)
        shell(f"bench/plot $OUT/{file} --out $OUT/drawn --format svg > /dev/null", folder)
        (drawn,) = Path(folder, "drawn").glob(f"*-{figure}.svg")
        (FIGURES / f"{name}.svg").write_text(drawn.read_text())
    if page:
        write_table(page, name, printed)


def main():
    for name in sys.argv[1:]:
        if name not in PICTURES:
            sys.exit(f"docs/figures.py: '{name}' is not one of {', '.join(PICTURES)}")
    if not sys.argv[1:]:
        print(__doc__, *(f"\n{name}\n    {command}" for name, (command, *_) in PICTURES.items()))
    for name in sys.argv[1:]:
        draw(name)


main()
