"""Programs of this project that a script starts: each is built where it belongs if it is not there."""
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MINIFEBEM = ROOT / "build" / "minifebem"
SIMULATED = ROOT / "build-smpi" / "minifebem"
# Build folder -> the preset that fills it, and what of cmake/install-dependencies it needs.
PRESETS = {"build": ("default", ["--tests", "--reference"]), "build-smpi": ("smpi", ["--simgrid"])}


def built(program):
    """The path of a program, as a type for argparse. Ends the script if the program is neither there nor can be built."""
    path = Path(program).absolute()
    if path.exists():
        return path
    build = ROOT / path.relative_to(ROOT).parts[0] if path.is_relative_to(ROOT) else None
    if build is None or build.name not in PRESETS:
        sys.exit(f"{sys.argv[0]}: there is no program {path}")
    preset, packages = PRESETS[build.name]
    print(f"building {path.relative_to(ROOT)}, which takes some minutes", file=sys.stderr, flush=True)
    for command in ([ROOT / "cmake" / "install-dependencies", *packages], ["cmake", "--preset", preset],
                    ["cmake", "--build", build, "--target", path.name]):
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{sys.argv[0]}: {' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}")
    return path
