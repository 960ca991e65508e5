"""The comparison with libraries solves what it says, and reports every round."""
import os
import pathlib
import subprocess
import sys
import unittest

from cases import SHELL
from program import LAUNCHER, PATIENCE, PROGRAM, ProgramTest

PEERS = pathlib.Path(__file__).resolve().parents[2] / "bench" / "peers"
sys.path[:0] = [str(PEERS), str(PEERS.parent)]
import comparison
import stages

ELIMINATION = pathlib.Path(PROGRAM).resolve().parent / "bench" / "dense_elimination"
LIBRARY = os.environ.get("FEBEM_PETSC") == "ON"  # else there is neither MUMPS nor ScaLAPACK
MOST_RESIDUAL = 16


class DenseElimination(ProgramTest):
    def run_it(self, *arguments, ranks=1):
        return subprocess.run([LAUNCHER, "-n", str(ranks), ELIMINATION, *map(str, arguments)],
            cwd=self.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60
            * PATIENCE, check=False)

    def test_every_way_solves_the_system_on_every_grid(self):
        blocks = [8, 20]
        for ranks, grids in ((1, [[1, 1]]), (2, [[1, 2], [2, 1]]), (4, [[1, 4], [2, 2], [4, 1]])):
            ended = self.run_it(97, "--rounds", 3, "--panel", 10, "--blocks", *blocks, "--json",
                "e.json", ranks=ranks)
            assert ended.returncode == 0, ended.stdout + ended.stderr
            report = self.json("e.json")
            assert (report["kind"], report["ranks"], report["size"]) == ("dense_elimination", ranks,
                97)
            assert [way["way"] for way in report["ways"]] == ["rows"] + ["lapack"] * (ranks
                == 1) + ["scalapack"] * (2 * LIBRARY)
            tried = sorted((way["grid"], way["block"]) for way in report["searched"])
            assert tried == (sorted((grid, block) for grid in grids for block in blocks) if LIBRARY
                else [])
            for way in report["ways"]:
                assert len(way["seconds"]) == 3
            for way in report["ways"] + report["searched"]:
                assert all(seconds > 0 for seconds in way["seconds"]), way
                assert 0 < way["residual"] < MOST_RESIDUAL, way
            assert len(report["zgemm_flops_per_second"]) == 3
            for row in comparison.elimination_rows(report):
                assert (0 < row["interval"][0] <= row["ratio"] <= row["interval"][1]
                    < float("inf")), row
                assert 0 < row["ours_of_zgemm"] < float("inf"), row

    def test_bad_input_is_one_line(self):
        for arguments, part in (([0], "size"), ([50, "--blocks", 0], "--blocks"),
                ([50, "--json", "."], "--json")):
            ended = self.run_it(*arguments)
            assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
            errors = [line for line in ended.stderr.splitlines()
                if line.startswith(("dense_elimination: ", "minifebem: "))]
            assert len(errors) == 1, ended.stderr
            assert part in errors[0]


