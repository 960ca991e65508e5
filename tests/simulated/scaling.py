#!/usr/bin/env python3
"""bench/scaling: what holds a stage back is told, what was simulated is not simulated again:
scaling.py MINIFEBEM, a program built with smpicxx.
"""
import json
import subprocess
import tempfile
from pathlib import Path

from base import ROOT, SimulatedTest, main
import cases
import simulation

PROFILE = ROOT / "bench" / "paper" / "processor.json"
SLOW, FAST = "ethernet-pii450-mpipro", "infiniband-200gbit"


class Scaling(SimulatedTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.case = Path(self.folder.name) / "shell.toml"
        self.case.write_text(cases.SHELL, encoding="utf-8")

    def run_command(self, name, *options, program=None):
        """What it wrote and printed."""
        report = Path(self.folder.name) / "report.json"
        report.unlink(missing_ok=True)
        done = subprocess.run([ROOT / "bench" / "scaling" / "run", name, "--case", self.case,
            "--profile", PROFILE, "--program", program or self.program, "--json", report, *options],
            capture_output=True, text=True, check=False, timeout=120)
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads(report.read_text(encoding="utf-8")), done.stdout

    def test_what_holds_a_stage_back(self):
        options = ("--ranks", "1", "2", "--strategies", "star", "chain", "--networks", SLOW, FAST,
            "--journal", Path(self.folder.name) / "journal")
        found, printed = self.run_command("stages", *options)
        rows = {(row["network"], row["stage"], row["ranks"]): row for row in found["rows"]}
        assert len(rows) == 2 * 5 * 2
        for (_, stage, ranks), row in rows.items():
            assert set(row["by_strategy"]) == {"star", "chain"}
            assert stage in printed
            if ranks == 1:
                assert (row["efficiency"], row["limit"]) == (1, "arithmetic")
            assert row["held_bytes"] > 0
        assert (found["methods"], rows[FAST, "merge", 2]["method"]) == ("fast", "substructure")
        assert rows[FAST, "form", 2]["limit"] == "arithmetic"
        assert rows[SLOW, "eliminate", 2]["limit"] in ("latency", "bandwidth")
        assert rows[SLOW, "eliminate", 2]["efficiency"] < rows[FAST, "eliminate", 2]["efficiency"]
        # all of it is in the journal, so that no program is needed
        again, _ = self.run_command("stages", *options, "--memory", "1e9", program="/bin/false")
        assert again == found
        crowded, _ = self.run_command("stages", *options, "--memory", "1", program="/bin/false")
        assert {row["limit"] for row in crowded["rows"]} == {"memory"}

    def test_each_rank_keeps_its_part_of_a_mesh_that_grows(self):
        found, _ = self.run_command("stages", "--ranks", "1", "16", "--weak", "--strategies",
            "binomial", "--networks", FAST)
        panels = {row["ranks"]: row["panels"] for row in found["rows"]}
        assert panels[16] == 4 * panels[1]

    def test_one_stage_by_the_methods_of_1999(self):
        found, printed = self.run_command("stages", "--ranks", "1", "3", "--stages", "eliminate",
            "--methods", "1999", "--strategies", "binomial", "--networks", SLOW)
        assert [(row["stage"], row["method"], row["ranks"], row["held_bytes"]) for row
            in found["rows"]] == [("eliminate", "rows", 1, None), ("eliminate", "rows", 3, None)]
        # one pivot at a time, there and back, to two ranks
        assert found["rows"][1]["messages"] == 2 * 2 * found["rows"][1]["panels"]
        assert "reduce" not in printed

    def test_the_ranks_share_the_memory_of_long_messages(self):
        """Of the sonobuoy each receives 34 MB in stages 1 and 3."""
        report = simulation.report_of(["solve", ROOT / "meshes" / "cases" / "sonobuoy.toml",
            "--arithmetic", "free"], 16, self.program)
        sent = {stage["name"]: stage["bytes"] for stage in report["stages"]}
        assert sent["merge"] + sent["reduce"] > 15 * 30e6
        assert report["peak_memory_bytes"] < 16 * 20e6

    def test_widths(self):
        found, printed = self.run_command("widths", "--ranks", "2", "--widths", "1", "8",
            "--networks", SLOW, "--methods", "1999")
        one, eight = found["rows"]
        assert one["merge"]["messages"] > 4 * eight["merge"]["messages"]
        assert one["eliminate"]["seconds"] > eight["eliminate"]["seconds"]
        assert "eliminate" in printed


if __name__ == "__main__":
    main()
