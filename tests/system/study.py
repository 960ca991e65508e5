"""A study compares strategies honestly, goes on where it stopped, and refuses what cannot be
compared."""
import csv
import math
import os
import re

from cases import SHELL, SPHERE
from program import ProgramTest, Run

AXES = ["--route star binomial native --cut 256 whole --pace ack blocking"]
STAGES = ["merge", "form", "reduce", "eliminate"]


def name(strategy):
    return strategy["route"], strategy["cut"], strategy["pace"]


class Study(ProgramTest):
    def study(self, *options, ranks=2, case=SHELL, status=0):
        """The report and what was printed."""
        before = self.written()
        ended = self.run_program("study", self.write(case), "--json", self.folder / "s.json",
            *options, ranks=ranks, limit=120)
        assert (ended.status, ended.errors) == (status, [])
        assert all(old != new for old, new in zip(before,
            self.written())), "a report was not written"
        return self.json("s.json"), ended.out

    def written(self):
        return [path.stat().st_mtime_ns if path.exists() else 0
            for path in map(self.folder.joinpath, ("s.json", "s.csv"))]

    def rows(self, path="s.csv"):
        with open(self.folder / path, newline="") as file:
            return list(csv.DictReader(file))

    def test_the_product_is_measured_in_every_stage(self):
        for ranks in (1, 2, 3):
            report, out = self.study(*AXES, "--repeats 3 --seed", 7, ranks=ranks)
            assert (report["kind"], report["ranks"], report["complete"]) == ("study", ranks, True)
            assert (report["stages"], report["differing_digests"]) == (STAGES, [])
            assert report["zgemm_flops_per_second"] > 0
            assert report["effort"]["seed"] == 7
            # Native collectives keep to no pace: two cuts stand for four strategies.
            assert len(set(map(name, report["strategies"]))) == 10
            assert len(report["results"]) == 40
            self.check_samples(report)
            for stage in STAGES:
                assert f"  {stage} " in out
        self.check_against_solutions(report)

    def check_samples(self, report):
        """The raw samples add up to the results."""
        rows = self.rows()
        assert len(rows) == len(report["samples"])
        self.assertEqual(len(rows), 40 * (1 + 3))  # a warm-up and three repeats
        assert sorted(int(row["order"]) for row in rows) == list(range(1, len(rows) + 1))
        for result in report["results"]:
            seconds = sorted(float(row["seconds"]) for row in rows if (row["stage"], name(row),
                row["warm_up"]) == (result["stage"], name(result["strategy"]), "0"))
            assert (result["repeats"], len(seconds)) == (3, 3)
            assert math.isclose(result["median_seconds"], seconds[1], rel_tol=1e-6)
            assert result["lower_quartile_seconds"] <= result["median_seconds"]
        rounds = [[name(row) for row in rows if row["round"] == str(number)] for number in (1, 2)]
        self.assertNotEqual(*rounds)  # each in an order of its own

    def check_against_solutions(self, report):
        """Each stage sends what it sends in a solution, and stage 4 gives the same bits."""
        case = self.write(SHELL)
        for route, cut, pace in map(name, report["strategies"]):
            if route == "binomial":
                solved = self.solve(case, "--route", route, "--cut", cut, "--pace", pace, ranks=3)
                sent = [(stage["name"], stage["messages"], stage["bytes"])
                    for stage in solved["stages"] if stage["name"] in STAGES]
                assert sorted((result["stage"], result["messages"], result["bytes"]) for result
                    in report["results"] if name(result["strategy"]) == (route, cut,
                    pace)) == sorted(sent)
        solution = self.digests(self.solve(case, "--route star", ranks=3))
        found = {sample["digest"] for sample in report["samples"]
            if report["stages"][sample["stage"]] == "eliminate"
            and report["strategies"][sample["strategy"]]["route"] == "star"}
        assert list(found) == solution

    def test_bytes_on_their_way_to_a_receiver(self):
        options = ["--stage merge reduce --cut 256 --pace ack sync blocking --repeats 2"]
        report, out = self.study(*options, "--outstanding", ranks=3)
        assert "outstanding" in out
        for result in report["results"]:
            most = {"ack": 2 * 256, "sync": 0, "blocking": 1 << 20}[result["strategy"]["pace"]]
            assert result["most_outstanding_bytes"] <= most
            assert (result["most_outstanding_bytes"] > 0) == (most > 0)
        assert [int(row["most_outstanding_bytes"]) for row
            in self.rows()] == [sample["most_outstanding_bytes"] for sample in report["samples"]]
        report, out = self.study(*options, ranks=3)
        assert "outstanding" not in out
        assert {row["most_outstanding_bytes"] for row in self.rows()} == {""}

    def test_an_interrupted_study_goes_on(self):
        options = ["study", self.write(SHELL), "--json s.json", *AXES, "--repeats 50 --spread 0"]
        run = Run(options, 2, self.folder)
        self.until((self.folder / "s.json").exists, run)
        run.kill()
        before = self.json("s.json")
        assert not before["complete"]
        kept = len(before["samples"])
        report, out = self.study(*AXES, "--repeats 2")
        assert f"going on after {kept} runs of stages" in out
        assert report["samples"][:kept] == before["samples"]
        assert report["complete"]
        assert all(result["repeats"] >= 2 for result in report["results"])
        # A complete study is not gone on with.
        again, _ = self.study(*AXES, "--repeats 1")
        assert len(again["samples"]) == 40 * 2

    def test_a_study_says_how_long_it_takes_and_ends_in_time_with_whole_rounds(self):
        report, out = self.study(*AXES, "--repeats 2..100000 --spread 0 --time 3s", ranks=1)
        self.assertRegex(out, r"(?m)^  a round is 40 runs of a stage, and the first one warms up; "
            r"no round begins that would end after 3 s \(--time\)$")
        self.assertRegex(out, r"(?m)^  .* to go; --time ")
        assert "ended by its time limit" in out
        assert not report["complete"]
        assert report["effort"]["seconds_limit"] == 3
        assert len({result["repeats"] for result in report["results"]}) == 1
        assert report["elapsed_seconds"] < 60
        report, out = self.study("--cut 256 whole --repeats 1 --time 1h", ranks=1)
        assert report["complete"]
        self.assertRegex(out, r"(?m)^  (about|at most|less than) .* to go$")

    def test_a_limit_too_short_for_a_round_is_told(self):
        report, out = self.study("--cut 256 whole --time 0.000001")
        self.assertIn(
            "ended by its time limit, too short for a round of repeats; started again it goes on",
            out)
        assert [result["repeats"] for result in report["results"]] == 8 * [0]

    def test_a_study_of_something_else_starts_anew(self):
        _, out = self.study("--cut 256 whole --seconds 0.000001")
        assert "ended by its time limit" in out
        report, out = self.study("--cut 256 512 --repeats 1")
        assert ("an interrupted study, which is not gone on with: it is of other stages, strategies"
            in out)
        assert len(report["samples"]) == 4 * 2 * 2

    def test_sensitivity_covers_every_stage_and_strategy(self):
        report, out = self.study("--cut 8KiB whole --pace ack --sensitivity --repeats 1 --stage "
            "eliminate form", ranks=3)
        assert report["complete"]
        assert report["network"]["emulated"]["latency_s"] == 50e-6
        found = [(entry["stage"], entry["strategy"]["cut"]) for entry in report["sensitivities"]]
        assert found == [(stage, cut) for stage in ("form", "eliminate") for cut in ("8KiB",
            "whole")]
        for entry in report["sensitivities"]:
            assert list(entry["latency_seconds_costing"]) == ["1%", "2%", "5%"]
            for parameter in ("latency", "overhead", "gap"):
                assert len(set(entry[parameter]["raised"])) == 5
                assert len(entry[parameter]["seconds"]) == len(entry[parameter]["raised"])
                self.assertIsInstance(entry[parameter]["slope"], float)
        assert "dT/dL" in out

    def test_the_network_is_part_of_the_study(self):
        options = ["--cut 8KiB whole --stage form --seconds 0.000001"]
        self.study(*options, "--emulate-latency 1ms")
        report, out = self.study(*options, "--emulate-latency 2ms")
        assert "is of other stages, strategies, ranks or network; starting anew" in out
        assert report["network"]["emulated"]["latency_s"] == 2e-3
        _, out = self.study(*options, "--emulate-latency 2ms --unbuffered")
        assert "is of other stages, strategies, ranks or network; starting anew" in out

    NETWORKS = ("[slow]\nlatency_us = 3000\nmb_per_s = 1\nname = \"Slow net\"\n"
        "[fast]\nlatency_us = 10\nmb_per_s = 1000\n[other]\nlatency_us = 10\nmb_per_s = 10\n")

    def test_what_if_on_a_list_of_networks(self):
        self.write(self.NETWORKS, "n.toml")
        for ranks in (1, 2, 3):
            report, out = self.study("--network n.toml --network-name slow fast --cut 1KiB whole "
                "--pace ack --stage form eliminate --repeats 2", ranks=ranks)
            assert [entry["name"] for entry in report["networks"]] == ["slow", "fast"]
            assert (report["networks"][0]["latency_s"],
                report["networks"][0]["bandwidth_bytes_per_s"]) == (3e-3, 1e6)
            assert len(report["results"]) == 2 * 2 * 2
            assert report["differing_digests"] == []
            assert {row["network"] for row in self.rows()} == {"slow", "fast"}
            assert [sample["network"] for sample in report["samples"]] == [["slow",
                "fast"].index(row["network"]) for row in self.rows()]
            self.assertRegex(out, r"(?m)^ +Slow net( +\S+){3}$")
            by_network = {entry["name"]: {(r["stage"], r["strategy"]["cut"]): r
                for r in report["results"] if r["network"] == entry["name"]}
                for entry in report["networks"]}
            for key, slow in by_network["slow"].items():
                fast = by_network["fast"][key]
                assert (slow["messages"], slow["bytes"]) == (fast["messages"], fast["bytes"])
                if ranks > 1:  # in every stage the master sends to, and hears from, some rank
                    assert slow["median_seconds"] > 2 * 3e-3
            if ranks > 1:
                assert by_network["fast"]["eliminate",
                    "1KiB"]["median_seconds"] < by_network["slow"]["eliminate",
                    "1KiB"]["median_seconds"]

    def test_what_if_goes_on_with_the_strategy_of_the_case(self):
        self.write(self.NETWORKS, "n.toml")
        options = ["--network n.toml --stage form --repeats 1"]
        report, out = self.study(*options, "--seconds 0.000001")
        assert "ended by its time limit" in out
        report, out = self.study(*options)
        assert len(report["strategies"]) == 1
        assert [result["repeats"] for result in report["results"]] == [1, 1, 1]
        assert "starting anew" not in out
        self.study(*options, "--seconds 0.000001")
        self.write(self.NETWORKS.replace("3000", "3001"), "n.toml")
        assert ("is of other stages, strategies, ranks or network; starting anew"
            in self.study(*options)[1])

    def test_a_case_may_ask_for_its_network(self):
        case = SHELL + "[network]\nlatency = \"3 ms\"\nbandwidth = \"8 Mbit\"\noverhead = 1e-4\n"
        report, out = self.study("--cut 1KiB whole --stage form --repeats 1", case=case)
        assert {"latency_s": 3e-3, "overhead_s": 1e-4,
            "bandwidth_bytes_per_s": 1e6}.items() <= report["network"]["emulated"].items()
        assert "emulated network: latency 3 ms" in out
        for ranks in (1, 3):
            solved = self.solve(self.write(case), ranks=ranks)
            assert solved["network"]["emulated"]["latency_s"] == 3e-3
        # the whole section gives way
        other = self.solve(self.write(case), "--emulate-latency 1ms", ranks=2)
        assert {"latency_s": 1e-3, "overhead_s": 0,
            "bandwidth_bytes_per_s": None}.items() <= other["network"]["emulated"].items()

    def test_named_strategies(self):
        report, out = self.study("--strategy all --route native --stage merge eliminate",
            "--repeats 1", ranks=3)
        assert [name(strategy) for strategy in report["strategies"]] == [("native", "whole",
            "window"), ("star", "whole", "blocking"), ("star", "4KiB", "ack")]
        for row in ("best", "worst", "native"):
            rows = re.findall(rf"(?m)^  \S* +{row}  ", out)
            # of the stages, and of the totals
            assert len(rows) == 2 + 2 * (row == "best"), out

    def test_a_surface_without_structure_has_no_merge(self):
        report, _ = self.study("--cut 64 whole --repeats 1", case=SPHERE)
        assert report["stages"] == ["form", "reduce", "eliminate"]

    def test_an_iteration_is_a_pattern_of_many_short_messages(self):
        dense, iterated = (self.study(*AXES, "--eliminate.method", method, "--repeats 2",
            ranks=3)[0] for method in ("rows", "krylov"))
        assert iterated["stages"] == STAGES
        assert iterated["differing_digests"] == []
        for report in (dense, iterated):
            assert all(result["repeats"] == 2 for result in report["results"])
        sent = [{name(result["strategy"]): (result["messages"], result["bytes"]) for result
            in report["results"] if result["stage"] == "eliminate"} for report in (dense, iterated)]
        assert len(sent[1]) == 10
        for strategy, (messages, volume) in sent[1].items():
            if strategy[1:] == ("whole", "blocking"):
                assert messages > 5 * sent[0][strategy][0]
                assert volume / messages < sent[0][strategy][1] / sent[0][strategy][0] / 2
        (solved,) = [stage for stage in self.solve(self.write(SHELL),
            "--eliminate.method krylov --route binomial", ranks=3)["stages"] if stage["name"]
            == "eliminate"]
        assert sent[1]["binomial", "whole", "blocking"] == (solved["messages"], solved["bytes"])

    if os.environ.get("FEBEM_PETSC") == "ON":  # else there are no such methods
        def test_an_iteration_of_petsc_is_studied_and_its_options_are_looked_at_first(self):
            report, _ = self.study("--eliminate.method ksp --cut 4KiB whole --repeats 2",
                "--stage eliminate", ranks=2)
            assert (report["complete"], report["stages"], report["differing_digests"]) == (True,
                ["eliminate"], [])
            assert all(result["messages"] > 0 for result in report["results"])
            assert "'-ksp_typo'" in self.refusal("study", self.write(SHELL),
                "--cut 4KiB whole --eliminate.method ksp --eliminate.petsc", "-ksp_typo 1",
                "--out no", ranks=2)
            assert not (self.folder / "no").exists()

        def test_the_library_methods_are_studied_too(self):
            methods = ["--merge.method mumps --eliminate.method scalapack"]
            for ranks in (1, 2):
                for stages in (["merge"], ["reduce"], ["merge", "reduce"], STAGES):
                    report, _ = self.study(*methods, "--cut 4KiB whole --repeats 2 --stage",
                        *stages, ranks=ranks)
                    assert report["complete"]
                    assert report["stages"] == stages
                    assert report["differing_digests"] == []
                    assert [result["repeats"] for result
                        in report["results"]] == 2 * [2] * len(stages)

    def test_all_is_every_registered_word(self):
        report, _ = self.study("--route all --cut all --pace all --stage eliminate --repeats 1",
            ranks=3)
        assert {"star", "binomial", "native"} <= {s["route"] for s in report["strategies"]}
        assert len({s["pace"] for s in report["strategies"]}) > 3
        for refused in report["refused"]:
            assert refused["reason"]
        assert report["differing_digests"] == []

    def test_what_cannot_be_used_is_left_out_with_its_reason(self):
        everything = ["--pace all --stage form --repeats 1"]
        report, out = self.study(*everything)
        refused = [names["pace"] for names in report["refused"]]
        assert not set(refused) & {names["pace"] for names in report["strategies"]}
        for pace in refused:
            assert f"left out: pace '{pace.split(':')[0]}' cannot be used here" in out
            assert "no strategy can be used here" in self.refusal("study", self.write(SHELL),
                "--pace", pace, ranks=2)

    def test_bad_input_is_one_line(self):
        case = self.write(SHELL)
        wrong = [([case, "--cut 4KB"], "4KB"), ([case, "--route sttar"], "did you mean 'star'?"),
            ([case, "--strategy bulky"], "did you mean 'bulk'?"), ([case,
            "--pace ack --repeats 5..2"], "'5..2' is not MIN..MAX"), ([case,
            "--pace ack --spread -1%"], "--spread"), ([case, "--pace ack --time 0"], "--time"),
            ([case, "--pace ack --time", "5 days"], "--time"), ([case,
            "--pace ack --emulate-latency fast"], "--emulate-latency"), ([case, "--network", case],
            "unknown key"), ([case, "--network", self.write(self.NETWORKS, "n.toml"),
            "--network-name slwo"], "did you mean 'slow'?"), ([case,
            "--network n.toml --emulate-latency 1ms"], "goes without --emulate options"), ([case,
            "--network n.toml --pace ack --sensitivity"], "goes without --sensitivity"), ([case,
            "--pace ack --network-name slow"], "--network FILE is missing"), (["none.toml",
            "--pace ack"], "none.toml")]
        for arguments, part in wrong:
            assert part in self.refusal("study", *arguments, ranks=3)
            assert not (self.folder / "out").exists()