class Ratios(unittest.TestCase):
    def test_the_median_of_ratios_and_its_interval(self):
        row = stages.compared([1, 2, 1, 1, 1, 1, 1, 1, 1], [1, 4, 3, 4, 5, 6, 7, 8, 9])
        assert (row["ours_seconds"], row["peer_seconds"], row["ratio"], row["interval"]) == (1, 5,
            5, (2, 8))
        with self.assertRaises(ValueError):
            stages.compared([1], [1, 2])

    def test_of_several_candidates_the_fastest_is_the_peer(self):
        ways = [{"way": "rows", "seconds": [2, 2, 2]}, {"way": "scalapack", "grid": [1, 2],
            "block": 32, "seconds": [3, 3, 3]}, {"way": "scalapack", "grid": [2, 1], "block": 64,
            "seconds": [1, 1, 9]}]
        row, = comparison.elimination_rows({"ways": ways, "ranks": 2, "flops": 8,
            "zgemm_flops_per_second": [4, 4]})
        assert (row["peer"]["block"], row["ratio"], row["ours_of_zgemm"],
            row["peer_of_zgemm"]) == (64, 0.5, 0.5, 1)

    def test_kernels_are_counted_not_pairs(self):
        rows = comparison.kernel_rows([{"green": 100, "green-reference": 10,
            "boundary single_layer": 20}] * 3)
        assert [(row["peer"], row["ours_kernels_per_second"], row["peer_kernels_per_second"],
            row["ratio"], row["ratio_of_pairs"]) for row in rows] == [("scalar reference", 300, 30,
            10, 10), ("bempp-cl, boundary single_layer", 300, 20, 15, 5)]

    def test_the_roofline_counts_each_matrix_once(self):
        case = {"acoustic_dofs": 10, "factor_entries": 7}
        assert stages.least_bytes(case) == {"merge": 112, "form": 3200, "reduce": 4912,
            "eliminate": 3200}
        row, = stages.roofline({"case": case, "stages": [{"name": "form", "flops": 6400}]},
            [{stages.OURS: {"form": 2}}])
        assert (row["flops"] / row["least_bytes"], row["flops_per_second"]) == (2, 3200)

    def test_all_four_stages_are_the_sum_of_the_better_ways(self):
        def rows(schur):
            once = {stages.OURS: {"merge": 1, "form": 2, "reduce": 3, "eliminate": 4},
                "dense": {"merge": 5, "form": 100, "reduce": 20, "eliminate": 6},
                "sparse": {"merge": 7, "form": 200, "reduce": 10, "eliminate": 8},
                "schur": {"merge": schur, "form": 300, "reduce": 1, "eliminate": 9}}
            return {row["stage"]: row for row in stages.compare([once])}

        for schur, better, both in ((15, "schur", 16), (17, "sparse", 17)):
            found = rows(schur)
            assert found["both"]["peer_seconds"] == both
            assert better in found["both"]["peer"]
            assert found["both"]["ours_seconds"] == 4
            assert found["all"]["peer_seconds"] == both + 2 + 8
            assert found["all"]["ours_seconds"] == 10
            assert (found["merge"]["peer_seconds"], found["reduce"]["peer_seconds"]) == (7, 10)
            assert "sparse" in found["reduce"]["peer"]


class Run(ProgramTest):
    def peers(self, *arguments):
        command = [sys.executable, PEERS / "run", *arguments, "--pairs", "3", "--program", PROGRAM,
            "--json", "p.json"]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120
            * PATIENCE, check=False)
        assert done.returncode == 0, done.stderr
        report = self.json("p.json")
        assert report["kind"] == "peers"
        return report, done.stdout

    def test_stage_4_alone(self):
        report, out = self.peers("--parts", "eliminate", "--sizes", "60")
        libraries = ["scalapack"] * LIBRARY
        assert [(one["size"], one["ranks"], [row["peer"]["way"] for row in one["rows"]]) for one
            in report["elimination"]] == [(60, 1, ["lapack", *libraries]), (60, 2, libraries)]
        assert out.count("scalapack") == 2 * LIBRARY

    if LIBRARY:
        def test_the_stages_of_a_case(self):
            case = self.write(SHELL)
            report, out = self.peers("--parts", "stages", "--case", case, "--ranks", "2")
            table, = report["tables"]
            assert (table["density"], table["ranks"], len(table["rounds"])) == (1, 2, 3)
            assert [row["stage"] for row in table["rows"]] == ["merge", "reduce", "both",
                "eliminate", "all"]
            for row in table["rows"]:
                assert (0 < row["interval"][0] <= row["ratio"] <= row["interval"][1]
                    < float("inf")), row
                assert row["stage"] in out
            for row in table["rows"]:
                if row["stage"] in ("both", "all"):
                    continue
                self.assertAlmostEqual(row["of_zgemm"], row["flops_per_second"]
                    / (2 * table["zgemm_flops_per_second"]))
                self.assertAlmostEqual(row["of_copy"], row["bytes_per_second"]
                    / table["copy_bytes_per_second"])
                assert row["of_copy"] > 0
            assert [row["stage"] for row in table["roofline"]] == ["merge", "form", "reduce",
                "eliminate"]
            for row in table["roofline"]:
                assert row["flops"] / row["least_bytes"] > 1

    def test_kernels_without_bempp(self):
        report, _ = self.peers("--parts", "kernels", "--without-bempp")
        assert report["kernels"]["bempp"] == {"missing": "not asked for"}
        row, = report["kernels"]["rows"]
        assert row["peer"] == "scalar reference"
        assert row["ours_kernels_per_second"] == 3 * sorted(one["green"] for one
            in report["kernels"]["rounds"])[1]
        assert 0 < row["interval"][0] <= row["ratio"] <= row["interval"][1] < float("inf"), row
