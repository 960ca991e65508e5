"""A rank that is stopped or killed: the run goes on or ends, says so, leaves nothing behind, and is
taken up again."""
import os
import pathlib
import random
import shlex
import shutil
import signal
import subprocess
import time
import unittest

from cases import SHELL, SPHERE
from program import HYDRA, PATIENCE, ProgramTest, Run, marked, name_of

SWEEP = ["--frequency 100 150 200 250 300"]
# the five frequencies take several seconds; who waits leaves the cores to others
SLOW = ["--emulate-latency 10ms --wait yield"]
RANK = ("OMPI_COMM_WORLD_RANK=", "PMI_RANK=")


# Only root may mount a file system, if it is of a user namespace of its own.
UNSHARE = ["unshare", "--mount", *([] if os.getuid() == 0 else ["--map-root-user"])]


def with_small_disk(place, size, after):
    """A command that starts another with a file system of its own in a folder, and then another
    there; its status is the first's."""
    return [*UNSHARE, "sh", "-c", f'mkdir -p {place} && mount -t tmpfs -o size={size} tmpfs '
        f'{place} && "$0" "$@"; status=$?; {after}; exit $status']


def small_shared_memory(size):
    """The files of Open MPI's transport lie elsewhere: at times mpirun crashes in passing on the
    warning that they find no room."""
    return ["env", "OMPI_MCA_btl_vader_backing_directory=/tmp",
        *with_small_disk("/dev/shm", size, ":")]


# Not every container may mount.
mounts = unittest.skipIf(subprocess.run([*small_shared_memory("4k"), "true"], capture_output=True,
    check=False).returncode, "cannot make a file system of its own")


