"""bench/scaling/run --real: the stages on the ranks of this machine, each run repeated."""
import json
import pathlib
import subprocess
import sys
import unittest

from cases import SHELL
from program import PATIENCE, PROGRAM, ProgramTest

COMMAND = pathlib.Path(__file__).resolve().parents[2] / "bench" / "scaling" / "run"
STAGES = ("merge", "form", "reduce", "eliminate")
sys.path[:0] = [str(COMMAND.parent), str(COMMAND.parents[1])]
import stages  # noqa: E402


class Real(ProgramTest):
    def test_medians_of_each_stage_by_the_best_strategy(self):
        case, report = pathlib.Path(self.folder) / "shell.toml", pathlib.Path(
            self.folder) / "here.json"
        case.write_text(SHELL, encoding="utf-8")
        done = subprocess.run([sys.executable, COMMAND, "--real", "--measured-by", PROGRAM,
            "--case", case, "--ranks", "1", "2", "--strategies", "star", "chain", "--repeats", "3",
            "--json", report], stdout=subprocess.PIPE, text=True, check=True, timeout=100
            * PATIENCE)
        written = json.loads(report.read_text(encoding="utf-8"))
        rows = {(row["stage"], row["ranks"]): row for row in written["rows"] if row["network"]
            == "this machine"}
        assert set(rows) == {(stage, ranks) for stage in (*STAGES, "all") for ranks in (1, 2)}
        for (stage, ranks), row in rows.items():
            assert f" {stage} " in done.stdout
            assert 0 < row["least_seconds"]
            assert row["least_seconds"] <= row["seconds"] <= row["most_seconds"]
            assert row["seconds"] == min(row["by_strategy"].values())
            assert set(row["by_strategy"]) == {"star", "chain"}
            self.assertAlmostEqual(row["efficiency"], rows[stage, 1]["seconds"]
                / (ranks * row["seconds"]))
            assert (row["messages"] > 0) == (ranks > 1)
        assert rows["all", 2]["messages"] == sum(rows[stage, 2]["messages"] for stage in STAGES)
        assert rows["merge", 1]["method"] == "substructure"


class Efficiency(unittest.TestCase):
    def test_on_a_mesh_that_grows_all_stages_together_lie_between_the_best_and_the_worst(self):
        one = [{"seconds": 1, "flops": 1}, {"seconds": 1, "flops": 10}]
        two = [{"seconds": 2, "flops": 2}, {"seconds": 5, "flops": 80}]  # efficiencies 0.5 and 0.8
        assert stages.seconds_alone(True, one, two) == 2 + 8
        assert stages.seconds_alone(False, one, two) == 2


class Help(unittest.TestCase):
    def test_each_command_tells_its_options(self):
        for name in ("stages", "widths"):
            done = subprocess.run([sys.executable, COMMAND, name, "--help"],
                stdout=subprocess.PIPE, text=True, check=True, timeout=20 * PATIENCE)
            assert "--networks" in done.stdout
