#!/usr/bin/env python3
"""On a simulated network transfers take what the formulas say: formulas.py MINIFEBEM, a program
built with smpicxx.

Simulated time is the same in every run, so that it can be asserted.
"""
import math
import tempfile
from pathlib import Path

from base import SimulatedTest, main
import cases
import simulation

MEGABYTE = 1 << 20


class Formulas(SimulatedTest):
    def medians(self, ranks, *arguments, line=None):
        """Seconds by (cut, bytes) of a benchmark of one route and pace."""
        bench = simulation.report_of(["bench", *arguments, "--repeats", "1"], ranks, self.program,
            **(line or {}))
        return {(result["strategy"]["cut"], result["bytes"]): result["median_seconds"]
            for result in bench["results"] if result["strategy"]}

    def test_solution_takes_simulated_time_and_keeps_its_bits(self):
        reports = []
        for strategy in ("bulk", "celestion"):
            with tempfile.TemporaryDirectory() as folder:
                case = Path(folder) / "case.toml"
                case.write_text(cases.SHELL)
                reports.append(simulation.report_of(["solve", case, "--merge.method", "frontal",
                    "--strategy", strategy, "--out", folder], 3, self.program, timeout=120))
        bulk, celestion = reports
        self.assertEqual(*(report["frequencies"][0]["solution_digest"] for report in reports))
        merge = [next(s for s in report["stages"] if s["name"] == "merge")["seconds"]
            for report in reports]
        self.assertGreater(merge[1], merge[0])  # an answer for each 4 KiB costs time on any network
        assert celestion["zgemm_flops_per_second"] is None

    def test_a_network_by_name_has_its_latency_and_bandwidth(self):
        # t(s) = L + s / r to the rounding of the simulator, also for the first round trip after a
        # barrier
        for name in ("ethernet-pii450-mpipro", "myrinet-pii300-hpvm", "infiniband-200gbit"):
            network = simulation.networks()[name]
            times = self.medians(2, "pingpong", "--sizes", "1", "1KiB", "1MiB",
                line=simulation.lines_of(network))
            for (_, length), seconds in times.items():
                published = 1e-6 * (network["latency_us"] + length / network["mb_per_s"])
                assert abs(seconds / published - 1) < 5e-3, (name, length)

    def test_to_look_for_a_message_takes_no_time(self):
        # in look-ahead ranks ask again and again, by MPI_Test, what has come
        seconds = {}
        with tempfile.TemporaryDirectory() as folder:
            case = Path(folder) / "case.toml"
            case.write_text(cases.SHELL)
            for pace in ("blocking", "window:4"):
                report = simulation.report_of(["solve", case, "--merge.method", "frontal",
                    "--arithmetic", "free", "--pace", pace], 2, self.program,
                    **simulation.lines_of(simulation.networks()["infiniband-200gbit"]))
                seconds[pace] = {stage["name"]: stage["seconds"] for stage in report["stages"]}
        for stage in ("reduce", "eliminate"):
            assert seconds["window:4"][stage] < 1.1 * seconds["blocking"][stage], stage

    def test_acknowledged_pieces(self):
        # k [T1(c) + T1(0)], measured on the same network
        one = self.medians(2, "broadcast", "--pace", "blocking", "--sizes", "1", "1KiB", "8KiB")
        acknowledged = self.medians(2, "broadcast", "--pace", "ack", "--cut", "1KiB", "8KiB",
            "--sizes", "1MiB")
        for cut, piece in (("1KiB", 1 << 10), ("8KiB", 1 << 13)):
            predicted = MEGABYTE // piece * (one["whole", piece] + one["whole", 1])
            assert abs(acknowledged[cut, MEGABYTE] / predicted - 1) < 0.01, cut

    def test_best_piece_of_a_chain(self):
        # (P - 2 + k)(alpha + beta M / k) is least for k = sqrt((P - 2) beta M / alpha)
        ranks = 8
        one = self.medians(2, "broadcast", "--pace", "blocking", "--sizes", "1", "1MiB")
        alpha, beta_m = one["whole", 1], one["whole", MEGABYTE] - one["whole", 1]
        predicted = math.sqrt((ranks - 2) * beta_m / alpha)
        cuts = [str(MEGABYTE // k) for k in range(48, 92, 4)]
        chain = self.medians(ranks, "broadcast", "--route", "chain", "--pace", "blocking", "--cut",
            *cuts, "--sizes", "1MiB")
        best = min(cuts, key=lambda cut: chain[cut, MEGABYTE])
        assert abs(MEGABYTE / int(best) / predicted - 1) < 0.1
        least = (math.sqrt((ranks - 2) * alpha) + math.sqrt(beta_m)) ** 2
        assert abs(chain[best, MEGABYTE] / least - 1) < 0.02


if __name__ == "__main__":
    main()
