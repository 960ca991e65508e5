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
        out = self.printed("bench", "compute", "--profile", path, limit=120)
        self.assertRegex(out, r"(?m)^  clear .* - +\d+ x \d+$")  # which takes no flop
        return path

    def priced(self, **prices):
        """A profile in which all is free but what is named, by operation and quantity."""
        path = self.folder / "priced.json"
        profile = json.loads(self.measured().read_text())
        for operation, quantities in profile["operations"].items():
            for quantity in quantities:
                quantities[quantity] = prices.get(operation, {}).get(quantity, 0)
        path.write_text(json.dumps(profile))
        return path

    def stages(self, report):
        return {stage["name"]: stage for stage in report["stages"]}

    def test_it_sends_what_a_computed_run_sends(self):
        profile = self.measured()
        for text in (SHELL, SPHERE):
            case = self.write(text)
            for ranks in (1, 2, 3):
                with self.subTest(case=text.splitlines()[0], ranks=ranks):
                    computed = self.stages(self.solve(case, ranks=ranks))
                    for options in (["modelled", "--profile", profile], ["free"]):
                        report, out = self.reported("solve", case, "--arithmetic", *options,
                            ranks=ranks)
                        modelled = self.stages(report)
                        for name in STAGES:
                            if name in computed:
                                for key in ("messages", "bytes", "flops", "method", "strategy"):
                                    self.assertEqual(modelled[name][key], computed[name][key],
                                        (name, key))
                        self.assertEqual(report["arithmetic"], options[0])
                        self.assertEqual(report["profile"] == "arithmetic that takes no time",
                            options == ["free"])
                        self.assertIn("not computed: " + report["profile"], out)
                        self.assertEqual(report["frequencies"], [])

    def test_nothing_is_written_but_the_report(self):
        case = self.write(SHELL)
        before = set(self.folder.rglob("*"))
        self.reported("solve", case, "--arithmetic", "free", "--out", self.folder / "out")
        new = {path.name for path in set(self.folder.rglob("*")) - before if path.is_file()
            and path.stat().st_size > 0}
        self.assertEqual(new, {"report.json"})
        self.assertFalse((self.folder / "out").exists())

    def test_time_passes_by_the_price_and_only_where_it_is_due(self):
        case = self.write(SPHERE.replace("frequency = 2", "frequency = 3"))
        pairs = (20 * 9) ** 2 * 2  # more than there are panels, both integrals
        report, _ = self.reported("solve", case, "--arithmetic", "modelled", "--profile",
            self.priced(green_functions={"pair": 1e-4}), limit=240)
        stages = self.stages(report)
        self.assertGreater(stages["form"]["seconds"], 1)
        self.assertLess(stages["form"]["seconds"], pairs * 1e-4)
        self.assertLess(stages["eliminate"]["seconds"], 0.5)
        profile = json.loads((self.folder / "priced.json").read_text())
        profile["stages"]["form"] = 3
        (self.folder / "priced.json").write_text(json.dumps(profile))
        threefold, _ = self.reported("solve", case, "--arithmetic", "modelled", "--profile",
            self.folder / "priced.json", limit=240)
        ratio = self.stages(threefold)["form"]["seconds"] / stages["form"]["seconds"]
        self.assertTrue(2.7 < ratio < 3.3, ratio)

    def test_a_word_for_what_cannot_be(self):
        case = self.write(SHELL)
        profile = self.measured()
        (self.folder / "text.json").write_text("prices")
        negative = json.loads(profile.read_text())
        negative["operations"]["multiply"]["flop"] = -1
        (self.folder / "negative.json").write_text(json.dumps(negative))
        modelled = ["--arithmetic", "modelled"]
        for options, message in (
                (["--arithmetic", "free", "--profile", profile],
                    "option '--profile' needs '--arithmetic modelled'"),
                ([*modelled, "--profile", "nowhere.json"],
                    "nowhere.json: cannot be read: No such file or directory"),
                ([*modelled, "--profile", "."], "cannot be read"),
                ([*modelled, "--profile", "text.json"], "text.json: not a JSON document"),
                ([*modelled, "--profile", "negative.json"],
                    "operation multiply: 'flop' must be finite and not negative"),
                (["--arithmetic", "fast"], "fast not in {")):
            with self.subTest(options=options):
                self.assertIn(message, self.refusal("solve", case, *options, ranks=2))

    def test_a_library_is_not_modelled(self):
        case = self.write(SHELL)
        for option, library in (("--merge.method", "mumps"), ("--eliminate.method", "scalapack"),
                ("--eliminate.method", "ksp")):
            line = self.refusal("solve", case, "--arithmetic", "free", option, library,
                ranks=2)
            # Without PETSc there is no such method at all.
            self.assertIn(f"method '{library}' belongs to a library and cannot be modelled "
                f"('--arithmetic free')" if PETSC else f"'{library}'", line)

    def test_an_iteration_is_not_modelled(self):
        self.assertIn("method 'krylov' cannot be modelled: it iterates until the residual is small",
            self.refusal("solve", self.write(SHELL), "--arithmetic", "free",
            "--eliminate.method", "krylov", ranks=2))
        self.assertIn(
            "option '--precision mixed' cannot be modelled: it iterates until the residual "
            "is small", self.refusal("solve", self.write(SHELL), "--arithmetic", "free",
            "--precision", "mixed", ranks=2))
