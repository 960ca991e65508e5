"""The flagship case: its sizes, its accuracy, and one answer whatever the strategy, the methods and
the number of ranks."""
import os


from program import SHIPPED, ProgramTest

CASE = SHIPPED / "sonobuoy.toml"



class Sonobuoy(ProgramTest):
    known = {}

    def shipped(self, *options, ranks):
        """The report, and the surface pressure, of the case as it is shipped; solved once for all
        tests."""
        if (options, ranks) not in self.known:
            self.known[options, ranks] = self.solved(*options, ranks=ranks)
        return self.known[options, ranks]

    def solved(self, *options, ranks, case=CASE):
        """The report, and the surface pressure."""
        out = f"out-{len(list(self.folder.iterdir()))}"
        report = self.solve(case, *options, ranks=ranks, limit=200, out=out)
        return report, self.complex_of("solution/pressure", out=out)[0][0]


    def check_methods(self, report, **methods):
        found = self.stages(report)
        assert {name: found[name]["method"] for name in methods} == methods

    def test_one_answer(self):
        report, reference = self.shipped(ranks=1)
        assert (report["case"]["structural_dofs"], report["case"]["acoustic_dofs"]) == (10929, 1664)
        self.check_methods(report, merge="substructure", reduce="columns")
        assert report["peak_memory_bytes"] <= 2**30
        (figures,) = report["frequencies"]
        assert figures["outcome"] == "solved"
        assert figures["residual"] <= 16
        assert figures["power_balance_error"] <= 1e-9
        assert figures["structural_backward_error"] <= 1e-12
        radiated, far = figures["radiated_power_w"], figures["far_field_power_w"]
        assert abs(radiated - far) <= 0.01 * far

        plain, pressure = self.shipped(ranks=2)
        self.assert_close(pressure, reference, 1e-10)
        paced, pressure = self.solved("--cut 64KiB --pace ack", ranks=2)
        assert (paced["frequencies"][0]["solution_digest"]
            == plain["frequencies"][0]["solution_digest"])
        _, pressure = self.solved("--route star --cut 1MiB --pace window:4", ranks=3)
        self.assert_close(pressure, reference, 1e-10)

    def estimated(self, *options, ranks, case=CASE, key="largest_rank_bytes"):
        """The estimate, and the largest rank's bytes by the number of ranks."""
        estimate, _ = self.reported("solve", case, "--estimate", *options, ranks=ranks)
        for each in estimate["memory"]:
            # Where no stage holds more than eliminate, the pressures at field points come to what
            # is held then.
            self.assertAlmostEqual(max(each["stages"].values()), each["largest_rank_bytes"],
                delta=1000)
        if estimate["stages"]:
            by_rank = [estimate["base_bytes"] + max(stage["ranks"][rank]["memory_bytes"]
                for stage in estimate["stages"]) for rank in range(ranks)]
            here, = [each for each in estimate["memory"] if each["ranks"] == ranks]
            assert (here["largest_rank_bytes"], here["all_bytes"]) == (max(by_rank), sum(by_rank))
        return estimate, {each["ranks"]: each[key] for each in estimate["memory"]}

    def check_peak(self, report, held, estimate):
        """A rank may come to hold a tenth more than is estimated, and 16 MB; the peak differs from
        run to run (docs/memory.md)."""
        peak = report["peak_memory_bytes"]
        assert held / 1.1 < peak < held + (held - estimate["base_bytes"]) / 10 + 16e6

    def test_the_estimate_of_its_memory_is_within_a_tenth(self):
        for ranks in (1, 2):
            estimate, held = self.estimated(ranks=ranks)
            report, _ = self.shipped(ranks=ranks)
            self.check_peak(report, held[ranks], estimate)
            solved = self.stages(report)
            for stage in estimate["stages"]:
                assert [stage[key] for key in ("messages", "bytes")] == [solved[stage["name"]][key]
                    for key in ("messages", "bytes")]
                assert [rank["flops"] for rank in stage["ranks"]] == [rank["flops"] for rank
                    in solved[stage["name"]]["ranks"]]
            assert held[8] < held[1]
            assert not (self.folder / "out").exists()

    def test_three_ranks_that_hold_unlike_parts_are_added_up(self):
        estimate, held = self.estimated(ranks=3)
        merged = self.stages(estimate)["merge"]["ranks"]
        assert len({rank["memory_bytes"] for rank in merged}) == 3
        assert set(held) == {3, *(2**k for k in range(11))}

    def test_so_is_that_of_methods_that_iterate_of_which_nothing_else_is_known(self):
        for options in (["--precision mixed"], ["--eliminate.method krylov"]):
            estimate, held = self.estimated(*options, ranks=2)
            assert estimate["stages"] == []
            report, _ = self.shipped(*options, ranks=2)
            self.check_peak(report, held[2], estimate)

    def test_so_is_that_of_a_structure_for_which_the_solution_is_refined(self):
        case = self.write(CASE.read_text().replace("[geometry]\n",
            "[geometry]\ndensity = 1.5\nsplit = 1\n"))
        estimate, held = self.estimated(ranks=2, case=case, key="refined_rank_bytes")
        report, _ = self.solved(ranks=2, case=case)
        assert report["frequencies"][0]["refinement_steps"] >= 1
        self.check_peak(report, held[2], estimate)

    def test_what_a_rank_may_not_hold_is_refused_with_how_many_ranks_would_do(self):
        _, held = self.estimated(ranks=1)
        bound = int((held[2] + held[4]) / 2)
        self.assertRegex(self.refusal("solve", CASE, "--memory", bound, "--out refused", ranks=1,
            limit=100), r"the rank would hold up to 3\d\d MB in stage reduce, "
            r"and may hold .*; 4 ranks would do, with up to 1\d\d MB")
        assert not (self.folder / "refused").exists()
        self.solve(CASE, "--memory", bound, ranks=4, limit=200, out="out")

    def test_the_methods_of_1999_agree(self):
        _, reference = self.shipped(ranks=1)
        report, pressure = self.solved("--methods 1999 --merge.block 48 --eliminate.panel 48",
            ranks=2)
        self.assertAlmostEqual(report["case"]["front_size"], 813, delta=40)
        self.check_methods(report, merge="frontal", reduce="rows")
        self.assert_close(pressure, reference, 1e-10)

    def test_without_a_matrix_the_answer_is_the_same(self):
        _, reference = self.shipped(ranks=1)
        report, pressure = self.shipped("--eliminate.method krylov", ranks=2)
        self.check_methods(report, reduce="matrix-free", eliminate="krylov")
        (figures,) = report["frequencies"]
        assert figures["outcome"] == "solved"
        assert figures["iteration_residual"] <= 1e-10
        assert figures["iterations"] < 60
        assert figures["condition_estimate"] is None
        self.assert_close(pressure, reference, 1e-8)

    def test_in_mixed_precision_the_answer_is_the_same_and_half_the_bytes_are_sent(self):
        double, reference = self.shipped(ranks=2)
        mixed, pressure = self.shipped("--precision mixed", ranks=2)
        (figures,) = mixed["frequencies"]
        assert (figures["outcome"], figures["precision"]) == ("solved", "mixed")
        assert figures["iterations"] < 6
        assert figures["residual"] <= 1
        self.assert_close(pressure, reference, 1e-10)
        for name in ("reduce", "eliminate"):
            in_double, in_mixed = (self.stages(report)[name]["bytes"] for report in (double, mixed))
            assert in_mixed < 0.6 * in_double, name

    if os.environ.get("FEBEM_PETSC") == "ON":  # else there are no such methods
        def test_the_library_methods_agree(self):
            _, reference = self.shipped(ranks=1)
            for method in ("mumps", "schur"):
                _, pressure = self.solved("--merge.method", method, "--eliminate.method scalapack",
                    ranks=2)
                self.assert_close(pressure, reference, 1e-9)
