"""A run that is stopped at any moment leaves nothing half done, and the next one goes on with all
that it may trust."""
import os
import shutil
import signal

import h5py

from cases import SHELL, SPHERE
from program import HYDRA, ProgramTest, Run

SWEEP = ["--frequency 100 150 200 250 300"]
SLOW = ["--emulate-latency 300ms"]


class Interrupted(ProgramTest):
    def killed(self, *options, ranks=1, out="out"):
        """A run that was killed once it had solved a frequency."""
        run = Run(["solve case.toml --out", out, *SWEEP, *options], ranks, self.folder)
        self.until(lambda: self.kept(out), run)
        run.kill()
        kept = [f"{hz}Hz.h5" in self.kept(out) for hz in SWEEP[0].split()[1:]]
        assert any(kept)
        return kept

    def bits(self, out):
        """Of what is solved, frequency by frequency."""
        fields = self.complex_of("solution/pressure", "solution/displacement", out=out)
        return [[row.tobytes() for row in field] for field in fields]

    def nothing_is_left(self, out="out"):
        assert sorted(path.name for path in (self.folder / out).iterdir()) == ["results.h5",
            "results.xdmf"]

    def test_a_killed_run_goes_on_on_any_number_of_ranks(self):
        case = self.write(SHELL)
        for ranks in (1, 2, 3):
            whole = self.digests(self.solve(case, *SWEEP, ranks=ranks, out=f"whole{ranks}"))
            assert len(set(whole)) == 5
            cut = f"cut{ranks}"
            # The last moment of a run removes what it kept, the first frequency first.
            kept = self.killed(ranks=ranks, out=cut)
            report = self.solve(case, *SWEEP, ranks=ranks, out=cut)
            assert self.digests(report) == whole
            assert [f["resumed"] for f in report["frequencies"]] == kept
            self.nothing_is_left(cut)
            assert self.bits(cut) == self.bits(f"whole{ranks}")

    def test_each_group_solves_its_share_as_a_run_of_its_own_would(self):
        case = self.write(SHELL)
        alone, pair = (self.solve(case, *SWEEP, ranks=ranks, out=f"of{ranks}") for ranks in (1, 2))
        expected = [(pair, alone)[number % 2]["frequencies"][number]["solution_digest"]
            for number in range(5)]
        # ranks 0 and 1, and rank 2
        report = self.solve(case, *SWEEP, "--groups", 2, ranks=3, out="groups")
        assert (report["ranks"], report["groups"], pair["groups"]) == (3, 2, 1)
        assert self.digests(report) == expected
        for stage, of_pair in zip(report["stages"], pair["stages"]):
            assert (stage["name"], len(stage["ranks"])) == (of_pair["name"], 3)
            assert {peer["rank"] for peer in stage["ranks"][1]["peers"]} - {0} == set()
            assert stage["ranks"][2]["messages"] == 0
        merge, of_pair = (self.stages(each)["merge"]["messages"] for each in (report, pair))
        assert 5 * merge == 3 * of_pair  # the first group has three of the five
        self.nothing_is_left("groups")
        with self.results("groups") as file:
            assert file["timing/messages"].shape[1] == 3
        for one, other in zip(self.bits("groups"), self.bits("of2")):
            assert one[::2] == other[::2]
        self.killed("--groups", 3, ranks=3, out="cut")
        solved = self.kept("cut")
        report = self.solve(case, *SWEEP, "--groups", 2, ranks=2, out="cut")
        assert sum(f["resumed"] for f in report["frequencies"]) == len(solved)
        assert self.digests(report) == self.digests(alone)
        self.nothing_is_left("cut")
        for groups, options, names in ((2, ["--frequency", 100], "1 frequency"),
                (2, ["--trace t"], "--trace"), (2, ["--arithmetic free", *SWEEP],
                "--groups excludes --arithmetic")):
            assert names in self.refusal("solve", case, "--groups", groups, "--out no", *options,
                ranks=2)
            assert not (self.folder / "no").exists()

    def test_an_interrupt_in_any_stage(self):
        # Each stage must last for several readings of the progress line, a tenth of a second apart:
        # alone by its arithmetic, among several ranks by its messages, of which stage 2 has none.
        shell = self.write(SHELL.replace("cells = 1", "cells = 3"), "shell.toml")
        alone = self.write(SHELL.replace("cells = 1", "cells = 6"), "alone.toml")
        sphere = self.write(SPHERE.replace("frequency = 2", "frequency = 9"), "sphere.toml")
        talking = ["merge", "reduce", "eliminate"]
        for ranks, case, stages in ((1, alone, ["merge", "reduce"]),
                (1, sphere, ["form", "form", "eliminate"]), (2, shell, talking),
                (3, shell, talking)):
            options = ["--frequency 100 150 --merge.method frontal --eliminate.panel", "8" if ranks
                > 1 else "1"]
            slow = ["--emulate-latency 10ms --emulate-bandwidth 200Mbit"] if ranks > 1 else []
            whole = self.digests(self.solve(case, *options, ranks=ranks, limit=120, out="whole"))
            # each signal in each stage, on one rank or on several
            for turn, stage in enumerate(stages, start=ranks):
                number = (signal.SIGINT, signal.SIGTERM)[turn % 2]
                self.interrupt(stage, number, ["solve", case, "--out cut", *options, *slow], ranks)
                assert self.kept("cut") == ["100Hz.h5"]
                assert [path.name for path in (self.folder / "cut").rglob("*.tmp")] == []
                assert not (self.folder / "cut" / "results.h5").exists()
            self.goes_on(case, *options, whole=whole, kept=1, ranks=ranks, limit=120, out="cut")
            self.nothing_is_left("cut")
            shutil.rmtree(self.folder / "cut")

    def interrupt(self, stage, number, arguments, ranks):
        """Sends a signal to what the user started, while its second frequency is in `stage`."""
        run = self.in_stage(stage, arguments, ranks)
        os.kill(run.process.pid, number)
        ended = run.end(30)
        # which ends some of the runs that it interrupts with status 0
        if not (HYDRA and ranks > 1):
            assert ended.status != 0
        assert ended.left_behind == [], "processes outlive the run"

    def test_what_was_kept_of_something_else_is_not_used(self):
        """Of another case, another mesh file, other data; but it is as long as nothing changes."""
        body = 'generator = "sphere"\nfrequency = 2'
        of_data = SPHERE.replace("amplitude = 1.0e-3",
            'amplitude = 1\nfile = "data.h5"\ndataset = "v"')

        def data(value):
            with h5py.File(self.folder / "data.h5", "w") as file:
                file["v"] = [value] * 80

        def mesh(frequency):
            self.printed("mesh generate sphere", f"frequency={frequency}", "--out mesh.h5")
        mesh(2)
        data(1.0)
        study = ["--cut 64 whole --stage eliminate --seconds 0.000001"]
        for text, change, reason in (
                (SHELL, lambda: self.write(SHELL.replace("2.0e11", "2.1e11")), "another case"),
                (SPHERE.replace(body, 'mesh = "mesh.h5"'), lambda: mesh(3), "another mesh file"),
                (of_data, lambda: data(2.0), "other data files")):
            case = self.write(text)
            self.killed()
            assert "not used" not in self.printed("solve", case, *SWEEP, "--out out")
            self.killed()
            if reason == "another mesh file":
                assert "ended by its time limit" in self.printed("study", case, *study)
            change()
            out = self.printed("solve", case, *SWEEP, "--out out")
            assert out.count(f"solved/100Hz.h5 is not used: it is of {reason}; ") == 1
            if reason == "another mesh file":
                out = self.printed("study", case, *study)
                assert "it is of another mesh file; " in out
                assert "going on" not in out

    def test_a_damaged_checkpoint_is_set_aside_and_solved_again(self):
        case = self.write(SHELL)
        whole = self.digests(self.solve(case, *SWEEP, out="whole"))
        self.killed()
        damaged, huge, folder = (self.folder / "out" / "solved" / f"{hz}Hz.h5"
            for hz in (100, 250, 300))
        with h5py.File(damaged, "r+") as kept:  # the figures and their digest stay
            kept["pressure_0"][0] = 1e6
        folder.unlink(missing_ok=True)  # a run on a busy machine may have come that far
        folder.mkdir()
        if not huge.exists():
            with h5py.File(huge, "w") as made:
                made.create_dataset("pressure_0", shape=(1 << 45,), dtype=float)
        report, out = self.reported("solve", case, *SWEEP, "--out out")
        for file, cause in ((damaged, "it is damaged"), (folder, "it is not a file")):
            assert (f"{file.name} is not used: {cause}; renamed to {file.name}.unfit, solving again"
                in out)
        with self.results() as file:
            assert abs(file["solution/pressure_real"][()]).max() < 1e5
        assert self.digests(report) == whole
        assert not report["frequencies"][0]["resumed"]

    def test_leftovers_of_a_killed_run_go(self):
        case = self.write(SPHERE)
        self.killed()
        for name in ("results.h5.12.tmp", "solved/100Hz.h5.12.tmp"):
            self.write("half", "out/" + name)
        self.solve(case, *SWEEP)
        self.nothing_is_left()

    def test_one_run_at_a_time(self):
        case = self.write(SHELL)
        for command, name in ((["solve", case, *SWEEP], "out/case"),
                (["study", case, "--cut 64 whole --repeats 50"],
                "out/case/study.json")):
            for out in ([], ["--out out/case"]):
                first = Run([*command, *SLOW], 2, self.folder)
                lock = self.folder / ("out/case/solve.lock" if command[0] == "solve" else name
                    + ".lock")
                self.until(lambda: lock.exists() and lock.read_text(), first)
                process = lock.read_text().split()[1]
                for ranks in (1, 2):
                    ended = self.run_program(*command, *out, ranks=ranks)
                    assert (ended.status, ended.out, len(ended.errors)) == (2, "", 1), ended
                    self.assertRegex(ended.errors[0], rf"'{name}' is in use by another run: "
                        rf"process {process} on \S+ since 20")
                assert first.process.poll() is None, "the first run ended"
                first.kill()
                assert lock.exists()
                out = self.printed(*command, *out, *(["--seconds 1"] if command[0]
                    == "study" else []))
                self.assertRegex(out, rf"{name}: a \w+ that was killed has left its lock "
                    rf"\(process {process} on .*\); " "taken over")
                assert not lock.exists()
                shutil.rmtree(self.folder / "out")

    def test_an_output_directory_that_vanishes_is_noticed(self):
        case = self.write(SHELL.replace("hz = [200.0]",
            f"hz = {[100 + i / 10 for i in range(1000)]}"))
        for ranks in (1, 3):
            run = Run(["solve", case, "--out out"], ranks, self.folder)
            self.until(self.kept, run)
            os.rename(self.folder / "out", self.folder / f"elsewhere{ranks}")
            ended = run.end()
            assert (ended.status, len(ended.errors)) == (1, 1), ended.errors
            self.assertRegex(ended.errors[0], "minifebem: rank 0: 'out' has vanished")
            assert ended.left_behind == []
            assert not (self.folder / "out").exists()
