"""`minifebem check --export`: a case as a C program that compiles and shows what `check` shows."""
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import unittest

from program import LAUNCHER, PATIENCE, ProgramTest

MPICC = os.environ["FEBEM_MPICC"]
NEWER = re.findall(r"^\w+ (MPI_\w+)$", (pathlib.Path(__file__).parents[2]
    / "bench/check/cases/newer.txt").read_text(), re.MULTILINE)
# A legal case, two erroneous ones, one that aborts, and one that hangs or not.
HANDFUL = "ssend,truncation,invalid_rank,abort,head_to_head"
# What a program prints, from severe to harmless.
SAID = ("wrong answer", "fail", "leak", "unsupported", "error raised", "accepted")
WARNINGS = ("-Wall", "-Wextra", "-Werror")


class Export(ProgramTest):
    def commands(self, cases):
        """Of each exported case the words of its commands."""
        out = self.printed("check --export", ",".join(cases))
        return {pathlib.Path(words[words.index("-o") + 1]).name: words for words in map(shlex.split,
            out.splitlines())}

    def lacks(self, errors):
        """Whether a program did not compile only because the library lacks newer calls."""
        lines = [line for line in errors.splitlines() if "error:" in line
            and "being treated as errors" not in line]
        return bool(lines) and all(any(re.search(rf"\b{name}\b", line) for name in NEWER)
            for line in lines)

    def compiled(self, words, *options):
        """The compiler's errors."""
        command = [MPICC, *WARNINGS, *options, *words[1:words.index("&&")]]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True,
            check=False).stderr

    def observed(self, case, words, limit):
        if errors := self.compiled(words):
            assert self.lacks(errors), errors
            return "unsupported"
        start = words.index("-n")
        try:
            ended = subprocess.run([LAUNCHER, *words[start:]], cwd=self.folder, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=limit, check=False)
        except subprocess.TimeoutExpired as expired:
            ended = None
            out = (expired.stdout or b"").decode()
        else:
            out = ended.stdout
        for what in SAID:
            if re.search(rf"^rank \d+: {what}: ", out, re.MULTILINE):
                return what
        if ended is None:
            return "hang"
        return "pass" if (ended.returncode == 0) != (case == "abort") else "crash"

    def test_every_case_is_a_short_program_without_a_warning(self):
        cases = re.findall(r"^(\w+) ", self.printed("check --list"), re.MULTILINE)
        commands = self.commands(cases)
        assert list(commands) == cases
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            errors = list(pool.map(lambda case: self.compiled(commands[case], "-O2", "-c"),
                cases))
        for case, error in zip(cases, errors):
            lines = (self.folder / f"{case}.c").read_text().splitlines()
            assert len(lines) <= 100 and max(map(len, lines)) <= 100, case
            assert error == "" or self.lacks(error), error

    def test_a_program_shows_what_check_shows(self):
        """Every case, with minutes of run time, where all numbers of ranks are asked for too."""
        every = ",".join(re.findall(r"^(\w+) ", self.printed("check --list"), re.MULTILINE))
        cases = every if os.environ["FEBEM_ALL_RANKS"] == "ON" else HANDFUL
        by = ("--launcher", f"{shlex.quote(LAUNCHER)} -n {{n}}", "--only", cases)
        limits = ("--time-limit", str(4 * PATIENCE)) if cases == HANDFUL else ()
        self.run_program("check", *by, *limits, "--json a.json", limit=500)
        commands = self.commands(cases.split(","))
        other = []
        for seen in self.json("a.json")["cases"]:
            name, observation = seen["name"], seen["observation"]
            limit = PATIENCE * (4 if observation == "hang" else 60)
            for _ in range(4):  # MPICH 4.0.2 shows its leak of types in two of three runs
                got = self.observed(name, commands[name], limit)
                if got == observation:
                    break
            else:
                other.append((name, observation, got))
        assert other == []

    def test_a_program_is_written_whole_or_not_at_all(self):
        (self.folder / "ssend.c").mkdir()
        line = self.refusal("check --export zero_length,ssend", status=2)
        assert "ssend.c" in line
        assert not (self.folder / "zero_length.c").exists()
        assert "did you mean 'ssend'" in self.refusal("check --export ssen", status=2)


if __name__ == "__main__":
    unittest.main()
