"""Whatever a command is to write is tried before any work; what is no file is written to as it is,
and never read."""
import json
import os
import subprocess
import threading

from cases import SPHERE
from program import PATIENCE, PROGRAM, ProgramTest, words

# A command, and which options of it name a file.
COMMANDS = {
    "solve": (["solve case.toml --out out"], ["--json", "--trace"]),
    "study": (["study case.toml --cut 64 whole --repeats 1 --stage eliminate --out out"], ["--json",
        "--csv", "--trace"]),
    "bench": (["bench pingpong --sizes 8 --repeats 2"], ["--json", "--csv", "--trace"])}

WRONG = [("/dev/full", "No space left on device"), ("folder", "Is a directory"),
    ("file/report", "Not a directory"), ("/proc/febem/report", "")]


def report_in(text):
    """The one JSON text in what was printed, and what follows it."""
    start = text.index("{\n")
    report, end = json.JSONDecoder().raw_decode(text[start:])
    return report, text[start + end:]


class Outputs(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write(SPHERE)

    def files(self):
        """All but what the ranks say on stderr, which the test itself keeps in folders called
        tmp..."""
        return sorted(path for path in self.folder.rglob("*")
            if not path.relative_to(self.folder).parts[0].startswith("tmp"))

    def refused(self, arguments, line, ranks=2, prefix=()):
        before = self.files()
        ended = self.run_program(*arguments, ranks=ranks, prefix=prefix)
        assert (ended.status, ended.out, len(ended.errors)) == (2, "", 1), ended
        self.assertRegex(ended.errors[0], "^minifebem: " + line)
        assert self.files() == before

    def test_what_cannot_be_written_is_refused_before_any_work(self):
        (self.folder / "folder").mkdir()
        self.write("", "file")
        for arguments, options in COMMANDS.values():
            for option in options:
                for path, cause in WRONG:
                    self.refused([*arguments, option, path],
                        f"option '{option}': cannot write '{path}': {cause}")

    def test_directory_that_cannot_be_had(self):
        self.write("", "file")
        for path in ("file", "file/out", "/proc/febem"):
            for ranks in (1, 3):
                self.refused(["solve case.toml --out", path],
                    f"option '--out': cannot write '{path}'", ranks)

    def test_directory_that_is_not_writable(self):
        out = self.folder / "out"
        out.mkdir(mode=0o555)
        # Root may write anywhere until it gives that up.
        modest = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
        for option, path in (("--out", out), ("--json", f"{out}/a")):
            self.refused(["solve case.toml", option, path],
                f"option '{option}': cannot write '{path}': Permission denied", ranks=1,
                prefix=modest)

    def test_results_of_an_earlier_run_are_replaced_with_a_word(self):
        (arguments, _), results = COMMANDS["solve"], self.folder / "out" / "results.h5"
        line = ("out/results.h5 holds the results of an earlier run; this run replaces them at its "
            "end\n")
        for ranks in (1, 2):
            for again in (False, True):
                before = results.stat().st_ino if again else None
                assert self.printed(*arguments, ranks=ranks).count(line) == again
                assert results.stat().st_ino != before
            results.unlink()

    def test_two_options_cannot_name_one_file(self):
        self.refused([*COMMANDS["study"][0], "--json a --csv ./a"],
            "options '--json' and '--csv' name one file")
        self.refused([*COMMANDS["study"][0], "--json a.csv"],
            "options '--json' and '--csv' name one file")
        self.refused([*COMMANDS["solve"][0], "--json a --trace a"],
            "options '--json' and '--trace' name one file")

    def test_missing_folders_are_made(self):
        for name, (arguments, options) in COMMANDS.items():
            files = [self.folder / name / "new" / option.strip("-") for option in options]
            self.printed(*arguments,
                *sum(([option, file] for option, file in zip(options, files)), []), ranks=2)
            for file in files:
                assert file.stat().st_size > 100, file
            assert sorted(path.name for path in files[0].parent.iterdir()) == sorted(file.name
                for file in files)

    def test_a_run_that_is_refused_later_leaves_what_was_there(self):
        self.write("old", "report")
        self.write(SPHERE.replace("density", "densty"))
        assert self.run_program(*COMMANDS["solve"][0],
            "--json report --trace new/trace").status == 2
        assert (self.folder / "report").read_text() == "old"
        assert not ((self.folder / "new").exists() or (self.folder / "out").exists())

    def test_reports_on_the_terminal(self):
        for name, (arguments, _) in COMMANDS.items():
            for ranks in (1, 2) if name != "bench" else (2,):
                for path in ("-", "/dev/stdout"):
                    out = self.printed(*arguments, "--json", path, ranks=ranks)
                    report, after = report_in(out)
                    assert report["kind"] == name
                    assert '"kind"' not in after
                    assert not (self.folder / "-").exists()

    def test_report_in_a_file_that_is_also_the_terminal(self):
        # Opened a second time it would be written to from its start, over what was printed.
        with open(self.folder / "log", "w") as log:
            solve = words([*COMMANDS["solve"][0], "--json /dev/stdout"])
            subprocess.run([PROGRAM, *solve], cwd=self.folder,
                stdout=log, check=True, stdin=subprocess.DEVNULL, timeout=60 * PATIENCE)
        text = (self.folder / "log").read_text()
        assert text.startswith("case.toml: 80 panels"), text
        report, after = report_in(text)
        assert report["frequencies"][0]["outcome"] == "solved"
        assert "results in out" in after

    def test_a_pipe_gets_one_report(self):
        for name, (arguments, _) in COMMANDS.items():
            pipe, found = self.folder / ("pipe." + name), []
            os.mkfifo(pipe)
            reader = threading.Thread(target=lambda: found.append(pipe.read_text()),
                daemon=True)
            reader.start()
            self.printed(*arguments, "--json", pipe, ranks=2)
            reader.join(10 * PATIENCE)
            assert json.loads(found[0])["kind"] == name
