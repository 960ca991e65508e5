"""What the scripts have in common: programs of this project, each built where it belongs if it is
not there, their reports, and how a script ends."""
import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MINIFEBEM = ROOT / "build" / "minifebem"
SIMULATED = ROOT / "build-smpi" / "minifebem"
STAGES = ("merge", "form", "reduce", "eliminate")
SONOBUOY = ROOT / "meshes" / "cases" / "sonobuoy.toml"
# Build folder -> the preset that fills it, and what of cmake/install-dependencies it needs.
PRESETS = {"build": ("default", ["--tests", "--reference"]), "build-smpi": ("smpi", ["--simgrid"])}


def bytes_of(text):
    """'4KiB' in bytes, as minifebem reads sizes; None for a word that is none."""
    match = re.fullmatch(r"(?i)(\d+)(?:b|([kmg])(?:ib)?)?", text)
    return int(match[1]) * 1024 ** " kmg".index((match[2] or " ").lower()) if match else None


def built(program):
    """The path of a program, as a type for argparse. Ends the script if the program is neither
    there nor can be built."""
    path = Path(program).absolute()
    if path.exists():
        return path
    build = ROOT / path.relative_to(ROOT).parts[0] if path.is_relative_to(ROOT) else None
    if build is None or build.name not in PRESETS:
        sys.exit(f"{sys.argv[0]}: there is no program {path}")
    preset, packages = PRESETS[build.name]
    print(f"building {path.relative_to(ROOT)}, which takes some minutes", file=sys.stderr,
        flush=True)
    for command in ([ROOT / "cmake" / "install-dependencies", *packages], ["cmake", "--preset",
            preset], ["cmake", "--build", build, "--target", path.name]):
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{sys.argv[0]}: {' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}")
    return path


def report_of(*command, **how):
    """What a command writes to the file that it is given by --json; `how` is that of
    subprocess.run. Raises RuntimeError if the command fails."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        words = list(map(str, [*command, "--json", report]))
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            check=False, **how)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()[-2000:]}")
        return json.loads(report.read_text(encoding="utf-8"))


def write_json(path, content):
    """Writes a report where one is asked for."""
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def parser_of(script, **how):
    """A parser whose help begins with the description of the script."""
    return argparse.ArgumentParser(description=script,
        formatter_class=argparse.RawDescriptionHelpFormatter, **how)


def end_with(main):
    """Ends the script with the status of main(), or with 1 after a line on what went wrong."""
    try:
        sys.exit(main())
    except (RuntimeError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"{sys.argv[0]}: {error}")
