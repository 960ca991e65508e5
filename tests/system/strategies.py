"""Neither the strategy nor the number of ranks decides the answer."""
import os

from cases import SHELL
from program import HYDRA, ProgramTest

CUTS = {"100", "grow:256", "whole"}
ROUTES = {"star", "binomial", "chain", "ring", "rabenseifner"}  # ours
PACES = {"blocking", "sync", "ack", "window", "flood", "credit", "persistent", "put", "shared",
    "partitioned", "window:2", "credit:512", "persistent:2", "put:512", "shared:512"}
# Five ranks of MPICH take minutes on two cores: they never sleep.
RANKS = [2, 3] + [5] * (os.environ.get("FEBEM_ALL_RANKS") == "ON" and not HYDRA)


class Strategies(ProgramTest):
    def solution(self, *options, ranks):
        """The digest of the surface pressure, and the pressure."""
        (result,) = self.solve(self.write(SHELL), *options, ranks=ranks)["frequencies"]
        assert result["outcome"] == "solved"
        assert result["residual"] <= 16
        assert result["structural_backward_error"] <= 1e-12
        return result["solution_digest"], *self.complex_of("solution/pressure")

    def test_strategies_of_stages_and_of_the_run_leave_every_bit(self):
        """Whole solutions, with a strategy for all stages and others for some; each route and each
        option once or more."""
        others = [["--cut 100 --pace ack"], ["--cut 4KiB --pace window:3"],
            ["--merge.pace sync --eliminate.cut 1KiB"], ["--cut grow:256 --pace flood"],
            ["--pace credit:4KiB --reduce.pace persistent"], ["--pace put:8KiB"],
            ["--cut 1KiB --pace shared"]]
        for ranks in RANKS:
            for turn, route in enumerate(("star", "binomial", "chain", "ring", "rabenseifner")):
                first, _ = self.solution("--route", route, ranks=ranks)
                for options in others[(turn + ranks) % 3::3]:
                    assert self.solution("--route", route, *options, ranks=ranks)[0] == first

    def test_every_route_cut_and_pace_leaves_every_bit(self):
        """In every stage: a study runs them all in one launch and fails where digests differ."""
        case = self.write(SHELL)
        axes = ["--route all --cut", *sorted(CUTS),
            "--pace all window:2 credit:512 persistent:2 put:512 shared:512"]
        for ranks in RANKS[1:]:  # on two all trees are one; tests/comm has each strategy on two
            report, _ = self.reported("study", case, *axes, "--repeats 1", ranks=ranks, limit=300)
            assert report["differing_digests"] == []
            self.check_grid(report)
            self.check_digests(case, report, ranks)

    def test_whoever_forms_a_row_it_has_every_bit(self):
        """By the schedule dynamic, in solutions and in a study of its paces; and it is estimated
        and modelled."""
        dynamic = ["--form.schedule dynamic --eliminate.panel 3"]
        case = self.write(SHELL)
        for ranks in (1, *RANKS):
            expected, _ = self.solution("--eliminate.panel 3", ranks=ranks)
            for options in ([], ["--unbuffered"], ["--form.cut 1KiB --form.pace window:2"]):
                report = self.solve(case, *dynamic, *options, ranks=ranks)
                assert report["frequencies"][0]["solution_digest"] == expected
                assert ("form", "dynamic") in [(stage["name"], stage["method"]) for stage
                    in report["stages"]]
            self.printed("study", case, *dynamic,
                "--stage form --pace all --repeats 1 --json study.json", ranks=ranks)
            for options in (["--estimate"], ["--arithmetic free"]):
                self.printed("solve", case, *dynamic, *options, ranks=ranks)

    def check_grid(self, report):
        """Nothing is missing but what the library at hand cannot do."""
        assert {strategy["route"] for strategy in report["strategies"]} == ROUTES | {"native",
            "native-nb"}
        for route in ROUTES:
            done = {(s["cut"], s["pace"]) for s in report["strategies"] if s["route"] == route}
            left_out = {s["pace"] for s in report["refused"] if s["route"] == route}
            assert left_out <= {"partitioned"}
            assert {cut for cut, _ in done} == CUTS
            assert {pace for _, pace in done} | left_out == PACES
            assert len(done) == len(CUTS) * len(PACES - left_out)
        assert len(report["results"]) == 4 * len(report["strategies"])

    def check_digests(self, case, report, ranks):
        """Each stage gives one result for each route of ours, and the last that of a solution with
        it."""
        found = {}
        for sample in report["samples"]:
            key = report["strategies"][sample["strategy"]]["route"], report["stages"][
                sample["stage"]]
            found.setdefault(key, set()).add(sample["digest"])
        for route in ROUTES:
            for stage in report["stages"]:
                (digest,) = found[route, stage]
                assert digest
        (digest,) = found["ring", "eliminate"]
        assert digest == self.solution("--eliminate.route ring", ranks=ranks)[0]

    def test_every_rank_owns_rows_of_stage_4(self):
        for ranks in RANKS:
            (stage,) = [stage for stage in self.solve(self.write(SHELL), ranks=ranks)["stages"]
                if stage["name"] == "eliminate"]
            assert len(stage["ranks"]) == ranks
            for rank in stage["ranks"]:
                assert rank["flops"] > 0

    def test_native_leaves_every_bit_over_paces(self):
        first, _ = self.solution("--route native", ranks=3)
        assert self.solution("--route native --pace ack", ranks=3)[0] == first

    def test_nothing_relies_on_buffering(self):
        for ranks, options in ((2, ["--strategy bulk"]), (3, ["--strategy celestion"]),
                (3, ["--route ring"]), (5, ["--route rabenseifner --pace credit:4KiB"]),
                (5, ["--route chain --cut 1KiB --pace put"])):
            digest, _ = self.solution(*options, "--unbuffered", ranks=ranks)
            assert self.solution(*options, ranks=ranks)[0] == digest

    def test_routes_and_numbers_of_ranks_agree(self):
        _, alone = self.solution(ranks=1)
        for ranks, options in ((2, ["--strategy bulk"]), (2, ["--route native"]),
                (3, ["--route binomial"]), (3, ["--strategy celestion"]),
                (5, ["--route chain"]), (5, ["--route ring"]),
                (5, ["--route rabenseifner"]), (5, ["--route native-nb"]),
                (5, ["--strategy bulk --merge.pace ack"])):
            _, pressure = self.solution(*options, ranks=ranks)
            self.assert_close(pressure, alone, 1e-10)
