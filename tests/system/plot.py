"""bench/plot draws what the program writes, and says in one line what it cannot draw."""
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree as xml

from cases import SHELL
from load_cases import NAMED
from program import PATIENCE, SHIPPED, ProgramTest

PLOT = pathlib.Path(__file__).parents[2] / "bench" / "plot"


@unittest.skipUnless(importlib.util.find_spec("matplotlib"),
                     "matplotlib is not installed: cmake/install-dependencies --plots")
class Plot(ProgramTest):
    def plot(self, *arguments):
        return subprocess.run([sys.executable, PLOT, *map(str, arguments)], cwd=self.folder,
            capture_output=True, text=True, timeout=120 * PATIENCE)

    def check(self, figures, *files):
        """Figures: name -> texts that it must have, among others. Returns all its words."""
        ended = self.plot(*files, "--out", "figures")
        assert (ended.returncode, ended.stderr) == (0, "")
        written = [self.folder / line for line in ended.stdout.splitlines()]
        words = {}
        for path in written:
            if path.suffix == ".png":
                assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
                assert path.with_suffix(".svg") in written
            else:
                words[path.stem] = " ".join("".join(text.itertext())
                    for text in xml.parse(path).iter("{http://www.w3.org/2000/svg}text"))
        assert sorted(self.folder.glob("figures/.*")) == []
        assert set(words) == set(figures)
        for name, parts in figures.items():
            for part in parts:
                assert part in words[name]
        return words

    def check_report(self, figures, name, **report):
        """Of a report that is made here."""
        self.write(json.dumps(report), name)
        return self.check(figures, name)

    def test_a_study(self):
        self.printed("study", self.write(SHELL),
            "--json s.json --cut 4KiB 16KiB 64KiB whole grow:4KiB --pace ack "
            "blocking --repeats 1 --stage merge reduce --merge.method frontal", "--sensitivity",
            ranks=2)
        self.check({"s-heat": ["merge", "reduce", "binomial × grow:4KiB × blocking",
            "time over the best of the stage"], "s-pieces-merge": ["size of a piece", "4 KiB",
            "64 KiB", "whole", "route binomial", "fastest", "2 ranks", "a message",
            "emulated 10000 Mbit/s"], "s-pieces-reduce": [], "s-sensitivity-merge": [],
            "s-sensitivity-reduce": ["dT/dL", "dT/do", "dT/dG", "binomial × whole × ack"]},
            "s.json")

    def test_a_study_of_networks(self):
        self.write("[slow]\nlatency_us = 100\nmb_per_s = 100\nname = \"Slow net\"\n[fast]\n"
            "latency_us = 1\nmb_per_s = 1000\n", "n.toml")
        self.printed("study", self.write(SHELL),
            "--json w.json --network n.toml --cut 4KiB whole --pace ack --repeats 1 "
            "--stage merge reduce", ranks=2)
        self.check({"w-networks": ["Slow net", "fast", "merge", "reduce", "binomial × "],
            **{f"w-{what}-{network}": ["emulated "] for network in ("slow", "fast")
            for what in ("heat", "pieces-merge", "pieces-reduce")},
            "w-heat-slow": ["emulated Slow net"]}, "w.json")

    def test_benchmarks(self):
        for name, ranks in (("pingpong", 2), ("compute", 1)):
            self.printed("bench", name, "--json", name + ".json", "--repeats 2 --seconds 0.01",
                ranks=ranks)
        self.check({"pingpong-pingpong": ["bandwidth, MB/s", "length of a message",
            "star × whole × blocking", "r∞"], "compute-compute": ["zgemm, rank 0", "rate, GB/s",
            "rate, Gflop/s"]}, "pingpong.json", "compute.json")

    def test_a_solution(self):
        case = SHELL + "[output.directivity]\nplane = \"xz\"\nstep = 10.0\n" + (
            "[[output.grid]]\norigin = [-2, 0, -3]\nedges = [[4, 0, 0], [0, 0, 6]]\n"
            "counts = [9, 13]\n")
        self.solve(self.write(case), ranks=2, out="out")
        (report,) = self.folder.glob("*.json")
        report.rename(self.folder / "solved.json")
        self.check({"results-directivity": ["200 Hz"], "results-field": ["x, m", "z, m", "level",
            "pressure at one moment, 200 Hz", "dB re 1 µPa"], "solved-stages": ["merge",
            "eliminate", "seconds of the slowest rank", "messages"]}, "solved.json",
            "out/results.h5")

    def test_a_sweep(self):
        case = SHELL.replace("hz = [200.0]", "from = 100\nto = 300\npoints = 41")
        report = self.solve(self.write(case), "--sweep rational", out="out")
        self.check({"results-curve": ["Hz", "scattered power, W", "41 frequencies",
            f"{report['curve']['solved']} of them solved, the others interpolated"]},
            "out/results.h5")

    def test_a_transducer(self):
        case = (SHIPPED / "ring.toml").read_text().replace("around = 16", "around = 8")
        case = re.sub("hz = .*", "from = 5000\nto = 9000\npoints = 9", case)
        self.solve(self.write(case), out="out")
        self.check({"results-curve": [], "results-directivity": [], "results-transducer": [
            "conductance", "susceptance", "transmitting response", "Hz"]}, "out/results.h5")

    def test_load_cases(self):
        case = NAMED.replace('"plane_wave"', '"plane_wave"\nload_case = "wave"')
        case += "[output.directivity]\nfrom = 0\nto = 90\nstep = 10\n"
        self.solve(self.write(case), "--frequency 100 200", out="out")
        self.check({"results-directivity": ["100 Hz, inside", "200 Hz, 180 deg, 30 deg"],
            "results-echo": ["100 Hz", "target strength, dB re 1 m", "angle of incidence"],
            "results-echo-30": ["elevation 30 degrees"]}, "out/results.h5")

    def test_the_tables_of_1999(self):
        cells = [{"table": table, "network": network, "stage": stage, "ranks": ranks,
            "published": 100 / ranks, "reproduced": 110 / ranks} for table, network in ((3, "slow"),
            (3, "other"), (5, "fast")) for stage in ("merge", "form", "reduce", "eliminate")
            for ranks in (1, 2, 3, 4)]
        words = self.check_report({"p-table-3": ["Table 3", "merge", "eliminate",
            "slow, published", "other, reproduced", "processors"], "p-table-5": []}, "p.json",
            kind="paper", cells=cells)
        assert "slow" not in words["p-table-5"]

    def test_the_roofline(self):
        tables = [{"case": "buoy", "panels": 99, "ranks": ranks, "zgemm_flops_per_second": 5e10,
            "copy_bytes_per_second": 1e10, "roofline": [{"stage": stage, "flops": 1e9,
            "least_bytes": 1e7, "flops_per_second": 3e10} for stage in ("form", "reduce")]}
            for ranks in (1, 2)]
        self.check_report({"r-roofline": ["buoy", "99 panels, 2 ranks", "zgemm, 50 Gflop/s",
            "zgemm, 100 Gflop/s", "copy of memory, 20 GB/s", "form", "reduce",
            "flop for each byte"]}, "r.json", kind="peers", tables=tables)

    def test_scaling(self):
        rows = [{"network": network, "stage": stage, "method": f"way to {stage}", "ranks": ranks,
            "seconds": 10 / ranks, "limit": limit} for network in ("slow", "fast")
            for stage in ("merge", "form", "reduce", "eliminate") for ranks,
            limit in ((1, "arithmetic"), (4, "latency"), (16, "memory"))]
        words = self.check_report({"s-stages": ["buoy", "today's methods", "reduce",
            "way to reduce", "slow", "fast", "ideal", "held back by latency", "held back by memory",
            "ranks"]}, "s.json", kind="scaling", case="buoy", methods="fast", rows=rows)
        assert "bandwidth" not in words["s-stages"]
        for row in rows:
            row["efficiency"] = 0.5
        rows = [row for row in rows if row["stage"] == "eliminate"]
        words = self.check_report({"w-weak": ["the mesh grows with the ranks",
            "the methods of 1999", "way to eliminate"]}, "w.json", kind="scaling", weak=True,
            case="buoy", methods="1999", rows=rows)
        assert "reduce" not in words["w-weak"]

    def test_what_cannot_be_drawn_is_one_line(self):
        self.write("[]", "empty.json")
        self.write("{\"kind\": \"poem\"}", "poem.json")
        self.write("not JSON", "text.json")
        wrong = [("none.json", "no such file"), ("empty.json", "not written by"),
            ("poem.json", "not written by"), ("text.json", "neither JSON nor HDF5")]
        for name, part in wrong:
            ended = self.plot(name)
            assert (ended.returncode, ended.stdout) == (2, "")
            assert ended.stderr.count("\n") == 1
            assert name in ended.stderr
            assert part in ended.stderr

    def test_formats_can_be_chosen(self):
        self.solve(self.write(SHELL), out="out")
        (report,) = self.folder.glob("*.json")
        ended = self.plot(report, "--format", "pdf")
        assert (ended.returncode, ended.stderr) == (0, "")
        assert [path.suffix for path in self.folder.glob("*-stages.*")] == [".pdf"]
