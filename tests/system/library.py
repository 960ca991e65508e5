"""A study of the MPI library's settings: what the library does not take is refused, what beats its
default is found, and a plain mpirun reads the file that is written for it."""
import re
import shlex

from cases import SPHERE
from program import HYDRA, LAUNCHER, STARTED_BY, ProgramTest, Run

BY = ["--launcher", f"{shlex.quote(LAUNCHER)} -n {{n}}", "--stage eliminate"]
BALL = SPHERE.replace("frequency = 2", "frequency = 4").replace("panel = 5", "panel = 32")
# A variable of the library, a value that it does not have by default, and its default.
KNOWN, OTHER, USUAL = (("MPIR_CVAR_BCAST_SHORT_MSG_SIZE", 2048, 12288) if HYDRA else
    ("btl_tcp_eager_limit", 2048, 65536))
# Intel MPI's own variables, a value, and how it or another library refuses it.
INTEL = (("EAGER_THRESHOLD = 1048576", "I_MPI_EAGER_THRESHOLD environment variable is not supp"),
    ("ADJUST_BCAST = 99", "BCAST=99, will be ignored")) if "Intel" in STARTED_BY else (
    ("ADJUST_BCAST = 1", "this library has no variable 'I_MPI_ADJUST_BCAST'"),)


class Library(ProgramTest):
    def study(self, text, *arguments, environment=None):
        """The report and what was printed."""
        if text:
            arguments += ("--library", self.write(text, "s.toml"))
        ended = Run(["study", self.write(BALL), *BY, "--json", self.folder / "l.json",
            *arguments], 1, self.folder, settings=environment).end(120)
        assert (ended.status, ended.errors) == (0, []), ended.errors
        return self.json("l.json"), ended.out

    def test_what_the_library_does_not_take_is_refused(self):
        case = self.write(BALL)
        for text, part in ((f"[one]\n{KNOWN}_ = 5", f"this library has no variable '{KNOWN}_'"),
                (f"[one]\n{KNOWN} = {USUAL}", f"[one]: '{KNOWN}' reads back unchanged: {USUAL}"),
                (f"[one]\n{KNOWN} = 5.5", f"s.toml:2: key 'one.{KNOWN}': must be a text"),
                (f"{KNOWN} = 5", f"s.toml:1: key '{KNOWN}': is no setting"),
                ("[a.b]\nc = 1", "s.toml:1: key 'a.b': must be"), ("['a b']\nc = 1", "a name has"),
                ("[one", "s.toml:1: not valid TOML"), ("", "s.toml: no settings"),
                *((f"[one]\nI_MPI_{setting}", said) for setting, said in INTEL)):
            line = self.refusal("study", case, *BY, "--library", self.write(text, "s.toml"))
            assert part in line, line
        for arguments, part in ((["--library auto --emulate-latency 1ms"], "real network"),
                (["--library auto --route star ring"], "one word"),
                (["--library s.toml --self-check 1"], "excludes"),
                (["--self-check 1 --repeats 1..5"], "5 confirming launches are too few"),
                (["--library none.toml"], "none.toml"),
                (["--self-check 1 --launcher", "mpirun"], "has no {n}"),
                (["--self-check 1 --launcher", "/no/mpirun {n}"], "cannot start")):
            assert part in self.refusal("study", case, "--stage eliminate", *arguments), part
        assert "without mpirun" in self.refusal("study", case, "--self-check 1", ranks=2)
        assert not (self.folder / "out").exists()

    def test_the_default_is_compared_with_itself(self):
        report, out = self.study("", "--self-check 1 --repeats 6")
        assert re.search(r"itself: [01] of 1 comparisons called different", out), out
        assert [one["rounds"] for one in report["comparisons"]] == [6]

    if not HYDRA:  # which has no variable that makes every broadcast slow
        # 15 launches, which a comparison needs.
        def test_what_beats_the_default_is_found_written_and_read_by_the_library(self):
            slow = {f"OMPI_MCA_coll_tuned_{name}": value for name, value
                in (("use_dynamic_rules", "1"), ("bcast_algorithm", "3"),
                ("bcast_algorithm_segmentsize", "16"))}
            report, out = self.study("[whole]\ncoll_tuned_bcast_algorithm = 6\n"
                "coll_tuned_bcast_algorithm_segmentsize = 0", "--repeats 1..6", environment=slow)
            (found,) = report["comparisons"]
            assert (found["setting"], found["rounds"]) == ("whole", 6)
            assert found["ratio"] < 0.85 and found["upper"] < 1, found
            assert report["recommended"] == {"eliminate": "whole"}
            lengths = report["library"]["messages"]["eliminate"]["native broadcast"]
            rules = (self.folder / "library-whole.rules").read_text()
            assert re.search(rf"(?m)^{min(map(int, lengths))} 6 ", rules)
            (words,) = re.findall("use it: mpirun (.*) -n 2 PROGRAM", out)
            value = "coll_tuned_dynamic_rules_filename"
            Run(["study", self.write(BALL), "--route native --repeats 1 --read-back", value,
                "--json", self.folder / "r.json"], 1, self.folder,
                around=[LAUNCHER, *words.split(), "-n", "2"]).end()
            assert self.json("r.json")["library"]["settings"] == {
                value: str(self.folder / "library-whole.rules")}
            # One round each, by which nothing is beaten and nothing is not.
            out = self.study("[whole]\ncoll_tuned_bcast_algorithm = 6\n"
                "coll_tuned_bcast_algorithm_segmentsize = 0", "--time 10ms", environment=slow)[1]
            assert "eliminate: too few launches to tell" in out, out
