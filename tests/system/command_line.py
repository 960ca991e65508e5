"""The command line teaches, and only one rank prints."""
import os
import shlex
import subprocess

from cases import SPHERE
from program import HYDRA, LAUNCHER, PATIENCE, PROGRAM, ProgramTest


class CommandLine(ProgramTest):
    def test_one_rank_prints(self):
        for ranks in (1, 3):
            self.assertRegex(self.printed("--version", ranks=ranks), r"^minifebem \d+\.\d+\.\d+ "
                r"\(commit \S+\)\ncompiler  \S.+\nMPI       \S.+\nBLAS      \S.+\nPETSc     \S.+\n"
                r"$")
            assert self.printed("--help", ranks=ranks).count("Usage:") == 1
            assert self.printed("solve --help", ranks=ranks).count("--eliminate.panel") == 1
            assert self.printed("help case", ranks=ranks).count("[[excitation]]:") == 1
            assert self.printed("mesh list", ranks=ranks) == self.printed("help generators",
                ranks=ranks)

    def test_a_shell_completes_commands_options_and_choices(self):
        def completed(*words):
            script = (f'source /dev/stdin; '
                f'COMP_WORDS=({" ".join(shlex.quote(word) for word in words)}); '
                f'COMP_CWORD={len(words) - 1}; ' '_minifebem; printf "%s\\n" "${COMPREPLY[@]}"')
            done = subprocess.run(["bash", "-uc", script], input=self.printed("help completion"),
                text=True, capture_output=True, check=True)
            return done.stdout.split()

        assert completed("minifebem", "so") == ["solve"]
        assert completed("minifebem", "mesh", "in") == ["inspect"]
        assert completed("minifebem", "solve", "a case.toml", "--form.sch") == ["--form.schedule"]
        assert completed("minifebem", "solve", "a.toml", "--form.schedule", "") == ["static",
            "dynamic"]
        assert completed("minifebem", "help", "mess") == ["messages"]
        # left to the names of files
        assert completed("minifebem", "solve", "--json", "a") == []

    def test_a_wrong_command_is_one_line(self):
        for arguments, part in ((["slove", "a.toml"], "did you mean 'solve'?"), (["help", "csae"],
                "did you mean 'case'?"), (["verify", "nonsense"], "known: ")):
            assert part in self.refusal(*arguments, ranks=3)

    def test_ranks_that_another_librarys_launcher_started_refuse_to_run_alone(self):
        other = ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE") if HYDRA else ("PMI_RANK",
            "PMI_SIZE")
        slurm = ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS")
        for names, rank, size, lines in ((other, 0, 3, 1), (other, 2, 3, 0), (other, 0, 1, None),
                (slurm, 0, 3, 1), (slurm, 0, 1, None)):
            ended = subprocess.run([PROGRAM, "mesh", "list"], env=dict(os.environ, **dict(zip(names,
                (str(rank), str(size))))), capture_output=True, text=True, timeout=60 * PATIENCE)
            if lines is None:
                assert (ended.returncode, ended.stderr) == (0, "")
                continue
            assert (ended.returncode, ended.stdout) == (2 if lines else 0, "")
            assert (ended.stderr.count("started as 3 ranks by the launcher of another MPI library")
                == lines)


class SeveralCommandLines(ProgramTest):
    def test_ranks_with_different_arguments_are_told_so(self):
        case = self.write(SPHERE)
        solve = ["solve", case, "--out", "out"]
        for first, other in (([*solve, "--pace", "ack"], [*solve, "--pace", "window:4"]),
                (solve, [*solve, "--pcae", "ack"]), (solve, ["bench", "pingpong"]),
                (["bench", "pingpong", "--wait", "spin"], solve)):
            for before in (1, 2):
                command = [LAUNCHER, "-n", str(before), PROGRAM, *first, ":", "-n", "1",
                    PROGRAM, *other]
                ended = subprocess.run(list(map(str, command)), cwd=self.folder,
                    stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20
                    * PATIENCE, check=False)
                said = [line for line in ended.stderr.splitlines()
                    if line.startswith("minifebem: ")]
                assert said == [f"minifebem: rank {before} was started with another "
                    f"command line than rank 0; " "give all ranks the same arguments"]
                assert (ended.returncode, ended.stdout, (self.folder / "out").exists()) == (2, "",
                    False)


class FullOutput(ProgramTest):
    def test_standard_output_that_cannot_be_written_is_an_error(self):
        case = self.write(SPHERE)
        to_full = ["sh", "-c", 'exec "$0" "$@" >/dev/full']
        for command in (["--version"], ["help", "messages"], ["mesh", "list"], ["verify", "--list"],
                ["solve", case, "--out", "out"], ["bench", "pingpong", "--sizes", "8", "--repeats",
                "2"]):
            for ranks in (1, 2):
                if command[0] == "bench" and ranks == 1:
                    continue
                ended = self.run_program(*command, ranks=ranks, prefix=to_full)
                assert ended.status != 0
                assert len(ended.errors) == 1, ended.errors
                self.assertRegex(ended.errors[0],
                    "^minifebem: cannot write to standard output(: No space left on device)?$")
