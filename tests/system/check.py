"""`minifebem check` as a user starts it: cases in processes of their own, files, interruptions."""
import glob
import os
import pathlib
import shlex
import signal
import unittest
import unittest.mock
import xml.etree.ElementTree

from program import LAUNCHER, PATIENCE, PROGRAM, ProgramTest, Run, marked, name_of

BY = ("--launcher", f"{shlex.quote(LAUNCHER)} -n {{n}}", "--time-limit", str(30 * PATIENCE))
FAST = "start,abort,zero_length,order_mixed_sizes,tag_bound,truncation,complex_sum"


class Check(ProgramTest):
    def setUp(self):
        super().setUp()
        changed = unittest.mock.patch.dict(os.environ, TMPDIR=str(self.folder))
        changed.start()
        self.addCleanup(changed.stop)

    def left_files(self):
        return glob.glob(str(self.folder / "minifebem-??????"))

    def test_a_handful_of_cases(self):
        self.printed("check", *BY, "--only", FAST, "--json a.json --junit a.xml", limit=200)
        report = self.json("a.json")
        seen = {case["name"]: case["observation"] for case in report["cases"]}
        assert list(seen) == FAST.split(",")
        assert {name for name, what in seen.items() if what != "pass"} == {"truncation"}
        assert seen["truncation"] == "error raised"
        assert {fact["name"]: fact["value"] for fact in report["facts"]}["largest tag"] >= 32767
        versions = report["versions"]
        assert sum(counts["legal"] for counts in versions.values()) == len(seen) - 1
        assert all(counts["passed"] == counts["legal"] for counts in versions.values())
        suite = xml.etree.ElementTree.parse(self.folder / "a.xml").getroot().find("testsuite")
        assert [case.get("name") for case in suite.findall("testcase")] == FAST.split(",")
        assert suite.findall("testcase/failure") == []
        assert {line.get("name") for line in suite.findall("properties/property")} == {
            f"MPI {version}" for version in versions}
        assert self.left_files() == []
        out = self.printed("check", *BY, "--only zero_length --against a.json")
        assert out == "Nothing differs.\n"

    def test_a_directory_for_temporary_files_that_is_missing_is_named(self):
        os.environ["TMPDIR"] = str(self.folder / "missing")
        line = self.refusal("check --only start", status=1)
        assert line == ("minifebem: cannot make a temporary directory in "
            f"'{self.folder}/missing' (TMPDIR): No such file or directory")

    def hanging(self, case):
        """A launcher, of the ranks of `case` one that starts what never ends: the libraries differ
        in what hangs."""
        script = self.folder / "launcher"
        script.write_text(
            f'#!/bin/sh\ncase "$*" in *{case}*) exec "{LAUNCHER}" -n "$1" sleep 1000;; esac\n'
            f'exec "{LAUNCHER}" -n "$@"\n')
        script.chmod(0o755)
        return "--launcher", f"{shlex.quote(str(script))} {{n}}"

    def test_a_hang_is_reported_and_the_next_case_runs(self):
        ended = self.run_program("check", *self.hanging("truncation"), "--time-limit",
            str(4 * PATIENCE), "--only truncation,zero_length --json a.json", limit=100)
        seen = {case["name"]: case["observation"] for case in self.json("a.json")["cases"]}
        assert (ended.status, seen) == (0, {"truncation": "hang", "zero_length": "pass"}), ended.out
        assert self.left_files() == []

    def test_ranks_that_wait_for_each_other_are_named(self):
        self.run_program("check", *BY[:2], "--time-limit", str(4 * PATIENCE),
            "--only head_to_head --json a.json", limit=100)
        case, = self.json("a.json")["cases"]
        if case["observation"] != "pass":  # Intel MPI has room for 4 MiB in shared memory
            assert case["observation"] == "hang"
            assert "ranks 0, 1 in MPI_Send of 4 MiB" in case["detail"]

    def test_interrupted_it_leaves_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            run = Run(["check", *self.hanging("head_to_head"), "--only head_to_head"], 1,
                self.folder)
            self.until(lambda: "sleep" in map(name_of, marked(run.mark)), run)
            os.kill(run.process.pid, number)
            ended = run.end()
            assert (ended.status, ended.left_behind, self.left_files()) == (128 + number, [], [])

    def test_the_script_beside_the_program_starts_its_processes(self):
        program = pathlib.Path(PROGRAM).resolve()
        link = self.folder / "link"
        link.symlink_to(program)
        for arguments in ([], ["--program", link]):
            out = self.printed("check --only zero_length", *arguments)
            assert f', by "{program.parent / "mpirun"}" -n {{n}}\n' in out

    def test_bad_input(self):
        (self.folder / "other.json").write_text("{}")
        wrong = [(["--only strat"], "did you mean 'start'?"), (["--launcher mpirun"], "has no {n}"),
            (["--launcher", "/no/such {n}"], "cannot be started"), (["--against other.json"],
            "is no report of a check"), (["--json other.json/new"], "--json")]
        for arguments, text in wrong:
            ended = self.run_program("check", *arguments)
            assert (ended.status, ended.out, len(ended.errors)) == (2, "", 1), ended.errors
            assert text in ended.errors[0]

    def test_under_a_launcher_it_says_how_to_start_it(self):
        late = ["sh", "-c",
            '[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" != 0 ] || sleep 1; exec "$0" "$@"']
        ended = self.run_program("check", ranks=2, prefix=late)
        assert ended.status != 0
        assert len([line for line in ended.errors if "without mpirun" in line]) == 1, ended.errors
