"""Each pattern is timed over strategies and sizes, its messages counted exactly, and its samples
kept."""
import csv

from program import ProgramTest

SIZES = ["16", "1KiB..4KiB"]
BYTES = [16, 1024, 2048, 4096]
QUICK = ["--repeats 3 --seconds 20ms"]

# Messages and payload of one repetition on P ranks, without cutting and replies.
COST = {"pingpong": lambda ranks: 2, "multi": lambda ranks: 2 * (ranks // 2),
    "incast": lambda ranks: ranks - 1, "broadcast": lambda ranks: ranks - 1,
    "reduce": lambda ranks: ranks - 1}


class Bench(ProgramTest):
    def bench(self, *arguments, ranks=2):
        report, out = self.reported("bench", *arguments, *QUICK, "--csv b.csv", ranks=ranks)
        with open(self.folder / "b.csv", newline="") as file:
            return report, list(csv.DictReader(file)), out

    def test_messages_are_counted_exactly(self):
        for pattern, messages in COST.items():
            for ranks in (2, 3):
                report, _, _ = self.bench(pattern, "--sizes", *SIZES, "--cut 1KiB --pace ack",
                    ranks=ranks)
                assert (report["benchmark"], report["ranks"]) == (pattern, ranks)
                results = [result for result in report["results"] if result["strategy"]["route"]
                    != "bare"]
                assert [result["bytes"] for result in results] == BYTES
                for result in results:
                    pieces = max(1, result["bytes"] // 1024)
                    assert result["messages_per_repetition"] == 2 * pieces * messages(ranks)
                    assert result["bytes_per_repetition"] == result["bytes"] * messages(ranks)

    def test_bytes_on_their_way_to_a_receiver(self):
        kib = 1 << 10
        # Nothing holds back a sender that does not wait: all that is sent may be on its way, and
        # the first bytes of what comes next.
        bounds = {"ack": (1, 2 * kib), "credit:4KiB": (kib, 8 * kib), "sync": (0, 0),
            "blocking": (kib, 132 * kib)}
        report, lines, out = self.bench("incast", "--sizes 64KiB --cut 1KiB --pace",
            *bounds, "--outstanding", ranks=3)
        assert "outstanding" in out
        for result in report["results"]:
            least, most = bounds[result["strategy"]["pace"]]
            assert least <= result["most_outstanding_bytes"] <= most, result
        report, _, out = self.bench("incast", "--sizes 64KiB", ranks=3)
        assert "outstanding" not in out
        assert "most_outstanding_bytes" not in report["results"][0]

    def test_statistics_are_of_the_samples(self):
        report, lines, text = self.bench("pingpong", "--sizes", *SIZES, "--pace blocking sync")
        assert [(names["route"], names["pace"]) for names in report["strategies"]] == [("bare",
            "blocking"), ("star", "blocking"), ("star", "sync")]
        assert len(report["results"]) == 3 * len(BYTES)
        assert sorted(sample["order"] for sample
            in report["samples"]) == list(range(len(report["samples"])))
        for result in report["results"]:
            index = report["strategies"].index(result["strategy"])
            seconds = sorted(sample["seconds"] for sample in report["samples"]
                if (sample["strategy"], sample["bytes"]) == (index, result["bytes"]))
            assert 1 <= result["samples"] == len(seconds) <= 3
            assert result["least_seconds"] == seconds[0]
            assert (0 < seconds[0] <= result["lower_quartile_seconds"] <= result["median_seconds"]
                <= result["upper_quartile_seconds"] <= result["p95_seconds"] <= seconds[-1])
            self.assertAlmostEqual(result["rate_bytes_per_second"] * result["median_seconds"]
                / result["bytes"], 1)
        assert [float(line["seconds"]) for line in lines] == [s["seconds"] for s
            in report["samples"]]
        assert {(line["route"], line["cut"], line["pace"]) for line in lines} == {("bare", "whole",
            "blocking"), ("star", "whole", "blocking"), ("star", "whole", "sync")}
        assert "slowest" in text

    def test_each_strategy_has_a_fit(self):
        report, _, _ = self.bench("broadcast", "--sizes", *SIZES, "--route all", ranks=3)
        assert [fit["strategy"] for fit in report["fits"]] == report["strategies"]
        assert "native" in [names["route"] for names in report["strategies"]]
        for fit in report["fits"]:
            assert fit["regimes"][0]["from_bytes"] == 0
            assert fit["largest_residual"] >= fit["relative_residual"]
            for regime in fit["regimes"]:
                assert regime["t0_seconds"] >= 0

    def test_every_word_is_timed_or_refused_with_a_reason(self):
        report, _, _ = self.bench("reduce", "--sizes 4KiB --cut all --pace all")
        paces = {names["pace"].split(":")[0] for names in report["strategies"] + report["refused"]}
        assert {"blocking", "ack", "window"} <= paces, paces
        assert len(report["results"]) == len(report["strategies"])
        assert all(refused["reason"] for refused in report["refused"])

    def test_the_barrier_is_where_it_is_asked_for(self):
        for place, words in (("sample", "before each sample"),
                ("repetition", "before each repetition")):
            report, _, text = self.bench("incast", "--sizes 8 --barrier", place)
            assert words in report["meaning"]["barrier"]
            assert words in text

    def test_an_emulated_network_is_timed_and_named(self):
        report, _, text = self.bench("pingpong", "--sizes 8 --emulate-latency 2ms")
        assert report["network"]["emulated"]["latency_s"] == 0.002
        assert report["results"][0]["least_seconds"] >= 0.002
        # Bare calls know of no emulator.
        assert [names["route"] for names in report["strategies"]] == ["star"]
        assert "emulated network" in text

    def test_kernels_have_a_rate_on_each_rank(self):
        report, lines, _ = self.bench("compute", "--sizes 16KiB", ranks=2)
        dots = ["dot", "dot-1-sum", "dot-2-sums", "dot-4-sums", "dot-8-sums"]
        work = {"zgemm": 8 * 32**3, "copy": 2 * 16384, "linpack": 2 * 45**3 / 3 + 2 * 45**2,
            **dict.fromkeys(dots, 2 * 2048), "green": 2048, "green-reference": 2048}
        assert {(result["kernel"], result["rank"]) for result in report["results"]} == {(kernel,
            rank) for kernel in work for rank in (0, 1)}
        for result in report["results"]:
            self.assertAlmostEqual(result["rate_per_second"] * result["median_seconds"]
                / work[result["kernel"]], 1)
            assert result["error"] <= result["error_limit"]
        assert len(lines) == len(report["samples"])
        assert report["statistics"] == []

    def test_livermore_loops_are_checked_and_summarised(self):
        report, _, text = self.bench("compute", "--kernel livermore", ranks=1)
        assert len(report["results"]) == 72
        rates = sorted(result["rate_per_second"] for result in report["results"])
        for result in report["results"]:
            assert result["error"] <= result["error_limit"], result["kernel"]
        statistics, = report["statistics"]
        assert (statistics["family"], statistics["rates"]) == ("livermore", 96)
        assert (statistics["minimum"], statistics["maximum"]) == (rates[0], rates[-1])
        means = [statistics[name] for name in ("minimum", "harmonic_mean", "geometric_mean",
            "average", "maximum")]
        assert means == sorted(means)
        for word in ("livermore-24-short", "harmonic mean", "median Q2"):
            assert word in text

    def test_bad_input_is_one_line(self):
        """More is in printed.py."""
        for arguments, part in (("pingpong --sizes 4KB", "'4KB'"),
                ("reduce --sizes 24", "multiple of 16"), ("pingpong --route star", "--route"),
                ("broadcast --route satr", "did you mean 'star'?"),
                ("broadcast --pace window:0", "window"), ("incast --repeats 0", "repeats"),
                ("multi --csv /proc/nowhere/b.csv", "cannot write"),
                ("compute --kernel linpak", "linpak"), ("incast --barrier never", "barrier")):
            assert part in self.refusal("bench", *arguments.split(), ranks=2)

    def test_the_help_teaches(self):
        out = self.printed("bench --help")
        for word in [*COST, "compute", "--sizes", "--barrier", "n_half", "mpirun"]:
            assert word in out