class Faults(ProgramTest):
    def processes(self, run, ranks):
        """Of the run's ranks, by rank, once all have started."""
        found = {}

        def all_there():
            for process in marked(run.mark):
                try:
                    variables = pathlib.Path(f"/proc/{process}/environ").read_text(
                        errors="replace").split("\0")
                except OSError:
                    continue
                if name_of(process) == "minifebem":
                    found.update({int(v.split("=")[1]): process for v in variables
                        if v.startswith(RANK)})
            return len(found) == ranks

        self.until(all_there, run, 30)
        return found


    def own_shared_memory(self):
        """Around a run: a /dev/shm for it alone, whose files are listed 10 s after the launcher has
        ended, if any are left. MPICH 5 names a file of its own there for as long as it runs, and a
        rank that is killed cannot remove it."""
        left = "ls -A /dev/shm | grep -v ^mpich_shm_"
        wait = (f'for i in $(seq {int(200 * PATIENCE)}); do [ -z "$({left})" ] && break; sleep '
            f'0.05; done')
        return with_small_disk("/dev/shm", "2g", f'{wait}; {left} > "{self.folder}/shared_memory"')

    def nothing_is_left(self, ended):
        assert ended.left_behind == [], "processes outlive the run"
        assert [path.name for path in self.folder.rglob("*.tmp")] == []
        assert (self.folder / "shared_memory").read_text() == ""

    def check_kill(self, run, killed, *arguments, **how):
        """What is left of a run one of whose ranks is killed, and that another goes on with it."""
        os.kill(killed, signal.SIGKILL)
        ended = run.end(30)
        if not HYDRA:
            assert ended.status != 0
        self.nothing_is_left(ended)
        self.goes_on(*arguments, kept=len(self.kept()), **how)

    def stopped_for_a_while(self, ranks):
        case = self.write(SHELL)
        whole = self.digests(self.solve(case, *SWEEP, ranks=ranks, out="whole"))
        for stopped in (0, ranks - 1):
            report = self.folder / "report.json"
            run = Run(["solve", case, "--out out --json", report, *SWEEP, *SLOW], ranks,
                self.folder)
            process = self.processes(run, ranks)[stopped]
            self.until(self.kept, run)
            os.kill(process, signal.SIGSTOP)
            time.sleep(5)
            assert run.process.poll() is None, "the run ended"
            os.kill(process, signal.SIGCONT)
            ended = run.end()
            assert (ended.status, ended.errors, ended.left_behind) == (0, [], [])
            self.goes_on(case, *SWEEP, whole=whole, kept=0, ranks=ranks)

    def test_one_of_two_ranks_that_is_stopped_for_a_while(self):
        self.stopped_for_a_while(2)

    def test_one_of_three_ranks_that_is_stopped_for_a_while(self):
        self.stopped_for_a_while(3)

    @mounts
    def test_a_stall_is_ended_and_told(self):
        case = self.write(SHELL)
        for ranks, stopped in ((2, 1), (3, 1), (3, 0)):
            # of the last run, to see what this one solves
            shutil.rmtree(self.folder / "out", ignore_errors=True)
            run = Run(["solve", case, "--out out", *SWEEP, *SLOW, "--stall-limit 1"],
                ranks, self.folder, around=self.own_shared_memory())
            process = self.processes(run, ranks)[stopped]
            self.until(self.kept, run)
            os.kill(process, signal.SIGSTOP)
            start = time.monotonic()
            ended = run.end(30)
            assert time.monotonic() - start < 20 * PATIENCE
            if not HYDRA:  # which ends some of the runs that it interrupts with status 0
                assert ended.status == 1
            speaks = 1 if stopped == 0 else 0
            assert len(ended.errors) == 1, ended.errors
            head, text = ended.errors[0].split(
                ": no rank has made progress for 1 s (--stall-limit): ")
            self.assertRegex(head, rf"^minifebem: rank {speaks}(: stage \w+)?$")
            parts = text.split("; ")
            assert len(parts) == ranks
            for rank, part in enumerate(parts):
                self.assertRegex(part, rf"^rank {rank}: "
                    + ("no answer: it computes, is stopped or gone$" if rank == stopped
                    else r"\w+, .*, for [\d.]+ s$"))
            self.nothing_is_left(ended)

    @mounts
    def test_a_node_with_little_shared_memory(self):
        case = self.write(SPHERE)
        for size in ("4k", "1m"):
            for pace in ("blocking", "put", "shared"):
                run = Run(["solve", case, "--out out --pace", pace], 3, self.folder,
                    around=small_shared_memory(size))
                ended = run.end(30)
                assert ended.left_behind == []
                # MPICH itself ends in MPI_Init, with and without a word
                if HYDRA and ended.status != 0:
                    continue
                if pace == "blocking":  # needs no window; Intel MPI takes another way
                    assert (ended.status, ended.errors) == (0, []), ended.launcher
                else:
                    assert (ended.status, len(ended.errors)) == (2, 1), (ended.errors,
                        ended.launcher)
                    self.assertRegex(ended.errors[0],
                        rf"^minifebem: pace '{pace}' cannot be used here: it would take "
                        r"\d+ bytes on each of 3 ranks of a node that has \d+ left$")

    @mounts
    def test_a_disk_that_fills(self):
        case = self.write(SHELL)
        # KiB: a page, and a solved frequency, since rank 0 alone writes
        for ranks, step in ((1, 4), (3, 12)):
            whole = self.digests(self.solve(case, *SWEEP, ranks=ranks, out=f"whole{ranks}"))
            seen, size = set(), step
            while 5 not in seen:
                assert size < 4096
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                run = Run(["solve", case, "--out disk/out", *SWEEP], ranks, self.folder,
                    around=with_small_disk("disk", f"{size}k", "cp -r disk/out out"))
                ended = run.end(30)
                solved = len(self.kept())
                seen.add(solved if ended.status != 0 else 5)
                assert [path.name for path in self.folder.rglob("*.tmp")] == []
                if ended.status == 0:
                    assert ended.errors == []
                else:
                    assert len(ended.errors) == 1, ended.errors
                    self.assertRegex(ended.errors[0], r"^minifebem: rank 0: cannot write "
                        r"'disk/out/.*': No space left on device$")
                assert ended.left_behind == []
                self.goes_on(case, *SWEEP, whole=whole, kept=solved, ranks=ranks)
                size += step
            assert len(seen) >= 4, "the disk filled at the same moment in all"

    @mounts
    def test_a_disk_that_fills_ends_all_groups(self):
        # The rank that fails has windows open, which no rank frees alone.
        case = self.write(SHELL)
        for pace in ("window", "put", "shared"):
            run = Run(["solve", case, "--out disk/out", *SWEEP, "--groups 2 --pace",
                pace], 4, self.folder, around=with_small_disk("disk", "64k", ":"))
            ended = run.end(30)
            assert (ended.status, len(ended.errors), ended.left_behind) == (1, 1, []), ended.errors
            self.assertRegex(ended.errors[0],
                r"^minifebem: rank [02]: cannot write 'disk/out/.*': No space left on device$")

    @mounts
    def test_groups_whose_nodes_do_not_share_the_directory(self):
        (self.folder / "disk").mkdir()
        own = [*UNSHARE, "sh", "-c", 'mount -t tmpfs -o size=1m tmpfs disk && exec "$0" "$@"']
        of_rank_2 = ["sh", "-c", f'[ "${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}}" != 2 ] || exec '
            f'{shlex.join(own)} "$0" "$@"; exec "$0" "$@"']
        line = self.refusal("solve", self.write(SHELL), "--out disk/out", *SWEEP, "--groups 2",
            ranks=3, prefix=of_rank_2)
        assert (line == "minifebem: option '--out': rank 2 does not see the directory "
            "'disk/out' of rank 0; '--groups' needs a "
            "directory on a file system that all nodes share")

    @mounts
    def test_a_kill_in_every_stage(self):
        # Stages 1, 3 and 4 last by their messages, stage 2, which has few, by its arithmetic.
        shell = self.write(SHELL.replace("cells = 1", "cells = 3"), "shell.toml")
        sphere = self.write(SPHERE.replace("frequency = 2", "frequency = 9"), "sphere.toml")
        for stage, case, schedule, ranks, killed in (("merge", shell, "static", 2, 0),
                ("form", sphere, "static", 3, 0), ("form", sphere, "dynamic", 3, 2),
                ("reduce", shell, "static", 2, 1), ("eliminate", shell, "static", 3, 2)):
            options = ["--frequency 100 150 --merge.method frontal --eliminate.panel", "8" if stage
                == "eliminate" else "48", "--form.schedule", schedule]
            shutil.rmtree(self.folder / "out", ignore_errors=True)
            whole = self.digests(self.solve(case, *options, ranks=ranks, limit=120,
                out="whole" + stage))
            run = self.in_stage(stage, ["solve", case, "--out out", *options,
                "--emulate-latency 10ms"], ranks, self.own_shared_memory())
            assert self.kept() == ["100Hz.h5"]
            self.check_kill(run, self.processes(run, ranks)[killed], case, *options, whole=whole,
                ranks=ranks, limit=120)

    @mounts
    def test_kills_at_random(self):
        case = self.write(SHELL)
        seed = random.randrange(1 << 30)
        chance = random.Random(seed)
        whole = {ranks: self.digests(self.solve(case, *SWEEP, ranks=ranks, out=f"whole{ranks}"))
            for ranks in (2, 3)}
        for _ in range(10):
            ranks = chance.choice((2, 3))
            killed, delay = chance.randrange(ranks), chance.uniform(0, 1.5)
            run = Run(["solve", case, "--out out", *SWEEP, *SLOW], ranks, self.folder,
                around=self.own_shared_memory())
            process = self.processes(run, ranks)[killed]
            # MPICH leaves a file if killed within MPI_Init
            self.until((self.folder / "out" / "solve.lock").exists, run)
            time.sleep(delay)
            assert run.process.poll() is None, "the run ended before a rank was killed"
            self.check_kill(run, process, case, *SWEEP, whole=whole[ranks], ranks=ranks)
