"""Runs the program as a user does: on any MPI, in a process group of its own, with a time limit."""
import contextlib
import fcntl
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import uuid
from dataclasses import dataclass

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from library_output import without_the_library

SHIPPED = pathlib.Path(__file__).parents[2] / "meshes" / "cases"
PROGRAM = os.environ["MINIFEBEM"]
LAUNCHER = os.environ["MPI_LAUNCHER"]
STARTED_BY = subprocess.run([LAUNCHER, "--version"], capture_output=True, text=True).stdout
HYDRA = "HYDRA" in STARTED_BY or "Intel" in STARTED_BY  # the launcher of MPICH and its kin
# of Open MPI's launcher; 1 s by default
NO_WAIT_AFTER_FAILURE = {"OMPI_MCA_odls_base_sigkill_timeout": "0"}
# A line a minute, of a slow machine.
PROGRESS = re.compile("  .*( [0-9]+ %| left|  round [0-9]+ of .*)$")
PATIENCE = float(os.environ.get("FEBEM_TEST_PATIENCE", "1"))  # factor on every time limit


def preload(folder, library):
    """Variables by which a program loads a library before all others. The path of its folder may
    hold spaces, which end a name in LD_PRELOAD."""
    folders = filter(None, (str(folder), os.environ.get("LD_LIBRARY_PATH")))
    return [f"LD_LIBRARY_PATH={os.pathsep.join(folders)}", f"LD_PRELOAD={library}"]


@dataclass
class Ended:
    status: int
    out: str
    errors: list  # lines on stderr of the ranks, without the launcher's and without progress
    launcher: str  # what the launcher said
    left_behind: list  # processes that outlived the launcher


