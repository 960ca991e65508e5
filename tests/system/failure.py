"""What fails while running ends every rank with status 1, one line, and no file that looks
whole."""
import os
import shlex
import signal
import stat
import subprocess
import time

from cases import SHELL, SPHERE
from program import LAUNCHER, PATIENCE, PROGRAM, ProgramTest, Run


class Failure(ProgramTest):
    def test_a_device_is_not_replaced(self):
        self.refusal("solve", self.write(SPHERE), "--json /dev/full", ranks=3)
        assert stat.S_ISCHR(os.stat("/dev/full").st_mode), "the device was replaced"

    def test_full_disk_leaves_what_is_solved_and_nothing_half_written(self):
        # The text of the case is kept in results.h5, which then exceeds a limit (5 or 10 MiB, as
        # the shell counts) that leaves room for the files of the MPI library itself.
        case = self.write(SPHERE + "#" * (12 << 20) + "\n")
        line = self.refusal("solve", case, "--out out", status=1, file_blocks=5 << 11)
        assert line == "minifebem: rank 0: cannot write 'out/results.h5': File too large"
        left = [path.name for path in (self.folder / "out").rglob("*") if path.is_file()]
        assert left == ["100Hz.h5"]
        (again,) = self.solve(case)["frequencies"]
        assert again["resumed"]

    def test_an_allocation_that_fails_says_how_much_was_wanted_and_what_limits_it(self):
        # As by the launcher: a thread of the BLAS for each core would take address space too.
        limited = ("env", "OPENBLAS_NUM_THREADS=1", "sh", "-c", 'ulimit -v 1000000; exec "$0" "$@"')
        self.assertRegex(self.refusal("bench compute --kernel dot --sizes 1GiB", status=1,
            prefix=limited),
            r"^minifebem: rank 0: not enough memory: an allocation of more than \d+ MB failed; "
            r"the address space is limited to 1\.02 GB \(ulimit -v 1000000\)$")


class Launching(ProgramTest):
    def test_the_launcher_leaves_standard_input_to_the_loop_that_starts_it(self):
        case = self.write(SPHERE)
        loop = (f"while read out; do "
            f"{shlex.join([LAUNCHER, '-n', '2', PROGRAM, 'solve', str(case)])} --out $out || exit "
            f"1; done")
        subprocess.run(["sh", "-c", loop], cwd=self.folder, input="a\nb\nc\n", text=True,
            stdout=subprocess.DEVNULL, check=True, timeout=60 * PATIENCE)
        assert all((self.folder / name / "results.h5").exists() for name in "abc")

    def test_a_terminal_that_goes_ends_nothing_under_nohup(self):
        case = self.write(SHELL)
        run = Run(["solve", case, "--out out --emulate-latency 10ms --frequency 100 150"], 2,
            self.folder, around=["nohup"])
        self.until((self.folder / "out/solved/100Hz.h5").exists, run)
        os.killpg(run.process.pid, signal.SIGHUP)  # as a shell does with its jobs
        ended = run.end()
        assert (ended.status, ended.errors, ended.left_behind) == (0, [], [])
        assert (self.folder / "out/results.h5").exists()

    def test_a_run_under_nohup_ends_when_it_is_told_to(self):
        run = subprocess.Popen(["nohup", LAUNCHER, "-n", "2", "sleep", "1000"], cwd=self.folder,
            start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        time.sleep(1)
        assert run.poll() is None
        run.terminate()
        assert run.wait(20 * PATIENCE) != 0
