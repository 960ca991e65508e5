"""Runs without arithmetic: the messages of a real one, its time by a profile, and a word for what
cannot be."""
import json
import os

from cases import SHELL, SPHERE
from program import ProgramTest

PETSC = os.environ["FEBEM_PETSC"] == "ON"
STAGES = ["merge", "form", "reduce", "eliminate"]


class Modelled(ProgramTest):
    def measured(self):
        """A profile of this machine."""
        path = self.folder / "profile.json"
        out = self.printed("bench compute --profile", path, limit=120)
        self.assertRegex(out, r"(?m)^  clear .* - +\d+ x \d+$")  # which takes no flop
        return path

    def test_it_sends_what_a_computed_run_sends(self):
        profile = self.measured()
        for text in (SHELL, SPHERE):
            case = self.write(text)
            for ranks in (1, 2, 3):
                computed = self.stages(self.solve(case, ranks=ranks))
                for options in (["modelled", "--profile", profile], ["free"]):
                    report, out = self.reported("solve", case, "--arithmetic", *options,
                        ranks=ranks)
                    modelled = self.stages(report)
                    for name in STAGES:
                        if name in computed:
                            for key in ("messages", "bytes", "flops", "method", "strategy"):
                                assert modelled[name][key] == computed[name][key], (name, key)
                    assert report["arithmetic"] == options[0]
                    assert (report["profile"] == "arithmetic that takes no time") == (options
                        == ["free"])
                    assert "not computed: " + report["profile"] in out
                    assert report["frequencies"] == []

    def test_nothing_is_written_but_the_report(self):
        case = self.write(SHELL)
        before = set(self.folder.rglob("*"))
        self.reported("solve", case, "--arithmetic free --out", self.folder / "out")
        new = {path.name for path in set(self.folder.rglob("*")) - before if path.is_file()
            and path.stat().st_size > 0}
        assert new == {"report.json"}
        assert not (self.folder / "out").exists()

    def test_a_word_for_what_cannot_be(self):
        case = self.write(SHELL)
        profile = self.measured()
        (self.folder / "text.json").write_text("prices")
        negative = json.loads(profile.read_text())
        negative["operations"]["multiply"]["flop"] = -1
        (self.folder / "negative.json").write_text(json.dumps(negative))
        modelled = ["--arithmetic modelled"]
        for options, message in (
                (["--arithmetic free --profile", profile],
                    "option '--profile' needs '--arithmetic modelled'"),
                ([*modelled, "--profile nowhere.json"],
                    "nowhere.json: cannot be read: No such file or directory"),
                ([*modelled, "--profile ."], "cannot be read"),
                ([*modelled, "--profile text.json"], "text.json: not a JSON document"),
                ([*modelled, "--profile negative.json"],
                    "operation multiply: 'flop' must be finite and not negative"),
                (["--arithmetic fast"], "fast not in {")):
            assert message in self.refusal("solve", case, *options, ranks=2)

    def test_a_library_is_not_modelled(self):
        case = self.write(SHELL)
        for option, library in (("--merge.method", "mumps"), ("--eliminate.method", "scalapack"),
                ("--eliminate.method", "ksp")):
            line = self.refusal("solve", case, "--arithmetic free", option, library, ranks=2)
            # Without PETSc there is no such method at all.
            assert (f"method '{library}' belongs to a library and cannot be modelled "
                f"('--arithmetic free')" if PETSC else f"'{library}'") in line

    def test_an_iteration_is_not_modelled(self):
        assert ("method 'krylov' cannot be modelled: it iterates until the residual is small"
            in self.refusal("solve", self.write(SHELL),
            "--arithmetic free --eliminate.method krylov", ranks=2))
        assert ("option '--precision mixed' cannot be modelled: it iterates until the residual "
            "is small" in self.refusal("solve", self.write(SHELL),
            "--arithmetic free --precision mixed", ranks=2))