def marked(mark):
    """Processes whose environment holds the mark of a run."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark.encode() in path.read_bytes():
                found.append(int(path.parent.name))
    return found


def name_of(process):
    """Of the program that it runs; empty if it has ended."""
    try:
        return pathlib.Path(f"/proc/{process}/comm").read_text().rstrip("\n")
    except OSError:
        return ""


def _left_behind(mark, patience=10):
    """Those of a run that are still there `patience` seconds after the launcher, which does not
    wait for the ranks it ends."""
    end = time.monotonic() + patience
    while (found := marked(mark)) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def words(arguments):
    """A text that begins with a command or an option and a blank is split at its blanks."""
    for text in arguments:
        split = isinstance(text, str) and re.match(
            r"(--[\w.-]+|solve|study|bench|mesh|verify|check|help) ", text)
        yield from text.split() if split else [str(text)]


class Run:
    """A running program; the stderr of each rank is kept apart from the launcher's."""

    def __init__(self, arguments, ranks, folder, file_blocks=None, errors=None, prefix=(),
            around=(), settings=None):
        """`errors`: a file or terminal for the stderr of all ranks, in place of one file for each.
        `prefix`: a command that starts the program of each rank; `around`: one that starts it all.
        `settings`: added to the environment."""
        self.mark = "FEBEM_TEST_RUN=" + uuid.uuid4().hex
        self.errors = tempfile.mkdtemp(dir=folder)
        limit = f"ulimit -f {file_blocks}; " if file_blocks is not None else ""
        script = limit + f'exec "$0" "$@" 2>>"{errors or "$FEBEM_TEST_ERRORS/$$"}"'
        command = [*prefix, "sh", "-c", script, PROGRAM, *words(arguments)]
        if ranks > 1:
            command = [LAUNCHER, "-n", str(ranks), *command]
        command = [*around, *command]
        name, value = self.mark.split("=")
        # Open MPI 4 removes the folder that the runs of a user share, if it is empty, while another
        # run makes its own there.
        environment = {**os.environ, "FEBEM_TEST_ERRORS": self.errors, name: value,
            "OMPI_MCA_orte_tmpdir_base": tempfile.mkdtemp(dir=folder), **(settings or {})}
        self.process = subprocess.Popen(command, cwd=folder, env=environment, text=True,
            start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)

    def end(self, limit=60):
        try:
            out, launcher = self.process.communicate(timeout=limit * PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"hangs: {self.process.args}")
        errors = []
        for path in sorted(pathlib.Path(self.errors).iterdir()):
            errors += [line for line in without_the_library(path.read_text())
                if not PROGRESS.match(line)]
        return Ended(self.process.returncode, out, errors, launcher, _left_behind(self.mark))

    def kill(self):
        """Ends every process of the run at once, as a power cut would."""
        for process in marked(self.mark):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.communicate()


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="febem", ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text, name="case.toml"):
        path = self.folder / name
        path.write_text(text)
        return path

    def until(self, condition, run, limit=60):
        """Waits, while `run` goes on, until the condition holds."""
        end = time.monotonic() + limit * PATIENCE
        while not condition():
            assert run.process.poll() is None, "the run ended before it could be interrupted"
            assert time.monotonic() < end, "nothing happens"
            time.sleep(0.002)

    def in_stage(self, stage, arguments, ranks, around=()):
        """A run whose progress line has just said that the second of its two frequencies is in
        `stage`."""
        terminal, name = os.openpty()
        self.addCleanup(os.close, terminal)
        self.addCleanup(os.close, name)
        fcntl.fcntl(terminal, fcntl.F_SETFL, os.O_NONBLOCK)
        run = Run(arguments, ranks, self.folder, errors=os.ttyname(name), around=around)
        shown = [""]

        def there():
            with contextlib.suppress(BlockingIOError):
                shown[0] += os.read(terminal, 65536).decode()
            return re.search(rf"\(2 of 2[^)]*\)  {stage} +\d+ %$", shown[0])

        self.until(there, run, 120)
        return run

    def run_program(self, *arguments, ranks=1, limit=60, file_blocks=None, prefix=()):
        ended = Run(arguments, ranks, self.folder, file_blocks, prefix=prefix,
            settings=NO_WAIT_AFTER_FAILURE).end(limit)
        assert ended.left_behind == [], "processes outlive the run"
        return ended

    def refusal(self, *arguments, status=2, **how):
        """The one line with which the program refuses, or with status 1 ends."""
        ended = self.run_program(*arguments, **how)
        assert (ended.status, len(ended.errors)) == (status, 1), ended.errors
        return ended.errors[0]

    def printed(self, *arguments, **how):
        """What a run prints that must succeed."""
        ended = self.run_program(*arguments, **how)
        assert (ended.status, ended.errors) == (0, []), ended.launcher
        return ended.out

    def reported(self, *arguments, limit=120, **how):
        """The report of a run that must succeed, and what the run printed."""
        path = self.folder / "report.json"
        path.unlink(missing_ok=True)
        out = self.printed(*arguments, "--json", path, limit=limit, **how)
        return json.loads(path.read_text()), out

    def assert_close(self, found, expected, tolerance):
        """Relative to the largest that is expected."""
        import numpy  # which most tests do without
        found, expected = numpy.asarray(found), numpy.asarray(expected)
        assert found.shape == expected.shape
        assert abs(found - expected).max() / abs(expected).max() <= tolerance

    def json(self, name):
        return json.loads((self.folder / name).read_text())

    def digests(self, report):
        return [result["solution_digest"] for result in report["frequencies"]]

    def stages(self, report):
        """The stages of a report by name."""
        return {stage["name"]: stage for stage in report["stages"]}

    def kept(self, out="out"):
        """The files of the frequencies that a run has solved."""
        return sorted(path.name for path in self.folder.glob(out + "/solved/*Hz.h5"))

    def goes_on(self, case, *options, whole, kept, out="out", **how):
        """A run that has as many frequencies as were kept, solves the others, and has the digests
        of a whole run."""
        report = self.solve(case, *options, out=out, **how)
        assert self.digests(report) == whole
        assert [f["resumed"] for f
            in report["frequencies"]] == [True] * kept + [False] * (len(whole) - kept)

    def results(self, out="out"):
        import h5py  # which most tests do without
        return h5py.File(self.folder / out / "results.h5")

    def complex_of(self, *names, out="out"):
        """Complex datasets of results.h5, frequency by frequency."""
        with self.results(out) as file:
            return [file[name + "_real"][()] + 1j * file[name + "_imag"][()] for name in names]

    def solve(self, case, *options, ranks=1, limit=60, out="out", unsolved=None):
        """The report of a solution that must succeed, or must say of its frequencies what matches
        `unsolved`, with results of its own in `out`."""
        report = self.folder / (uuid.uuid4().hex + ".json")
        results = [self.folder / out / name for name in ("results.h5", "results.xdmf")]
        for path in results:
            path.unlink(missing_ok=True)
        arguments = ["solve", case, "--out", self.folder / out, "--json", report, *options]
        if unsolved is None:
            self.printed(*arguments, ranks=ranks, limit=limit)
        else:
            self.assertRegex(self.refusal(*arguments, status=1, ranks=ranks, limit=limit),
                "^minifebem: " + unsolved)
        for path in results:
            assert path.exists(), f"{path} was not written"
        return json.loads(report.read_text())
