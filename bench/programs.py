"""What the commands have in common: programs of this project, each built where it belongs if it is
not there, their reports, tables, and how a command starts and ends."""
import argparse
import importlib
import json
import re
import signal
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


class Refused(Exception):
    """What cannot be done, in a line for the user."""


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


def launcher_beside(program):
    """The script that the program's own build or installation starts ranks by."""
    beside = [program.parent / name for name in ("mpirun", "minifebem-mpirun")]
    return next((path for path in beside if path.exists()), "mpirun")


def reported(launch, words):
    """What a program writes with --json: launch(words) runs it and returns the finished process.
    Raises RuntimeError if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        done = launch([*map(str, words), "--json", str(report)])
        if done.returncode != 0 or not report.exists():
            raise RuntimeError(f"{' '.join(map(str, words))}: {done.stderr.strip()[-2000:]}")
        return json.loads(report.read_text(encoding="utf-8"))


def report_of(*command, **how):
    """The report of a command; `how` is that of subprocess.run."""
    return reported(lambda words: subprocess.run(words, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, check=False, **how), command)


def launched(program, ranks, *arguments, **how):
    """The report of a program on so many ranks."""
    return report_of(launcher_beside(program), "-n", ranks, program, *arguments, **how)


def stages_of(report):
    """The figures of the four stages in a report of solve, by name."""
    return {stage["name"]: stage for stage in report["stages"] if stage["name"] in STAGES}


def finer(case, density, folder):
    """The case with its mesh that much finer along each direction. Raises RuntimeError if the case
    has no generator whose mesh could be made finer."""
    if density == 1:
        return case
    text, found = re.subn(r"(?m)^(generator\s*=.*)$", rf"\1\ndensity = {density:.6g}",
        Path(case).read_text(encoding="utf-8"))
    if found != 1:
        raise RuntimeError(f"{case}: only the mesh of a generator can be made finer")
    path = Path(folder) / f"density-{density:.6g}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def measured_profile(program, folder):
    """The file of this machine's prices, as the program measures them."""
    path = Path(folder) / "profile.json"
    subprocess.run([built(program), "bench", "compute", "--profile", path],
        stdout=subprocess.DEVNULL, check=True)
    return path


def in_turns(steps, rounds):
    """The results of all steps, round by round: in every second round the last step is the first,
    so that what changes on the machine meets all of them."""
    for number in range(rounds):
        results = [step() for step in (steps if number % 2 == 0 else steps[::-1])]
        yield results if number % 2 == 0 else results[::-1]


def write_json(path, content):
    """Writes a report where one is asked for."""
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def count(number, what):
    return f"{number} {what}{'s' if number != 1 else ''}"


def progress(text):
    """A line that the next one overwrites, for those who watch; the empty one clears it."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


class Table:
    """Prints a head, then each row at once, and keeps the rows. A column: its head, the format of
    its cells, and the key of its figure in a row, or a function of a row; without one the head is
    the key. A row that is no dictionary holds the cells. Texts may stand in the place of numbers,
    and None prints as a dash."""

    def __init__(self, *columns, file=None):
        self.columns = [(form, of[0] if of else head) for head, form, *of in columns]
        self.file, self.rows = file, []
        self.print(head for head, *_ in columns)

    def add(self, row):
        self.rows.append(row)
        self.print([of(row) if callable(of) else row[of] for _, of in self.columns] if isinstance(
            row, dict) else row)

    def print(self, cells):
        texts = []
        for cell, (form, _) in zip(cells, self.columns, strict=True):
            cell = "-" if cell is None else cell
            place = re.match(r"[<>]?", form)[0] + re.search(r"\d*", form.lstrip("<>+"))[0]
            texts.append(format(cell, place if isinstance(cell, str) else form))
        print(" ".join(texts).rstrip(), file=self.file, flush=True)


def add_program(parser, option="--program", default=MINIFEBEM, text=None):
    parser.add_argument(option, type=built, default=str(default), help=text or (
        "minifebem built with smpicxx" if default == SIMULATED else "minifebem (build/minifebem)"))


def parser_of(text, prog, **how):
    """A parser whose help begins with a text."""
    return argparse.ArgumentParser(description=text, prog=prog,
        formatter_class=argparse.RawDescriptionHelpFormatter, **how)


def end_with(main, *arguments):
    """Ends the script with the status of main(), or after a line on what went wrong."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda caught, _: sys.exit(128 + caught))  # through the clean-up
    try:
        sys.exit(main(*arguments))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except (Refused, RuntimeError, OSError, subprocess.CalledProcessError) as error:
        print(f"{sys.argv[0]}: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, Refused) else 1)


def words_before_dashes():
    """The words of the command line before "--", and those after it."""
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    return sys.argv[1:end], sys.argv[end + 1:]


def run(script, first, *others):
    """Ends a script whose commands are modules beside it, the first if none is named. A module has
    a text for --help, add_options(parser), and main(given): the report for --json, and whether all
    is well. What follows -- on the command line is given.rest.
    """
    name = sys.argv.pop(1) if sys.argv[1:2] and sys.argv[1] in (first, *others) else first
    command = importlib.import_module(name)
    script = str(Path(script).resolve().relative_to(ROOT))
    listed = f"\nother commands: {', '.join(f'{script} {other}' for other in others)}"
    parser = parser_of(command.__doc__, script + (f" {name}" if name != first else ""),
        epilog=listed if name == first else None)
    command.add_options(parser)
    parser.add_argument("--json", type=Path, help="file for all figures")
    words, rest = words_before_dashes()
    given = parser.parse_args(words)
    given.rest, given.error = rest, parser.error

    def main():
        report, is_well = command.main(given)
        write_json(given.json, report)
        return 0 if is_well else 1

    end_with(main)
